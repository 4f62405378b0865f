/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Percent change between two groups. One test decides: p, the interval and
 * the verdict come from the same Welch test and never disagree.
 */
#include <math.h>

#include "compare.h"

/* Whole-second clocks and the like: only where the bounds lie apart is there a difference. */
static void by_bounds(struct comparison *c, const struct group *base, const struct group *other)
{
	double a_low = isnan(base->low) ? base->sum.min : base->low;
	double a_high = isnan(base->high) ? base->sum.max : base->high;
	double b_low = isnan(other->low) ? other->sum.min : other->low;
	double b_high = isnan(other->high) ? other->sum.max : other->high;

	c->low = a_high > 0 ? 100 * (b_low / a_high - 1) : NAN;
	c->high = a_low > 0 ? 100 * (b_high / a_low - 1) : INFINITY;
	c->verdict = b_low > a_high || b_high < a_low ? VERDICT_OTHER : VERDICT_SAME;
}

static enum verdict direction(const struct group *base, double change)
{
	switch (observation_better(&base->first)) {
	case BETTER_HIGHER:
		return change > 0 ? VERDICT_BETTER : VERDICT_WORSE;
	case BETTER_LOWER:
		return change < 0 ? VERDICT_BETTER : VERDICT_WORSE;
	default:
		return VERDICT_OTHER;
	}
}

struct comparison compare_groups(const struct group *base, const struct group *other)
{
	struct comparison c = {
		.change = NAN,
		.low = NAN,
		.high = NAN,
		.p = NAN,
		.u_p = NAN,
		.few = base->n < 6 || other->n < 6,
	};
	double low, high;

	if (!isnan(base->low) || !isnan(other->low)) {
		if (base->n && other->n && base->sum.mean != 0)
			c.change = 100 * (other->sum.mean / base->sum.mean - 1);
		by_bounds(&c, base, other);
		if (c.verdict == VERDICT_OTHER)
			c.verdict = direction(base, !isnan(c.change) ? c.change : c.low);
		return c;
	}
	if (!base->n || !other->n || base->sum.mean == 0)
		return c;
	c.change = 100 * (other->sum.mean / base->sum.mean - 1);
	c.verdict = VERDICT_SAME;
	c.p = stats_welch(&base->sum, &other->sum, 1).p;
	if (stats_ratio_interval(&base->sum, &other->sum, &low, &high)) {
		c.low = 100 * (low - 1);
		c.high = 100 * (high - 1);
		/* What was measured cannot be less than nothing. */
		if (base->sum.min >= 0 && other->sum.min >= 0)
			c.low = fmax(c.low, -100);
	}
	if (base->n >= 4 && other->n >= 4)
		c.u_p = stats_mann_whitney(base->values, base->n, other->values, other->n);
	if (c.p <= 0.05)
		c.verdict = direction(base, c.change);
	return c;
}

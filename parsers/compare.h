/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * One system's group against another's of the same work: the percent change
 * as the project defines it once and for all, (new - base) / base of
 * arithmetic means, with Welch's test and the interval of the ratio.
 */
#ifndef PLATTER_COMPARE_H
#define PLATTER_COMPARE_H

#include <stdbool.h>

#include "group.h"

enum verdict {
	VERDICT_NONE,	/* there is nothing to compare */
	VERDICT_SAME,	/* `~`: not shown to differ at 5 % */
	VERDICT_BETTER, /* by the metric's direction */
	VERDICT_WORSE,
	VERDICT_OTHER, /* differs, and neither direction is better */
};

struct comparison {
	double change; /* percent; NAN where the base's mean is 0 or a side has no value */
	double low;    /* 95 % interval of change, percent; NAN unknown, may be infinite */
	double high;
	double p;   /* Welch; NAN where a side has fewer than 2 runs or neither varies */
	double u_p; /* exact Mann-Whitney where both sides have 4 runs or more, else NAN */
	enum verdict verdict;
	bool few; /* a side has fewer than 6 runs */
};

struct comparison compare_groups(const struct group *base, const struct group *other);

#endif

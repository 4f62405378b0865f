/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The Mann-Whitney U test, exact by counting, and Holm's adjustment.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_cdf.h>

#include "arena.h"
#include "stats.h"

#define EXACT 100

struct ranked {
	double value;
	size_t rank2; /* twice the mid-rank: whole */
	bool first;   /* of the first sample */
};

static int by_value(const void *x, const void *y)
{
	const struct ranked *a = x, *b = y;

	return (a->value > b->value) - (a->value < b->value);
}

/* Both samples ranked; *ties: sum of t^3 - t over groups of equal values. */
static struct ranked *rank(const double *a, size_t na, const double *b, size_t nb, double *ties)
{
	size_t n = na + nb;
	struct ranked *v = xmalloc(n * sizeof(*v));

	for (size_t i = 0; i < n; i++)
		v[i] = (struct ranked){ .value = i < na ? a[i] : b[i - na], .first = i < na };
	qsort(v, n, sizeof(*v), by_value);
	*ties = 0;
	for (size_t i = 0, k; i < n; i = k) {
		double t;

		for (k = i + 1; k < n && v[k].value == v[i].value; k++)
			;
		/* ranks i+1 .. k */
		for (size_t m = i; m < k; m++)
			v[m].rank2 = i + 1 + k;
		t = (double)(k - i);
		*ties += t * t * t - t;
	}
	return v;
}

/* Of all ways to choose na of the n ranks, how many have which (doubled) sum: counted rank by rank. Returns
 * the share of sums <= and >= the one seen. */
static void tails(const struct ranked *v, size_t n, size_t na, size_t seen, double *below,
		  double *above)
{
	size_t most = n * (n + 1) + 1;
	double *ways = xcalloc((na + 1) * most, sizeof(*ways)), all = 0;

	ways[0] = 1;
	for (size_t i = 0; i < n; i++)
		for (size_t k = na < i + 1 ? na : i + 1; k > 0; k--)
			for (size_t s = most; s-- > v[i].rank2;)
				ways[k * most + s] += ways[(k - 1) * most + s - v[i].rank2];
	*below = *above = 0;
	for (size_t s = 0; s < most; s++) {
		double w = ways[na * most + s];

		all += w;
		if (s <= seen)
			*below += w;
		if (s >= seen)
			*above += w;
	}
	*below /= all;
	*above /= all;
	free(ways);
}

double stats_mann_whitney(const double *a, size_t na, const double *b, size_t nb)
{
	size_t n = na + nb, sum2 = 0;
	double ties, below, above, u, sd, p;
	struct ranked *v;

	if (!na || !nb)
		return NAN;
	v = rank(a, na, b, nb, &ties);
	for (size_t i = 0; i < n; i++)
		if (v[i].first)
			sum2 += v[i].rank2;
	if (n <= EXACT) {
		tails(v, n, na, sum2, &below, &above);
		p = 2 * fmin(below, above);
	} else {
		double da = (double)na, db = (double)nb, dn = (double)n;

		u = (double)sum2 / 2 - da * (da + 1) / 2;
		sd = sqrt(da * db / 12 * (dn + 1 - ties / (dn * (dn - 1))));
		p = sd > 0 ? 2 * gsl_cdf_ugaussian_Q(fmax(0, fabs(u - da * db / 2) - 0.5) / sd) : 1;
	}
	free(v);
	return fmin(1, p);
}

struct ordered {
	double p;
	size_t at;
};

static int by_p(const void *x, const void *y)
{
	const struct ordered *a = x, *b = y;

	return (a->p > b->p) - (a->p < b->p);
}

void stats_holm(double *p, size_t n)
{
	struct ordered *v = xmalloc(n * sizeof(*v));
	size_t m = 0;
	double least = 0;

	for (size_t i = 0; i < n; i++)
		if (!isnan(p[i]))
			v[m++] = (struct ordered){ .p = p[i], .at = i };
	qsort(v, m, sizeof(*v), by_p);
	for (size_t i = 0; i < m; i++) {
		least = fmax(least, fmin(1, (double)(m - i) * v[i].p));
		p[v[i].at] = least;
	}
	free(v);
}

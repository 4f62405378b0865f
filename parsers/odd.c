/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Slow first runs and outliers. A score by the median absolute deviation
 * says how far; with few values the deviation itself is a matter of chance,
 * so a group needs five of them, and a difference that is small in itself is
 * not worth a flag.
 */
#include <math.h>
#include <stdlib.h>

#include "odd.h"

#define LEAST 5	   /* values */
#define SMALL 0.01 /* of the median */

bool odd_first(const struct group *g)
{
	enum better better = observation_better(&g->first);
	int worse = better == BETTER_HIGHER ? -1 : 1;

	return g->n >= LEAST && better != BETTER_NEITHER &&
	       stats_first_differs(g->values, g->n, worse) &&
	       fabs(g->values[0] - g->sum.median) > SMALL * fabs(g->sum.median);
}

size_t odd_outliers(const struct group *g, bool *which)
{
	double *z = xmalloc(g->n * sizeof(*z));
	size_t n = 0;

	stats_mad_z(g->values, g->n, z);
	for (size_t i = 0; i < g->n; i++) {
		which[i] = g->n >= LEAST && fabs(z[i]) > STATS_OUTLIER &&
			   fabs(g->values[i] - g->sum.median) > SMALL * fabs(g->sum.median);
		n += which[i];
	}
	free(z);
	return n;
}

/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Percentiles of a histogram, see hist.h.
 */
#include "hist.h"

/* The middle of a bucket, the inverse of sf_hist_index(). */
static uint64_t hist_value(unsigned int index)
{
	unsigned int shift;
	uint64_t low;

	if (index < (2u << SF_HIST_BITS))
		return index;
	shift = (index >> SF_HIST_BITS) - 1;
	low = ((uint64_t)(index & ((1u << SF_HIST_BITS) - 1)) + (1u << SF_HIST_BITS)) << shift;
	return low + ((uint64_t)1 << shift) / 2;
}

uint64_t sf_hist_percentile(const struct sf_hist *h, unsigned int permille)
{
	uint64_t rank = (h->n * permille + 999) / 1000;
	uint64_t below = 0;

	if (!h->n)
		return 0;
	for (unsigned int i = 0; i < SF_HIST_BUCKETS - 1; i++) {
		uint64_t value;

		below += h->bucket[i];
		if (below < rank)
			continue;
		value = hist_value(i);
		return value < h->max ? value : h->max;
	}
	return h->max;
}

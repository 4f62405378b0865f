/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A histogram of nanoseconds with fio's log-linear buckets (64 to a power of two, stat.h of
 * fio): for the parts of one operation, which fio cannot see. What fio measures itself, the
 * whole operation, is not measured here again.
 */
#ifndef SMALLFILE_HIST_H
#define SMALLFILE_HIST_H

#include <stdint.h>

#define SF_HIST_BITS	6
#define SF_HIST_GROUPS	29
#define SF_HIST_BUCKETS (SF_HIST_GROUPS << SF_HIST_BITS)

/* n values with their exact sum and largest; a bucket is at most 1/64 wide, relative. */
struct sf_hist {
	uint64_t n;
	uint64_t sum;
	uint64_t max;
	uint64_t bucket[SF_HIST_BUCKETS];
};

/* The bucket of a value; from 2^34 ns (17 s) on it is the last one. */
static inline unsigned int sf_hist_index(uint64_t ns)
{
	unsigned int msb = 63 - (unsigned int)__builtin_clzll(ns | 1);
	unsigned int shift, index;

	if (msb <= SF_HIST_BITS)
		return (unsigned int)ns;
	shift = msb - SF_HIST_BITS;
	index = ((shift + 1) << SF_HIST_BITS) + ((ns >> shift) & ((1u << SF_HIST_BITS) - 1));
	return index < SF_HIST_BUCKETS ? index : SF_HIST_BUCKETS - 1;
}

/* Counts one value. */
static inline void sf_hist_add(struct sf_hist *h, uint64_t ns)
{
	h->n++;
	h->sum += ns;
	if (ns > h->max)
		h->max = ns;
	h->bucket[sf_hist_index(ns)]++;
}

/*
 * The value, in ns, that permille (1 to 1000) of a thousand values do not exceed: the middle
 * of its bucket and never above the largest, so that it is wrong by at most 1/128. 0 if empty.
 */
uint64_t sf_hist_percentile(const struct sf_hist *h, unsigned int permille);

#endif

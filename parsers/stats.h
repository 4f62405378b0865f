/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Statistics of small samples. No function here knows what the numbers
 * mean; what cannot be computed is NAN. Sources: Welch (1947) with
 * Satterthwaite's degrees of freedom; the interval of a ratio by inversion of
 * that test (Fieller, 1954, with the degrees of freedom taken at the ratio);
 * Mann and Whitney (1947), exact, ties by mid-ranks; Iglewicz and Hoaglin
 * (1993) for scores by the median absolute deviation; Holm (1979).
 */
#ifndef PLATTER_STATS_H
#define PLATTER_STATS_H

#include <stdbool.h>
#include <stddef.h>

struct summary {
	size_t n;
	double mean;
	double median;
	double sd; /* sample, n - 1; NAN for n < 2 */
	double cv; /* sd / |mean|; NAN where the mean is 0 or n < 2 */
	double min;
	double max;
	double ci_low; /* 95 % interval of the mean by t; NAN for n < 2 */
	double ci_high;
};

struct summary summarize(const double *v, size_t n);

/* (v[i] - median) / median absolute deviation into z; all NAN where that deviation is 0 or n < 3.
 * 1.4826 of it is a standard deviation of normal samples. */
void stats_mad_z(const double *v, size_t n, double *z);
/* Ten standard deviations: what is beyond is an outlier (as hyperfine has it). */
#define STATS_OUTLIER 14.826
/* Whether the first of n >= 4 values lies that far from the median of the others, above it
 * (direction 1) or below it (-1). */
bool stats_first_differs(const double *v, size_t n, int direction);

struct welch {
	double t;
	double df;
	double p; /* two-sided; NAN where a side has fewer than 2 values or neither varies */
};

/* Whether mean(b) = ratio x mean(a), by Welch's test. */
struct welch stats_welch(const struct summary *a, const struct summary *b, double ratio);
/* The ratios mean(b) / mean(a) that Welch's test does not reject at 5 %. A side that has no end is
 * -INFINITY or INFINITY; both NAN where there is no test. False where a's mean is 0. */
bool stats_ratio_interval(const struct summary *a, const struct summary *b, double *low,
			  double *high);

/* Two-sided p of the Mann-Whitney U test: exact up to 100 values together, then the normal
 * approximation with ties and continuity corrected. NAN where a side is empty. */
double stats_mann_whitney(const double *a, size_t na, const double *b, size_t nb);

/* Adjust n p values for being looked at together (step-down); NAN stay and do not count. */
void stats_holm(double *p, size_t n);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Summaries, Welch's test and the interval of a ratio; GSL gives the t
 * distribution and its quantiles. The rank test and Holm's adjustment are in
 * stats-rank.c.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>

#include "arena.h"
#include "stats.h"

/* GSL's t quantile is asked for nothing below this. */
#define LEAST_DF 1e-3

static double t_critical(double df)
{
	return gsl_cdf_tdist_Qinv(0.025, fmax(df, LEAST_DF));
}

static double t_two_sided(double t, double df)
{
	return fmin(1, 2 * gsl_cdf_tdist_Q(fabs(t), fmax(df, LEAST_DF)));
}

static double median_of(const double *v, size_t n)
{
	double *sorted = xmalloc(n * sizeof(*sorted));
	double median;

	memcpy(sorted, v, n * sizeof(*sorted));
	gsl_sort(sorted, 1, n);
	median = gsl_stats_median_from_sorted_data(sorted, 1, n);
	free(sorted);
	return median;
}

struct summary summarize(const double *v, size_t n)
{
	struct summary s = {
		.n = n,
		.mean = NAN,
		.median = NAN,
		.sd = NAN,
		.cv = NAN,
		.min = NAN,
		.max = NAN,
		.ci_low = NAN,
		.ci_high = NAN,
	};
	double half;

	if (!n)
		return s;
	s.mean = gsl_stats_mean(v, 1, n);
	s.median = median_of(v, n);
	gsl_stats_minmax(&s.min, &s.max, v, 1, n);
	if (n < 2)
		return s;
	s.sd = gsl_stats_sd_m(v, 1, n, s.mean);
	if (s.mean != 0)
		s.cv = s.sd / fabs(s.mean);
	half = t_critical((double)n - 1) * s.sd / sqrt((double)n);
	s.ci_low = s.mean - half;
	s.ci_high = s.mean + half;
	return s;
}

void stats_mad_z(const double *v, size_t n, double *z)
{
	double *apart = xmalloc(n * sizeof(*apart));
	double median = n ? median_of(v, n) : NAN, mad = 0;

	for (size_t i = 0; i < n; i++)
		apart[i] = fabs(v[i] - median);
	if (n >= 3)
		mad = median_of(apart, n);
	for (size_t i = 0; i < n; i++)
		z[i] = mad > 0 ? (v[i] - median) / mad : NAN;
	free(apart);
}

bool stats_first_differs(const double *v, size_t n, int direction)
{
	double *apart, median, mad;

	if (n < 4)
		return false;
	median = median_of(v + 1, n - 1);
	apart = xmalloc((n - 1) * sizeof(*apart));
	for (size_t i = 1; i < n; i++)
		apart[i - 1] = fabs(v[i] - median);
	mad = median_of(apart, n - 1);
	free(apart);
	return mad > 0 && (v[0] - median) * direction / mad > STATS_OUTLIER;
}

struct welch stats_welch(const struct summary *a, const struct summary *b, double ratio)
{
	struct welch w = { .t = NAN, .df = NAN, .p = NAN };
	double va, vb, var;

	if (a->n < 2 || b->n < 2)
		return w;
	va = ratio * ratio * a->sd * a->sd / (double)a->n;
	vb = b->sd * b->sd / (double)b->n;
	var = va + vb;
	if (!(var > 0))
		return w;
	w.t = (b->mean - ratio * a->mean) / sqrt(var);
	w.df = var * var / (va * va / ((double)a->n - 1) + vb * vb / ((double)b->n - 1));
	w.p = t_two_sided(w.t, w.df);
	return w;
}

static bool rejected(const struct summary *a, const struct summary *b, double ratio)
{
	return stats_welch(a, b, ratio).p < 0.05;
}

/* The end of the interval in one direction from the ratio of means, where p is 1. */
static double interval_end(const struct summary *a, const struct summary *b, double from,
			   int direction)
{
	double unit = fabs(from) > 0 ? fabs(from) : 1, step = 1e-4 * unit;
	double in = from, out = from + direction * step;

	while (!rejected(a, b, out)) {
		in = out;
		step *= 1.2;
		if (step > 1e9 * unit)
			return direction * INFINITY;
		out = in + direction * step;
	}
	while (fabs(out - in) > 1e-12 * unit) {
		double middle = in + (out - in) / 2;

		if (middle == in || middle == out)
			break;
		if (rejected(a, b, middle))
			out = middle;
		else
			in = middle;
	}
	return in;
}

bool stats_ratio_interval(const struct summary *a, const struct summary *b, double *low,
			  double *high)
{
	*low = *high = NAN;
	if (a->mean == 0 || isnan(a->mean) || isnan(b->mean))
		return false;
	if (isnan(stats_welch(a, b, b->mean / a->mean).t))
		return true;
	*low = interval_end(a, b, b->mean / a->mean, -1);
	*high = interval_end(a, b, b->mean / a->mean, 1);
	return true;
}

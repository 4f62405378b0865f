/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Statistics against published values, against counting by hand, and by
 * simulation. The RAID figures are the twelve comparisons of the field report
 * of 2003 (three runs a side), recomputed independently.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "stats.h"

#define N(a) (sizeof(a) / sizeof((a)[0]))

static void near(double have, double want, double within)
{
	if (!(fabs(have - want) <= within))
		print_error("%.10g is not within %g of %.10g\n", have, within, want);
	assert_true(fabs(have - want) <= within);
}

static void summaries(void **state)
{
	static const double v[] = { 17408, 17118, 17140, 16347, 17080, 17055 };
	static const double even[] = { 4, 1, 3, 2 };
	struct summary s = summarize(v, N(v));

	(void)state;
	/* The report prints 17024.67; sd by Python's statistics.stdev(), interval with t(5) 2.570582. */
	near(s.mean, 17024.67, 0.005);
	near(s.median, 17099, 0);
	near(s.sd, 355.57596, 0.00001);
	near(s.cv, 355.57596 / 17024.6667, 1e-6);
	near(s.ci_low, 16651.5126, 0.0005);
	near(s.ci_high, 17397.8208, 0.0005);
	assert_true(s.min == 16347 && s.max == 17408);
	near(summarize(even, 4).median, 2.5, 0);
}

static void few_values(void **state)
{
	static const double one[] = { 5 };
	struct summary s = summarize(one, 1), none = summarize(NULL, 0);

	(void)state;
	assert_true(s.n == 1 && s.mean == 5 && s.median == 5);
	assert_true(isnan(s.sd) && isnan(s.cv) && isnan(s.ci_low) && isnan(s.ci_high));
	assert_true(none.n == 0 && isnan(none.mean) && isnan(none.min));
	assert_true(isnan(stats_welch(&s, &s, 1).p));
}

/* The examples of Wikipedia's article and Rosetta Code's task on Welch's test, with p as R's
 * t.test() gives it there. */
static void welch_published(void **state)
{
	static const double v[][20] = {
		{ 27.5, 21.0, 19.0, 23.6, 17.0, 17.9, 16.9, 20.1, 21.9, 22.6, 23.1, 19.6, 19.0,
		  21.7, 21.4 },
		{ 27.1, 22.0, 20.8, 23.4, 23.4, 23.5, 25.8, 22.0, 24.8, 20.2, 21.9, 22.1, 22.9,
		  20.5, 24.4 },
		{ 17.2, 20.9, 22.6, 18.1, 21.7, 21.4, 23.5, 24.2, 14.7, 21.8 },
		{ 21.5, 22.8, 21.0, 23.0, 21.6, 23.6, 22.5, 20.7, 23.4, 21.8,
		  20.7, 21.7, 21.5, 22.5, 23.6, 21.5, 22.5, 23.5, 21.5, 21.8 },
		{ 19.8, 20.4, 19.6, 17.8, 18.5, 18.9, 18.3, 18.9, 19.5, 22.0 },
		{ 28.2, 26.6, 20.1, 23.3, 25.2, 22.1, 17.7, 27.6, 20.6, 13.7,
		  23.2, 17.5, 20.6, 18.0, 23.9, 21.6, 24.3, 20.4, 24.0, 13.2 },
		{ 30.02, 29.99, 30.11, 29.97, 30.01, 29.99 },
		{ 29.89, 29.93, 29.72, 29.98, 30.02, 29.98 },
		{ 3.0, 4.0, 1.0, 2.1 },
		{ 490.2, 340.0, 433.9 },
	};
	static const size_t n[] = { 15, 15, 10, 20, 10, 20, 6, 6, 4, 3 };
	static const double p[] = { 0.021378, 0.148842, 0.0359723, 0.0907733, 0.0107516 };
	struct summary a = summarize(v[0], n[0]), b = summarize(v[1], n[1]);
	struct welch w = stats_welch(&a, &b, 1);

	(void)state;
	near(w.t, 2.4553564, 1e-6);
	near(w.df, 24.9885293, 1e-6);
	for (size_t i = 0; i < N(p); i++) {
		a = summarize(v[2 * i], n[2 * i]);
		b = summarize(v[2 * i + 1], n[2 * i + 1]);
		near(stats_welch(&a, &b, 1).p, p[i], 1e-6);
	}
}

/* K/sec, three runs each: block output, rewrite, block input. */
static const double raid5_ext3[3][3] = { { 24188, 23307, 23135 },
					 { 13102, 13042, 13234 },
					 { 29531, 30294, 37975 } };
static const double raid5_reiser[3][3] = { { 27369, 25629, 26558 },
					   { 12671, 13007, 13053 },
					   { 26328, 28494, 27644 } };
static const double raid10_ext3[3][3] = { { 21376, 20112, 20427 },
					  { 16212, 16095, 16205 },
					  { 41710, 44497, 42278 } };
static const double raid10_reiser[3][3] = { { 25794, 23995, 23713 },
					    { 9679, 9824, 9862 },
					    { 39052, 47301, 55341 } };

static void raid_golden(void **state)
{
	static const struct {
		const double (*base)[3];
		const double (*other)[3];
		int what;
		double change, low, high, p, p_within;
	} golden[] = {
		{ raid5_ext3, raid5_reiser, 0, 12.6, 5.1, 20.3, .0113, .00005 },
		{ raid10_ext3, raid10_reiser, 0, 18.7, 7.5, 30.0, .0121, .00005 },
		{ raid5_ext3, raid10_ext3, 0, -12.3, -18.1, -6.5, .0047, .00005 },
		{ raid5_reiser, raid10_reiser, 0, -7.6, -16.3, 1.3, .0744, .00005 },
		{ raid5_ext3, raid5_reiser, 1, -1.6, -5.0, 1.7, .208, .0005 },
		{ raid10_ext3, raid10_reiser, 1, -39.5, -40.8, -38.2, 0, .00001 },
		{ raid5_ext3, raid10_ext3, 1, 23.2, 21.3, 25.1, .00001, .000005 },
		{ raid5_reiser, raid10_reiser, 1, -24.2, -26.6, -21.6, .00025, .000005 },
		{ raid5_ext3, raid5_reiser, 2, -15.7, -35.8, 27.9, .194, .0005 },
		{ raid10_ext3, raid10_reiser, 2, 10.3, -36.1, 53.6, .449, .0005 },
		{ raid5_ext3, raid10_ext3, 2, 31.4, -0.5, 100.4, .0522, .00005 },
		{ raid5_reiser, raid10_reiser, 2, 71.8, -0.0, 137.9, .05004, .000005 },
	};

	(void)state;
	for (size_t i = 0; i < N(golden); i++) {
		struct summary a = summarize(golden[i].base[golden[i].what], 3);
		struct summary b = summarize(golden[i].other[golden[i].what], 3);
		double low, high;

		assert_true(stats_ratio_interval(&a, &b, &low, &high));
		near(100 * (b.mean / a.mean - 1), golden[i].change, 0.05);
		near(100 * (low - 1), golden[i].low, 0.05);
		near(100 * (high - 1), golden[i].high, 0.05);
		near(stats_welch(&a, &b, 1).p, golden[i].p, golden[i].p_within);
	}
}

/* Where the interval ends Welch's p is 0.05, and inside it is above: they never disagree. */
static void interval_is_the_test_inverted(void **state)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

	(void)state;
	for (int i = 0; i < 500; i++) {
		double a[8], b[8], low, high;
		size_t n = 2 + gsl_rng_uniform_int(rng, 7), m = 2 + gsl_rng_uniform_int(rng, 7);
		struct summary sa, sb;

		for (size_t k = 0; k < n; k++)
			a[k] = 100 + gsl_ran_gaussian(rng, 4);
		for (size_t k = 0; k < m; k++)
			b[k] = 104 + gsl_ran_gaussian(rng, 12);
		sa = summarize(a, n);
		sb = summarize(b, m);
		assert_true(stats_ratio_interval(&sa, &sb, &low, &high));
		if (isfinite(low))
			near(stats_welch(&sa, &sb, low).p, 0.05, 1e-6);
		if (isfinite(high))
			near(stats_welch(&sa, &sb, high).p, 0.05, 1e-6);
		assert_true((stats_welch(&sa, &sb, 1).p > 0.05) == (low < 1 && 1 < high));
	}
	gsl_rng_free(rng);
}

static void no_variance(void **state)
{
	static const double a[] = { 4, 4, 4 }, b[] = { 5, 5, 5 }, zero[] = { 0, 0, 0 };
	struct summary sa = summarize(a, 3), sb = summarize(b, 3), sz = summarize(zero, 3);
	double low, high;

	(void)state;
	assert_true(isnan(stats_welch(&sa, &sb, 1).p));
	assert_true(stats_ratio_interval(&sa, &sb, &low, &high));
	assert_true(isnan(low) && isnan(high));
	assert_false(stats_ratio_interval(&sz, &sb, &low, &high));
}

/* A base that cannot be told from zero: the ratio may be anything on one side. */
static void interval_without_end(void **state)
{
	static const double a[] = { 1, 30, 80 }, b[] = { 40, 42, 41 };
	struct summary sa = summarize(a, 3), sb = summarize(b, 3);
	double low, high;

	(void)state;
	assert_true(stats_ratio_interval(&sa, &sb, &low, &high));
	assert_true(isinf(high) && high > 0);
	assert_true(low < sb.mean / sa.mean);
}

/* Share of simulated samples whose interval holds the true ratio. */
static double coverage(gsl_rng *rng, size_t n, double sd_a, double sd_b)
{
	const double ratio = 1.3;
	int held = 0, runs = 2000;

	for (int i = 0; i < runs; i++) {
		double a[30], b[30], low, high;
		struct summary sa, sb;

		for (size_t k = 0; k < n; k++) {
			a[k] = 100 + gsl_ran_gaussian(rng, sd_a);
			b[k] = 100 * ratio + gsl_ran_gaussian(rng, sd_b);
		}
		sa = summarize(a, n);
		sb = summarize(b, n);
		stats_ratio_interval(&sa, &sb, &low, &high);
		held += low <= ratio && ratio <= high;
	}
	return (double)held / runs;
}

static void intervals_cover(void **state)
{
	static const size_t sizes[] = { 3, 4, 6, 10, 30 };
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

	(void)state;
	for (size_t i = 0; i < N(sizes); i++) {
		double equal = coverage(rng, sizes[i], 5, 5 * 1.3);
		double unequal = coverage(rng, sizes[i], 2, 10);

		if (equal < .93 || equal > .97 || unequal < .93 || unequal > .97)
			print_error("n %zu: %.3f, %.3f\n", sizes[i], equal, unequal);
		assert_true(equal >= .93 && equal <= .97);
		assert_true(unequal >= .93 && unequal <= .97);
	}
	gsl_rng_free(rng);
}

static void smallest_rank_p(void **state)
{
	/* Two-sided p of complete separation: 2 / C(2n, n). */
	static const double want[] = { 1, 1. / 3, 0.1, 2. / 70, 2. / 252, 2. / 924 };
	double a[6], b[6];

	(void)state;
	for (size_t n = 1; n <= 6; n++) {
		for (size_t i = 0; i < n; i++) {
			a[i] = (double)i;
			b[i] = 100 + (double)i;
		}
		near(stats_mann_whitney(a, n, b, n), want[n - 1], 1e-12);
		near(stats_mann_whitney(b, n, a, n), want[n - 1], 1e-12);
	}
	assert_true(isnan(stats_mann_whitney(a, 0, b, 3)));
}

/* p by trying all ways to deal the values out. */
static double by_enumeration(const double *all, size_t n, size_t na)
{
	double below = 0, above = 0, ways = 0, seen = 0;
	double rank[12];

	for (size_t i = 0; i < n; i++) {
		double less = 0, same = 0;

		for (size_t k = 0; k < n; k++) {
			less += all[k] < all[i];
			same += all[k] == all[i];
		}
		rank[i] = less + (same + 1) / 2;
	}
	for (size_t i = 0; i < na; i++)
		seen += rank[i];
	for (unsigned set = 0; set < 1u << n; set++) {
		double sum = 0;

		if ((size_t)__builtin_popcount(set) != na)
			continue;
		for (size_t i = 0; i < n; i++)
			sum += set >> i & 1 ? rank[i] : 0;
		ways++;
		below += sum <= seen + 1e-9;
		above += sum >= seen - 1e-9;
	}
	return fmin(1, 2 * fmin(below, above) / ways);
}

static void ranks_by_enumeration(void **state)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

	(void)state;
	for (int i = 0; i < 200; i++) {
		double all[12];
		size_t na = 1 + gsl_rng_uniform_int(rng, 6), nb = 1 + gsl_rng_uniform_int(rng, 6);

		/* Few different values: many ties. */
		for (size_t k = 0; k < na + nb; k++)
			all[k] = (double)gsl_rng_uniform_int(rng, i % 2 ? 5 : 1000);
		near(stats_mann_whitney(all, na, all + na, nb), by_enumeration(all, na + nb, na),
		     1e-9);
	}
	gsl_rng_free(rng);
}

static void large_ranks(void **state)
{
	double a[80], b[80];

	(void)state;
	for (size_t i = 0; i < 80; i++) {
		a[i] = (double)i;
		b[i] = (double)i + 13;
	}
	/* U is 2244.5, its deviation 292.85: z 3.2592 with continuity corrected. */
	near(stats_mann_whitney(a, 80, b, 80), 0.00111722820506, 1e-12);
}

/* The MySQL runs of the field report: a cold first run, -44.9 by its own arithmetic. */
static void cold_first_run(void **state)
{
	static const double qps[] = { 2429, 2997, 3081, 3069, 3104, 3085, 3097, 3068, 3078, 3113 };
	static const double flat[] = { 5, 5, 5, 6 };
	double z[10];

	(void)state;
	stats_mad_z(qps, N(qps), z);
	near(z[0], -44.9, 0.05);
	for (size_t i = 1; i < N(qps); i++)
		assert_true(fabs(z[i]) < STATS_OUTLIER);
	assert_true(stats_first_differs(qps, N(qps), -1));
	assert_false(stats_first_differs(qps, N(qps), 1));
	assert_false(stats_first_differs(qps + 1, N(qps) - 1, -1));
	stats_mad_z(flat, N(flat), z);
	assert_true(isnan(z[3]));
}

static void holm(void **state)
{
	/* .005 x 4, .01 x 3, .03 x 2, and .04 no less than the one before. */
	double p[] = { .01, NAN, .04, .03, .005 };

	(void)state;
	stats_holm(p, N(p));
	near(p[0], .03, 1e-12);
	assert_true(isnan(p[1]));
	near(p[2], .06, 1e-12);
	near(p[3], .06, 1e-12);
	near(p[4], .02, 1e-12);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(summaries),
		cmocka_unit_test(few_values),
		cmocka_unit_test(welch_published),
		cmocka_unit_test(raid_golden),
		cmocka_unit_test(interval_is_the_test_inverted),
		cmocka_unit_test(no_variance),
		cmocka_unit_test(interval_without_end),
		cmocka_unit_test(intervals_cover),
		cmocka_unit_test(smallest_rank_p),
		cmocka_unit_test(ranks_by_enumeration),
		cmocka_unit_test(large_ranks),
		cmocka_unit_test(cold_first_run),
		cmocka_unit_test(holm),
	};

	return cmocka_run_group_tests_name("stats", tests, NULL, NULL);
}

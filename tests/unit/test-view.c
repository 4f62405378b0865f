/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The table for people: which rows, what they are called, units and digits,
 * spread, flags, comparison; and the small functions behind it.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "compare.h"
#include "fixture.h"
#include "label.h"
#include "odd.h"
#include "unit.h"
#include "view.h"

static struct observation sample(struct table *t, const char *system, enum metric metric,
				 double value)
{
	static const char *const natives[] = { "read/bw",   "read/iops", "read/runtime",
					       "read/clat", "usr_cpu",	 "read/total_ios" };
	struct observation o = observation_none();

	o.system = table_str(t, system);
	o.source = table_str(t, "x");
	o.tool = table_str(t, "fio");
	o.op = table_str(t, "read");
	o.native = table_str(t, natives[metric]);
	o.stat = table_str(t, "mean");
	o.job = table_str(t, "j");
	o.metric = metric;
	o.value = value;
	o.reading = table_reading(t);
	return o;
}

static void add_flagged(struct table *t, const char *system, enum metric metric, double value,
			unsigned flags)
{
	struct observation o = sample(t, system, metric, value);

	o.flags = flags;
	table_add(t, &o);
}

static void add(struct table *t, const char *system, enum metric metric, double value)
{
	add_flagged(t, system, metric, value, 0);
}

static struct view *view_of(struct table *t, const char *keys, const char *baseline)
{
	struct selection s = { .keys = keys };
	struct view_options options = { .selection = &s, .baseline = baseline };

	table_number_runs(t);
	return view_make(t, &options);
}

/* The text of a row's cell by the column's name. */
static const char *cell(const struct view *v, size_t row, const char *column)
{
	assert_true(row < v->nrows);
	for (size_t i = 0; i < v->ncolumns; i++)
		if (!strcmp(v->columns[i].name, column))
			return v->rows[row].cells[i];
	return "no such column";
}

static bool has_note(const struct view *v, const char *begin)
{
	for (size_t i = 0; i < v->nnotes; i++)
		if (!strncmp(v->notes[i], begin, strlen(begin)))
			return true;
	return false;
}

static void spread_by_runs(void **state)
{
	struct table *t = table_new();
	struct view *v;

	(void)state;
	add(t, "one", METRIC_RATE, 1000);
	add(t, "two", METRIC_RATE, 1000);
	add(t, "two", METRIC_RATE, 1200);
	for (int i = 0; i < 6; i++)
		add(t, "six", METRIC_RATE, 1000 + i % 2);
	v = view_of(t, NULL, NULL);
	assert_int_equal(v->nrows, 3);
	assert_string_equal(cell(v, 0, "spread"), "");
	assert_string_equal(cell(v, 1, "spread"), "1000..1200");
	assert_string_equal(cell(v, 1, "mean"), "1100");
	assert_string_equal(cell(v, 2, "spread"), "± 0.1 %");
	assert_string_equal(cell(v, 2, "n"), "6");
	assert_string_equal(cell(v, 2, "unit"), "IOPS");
	assert_true(has_note(v, "±") && has_note(v, "a..b: smallest"));
	/* Nothing to compare, no flags: no such columns. */
	assert_string_equal(cell(v, 2, "change"), "no such column");
	assert_string_equal(cell(v, 2, "flags"), "no such column");
	view_free(v);
	table_free(t);
}

static void flagged_runs(void **state)
{
	struct table *t = table_new();
	struct view *v;

	(void)state;
	add(t, "a", METRIC_RATE, 10);
	add_flagged(t, "a", METRIC_RATE, 90, FLAG_INVALID);
	add_flagged(t, "b", METRIC_RATE, 77, FLAG_FAILED);
	add_flagged(t, "c", METRIC_RATE, NAN, FLAG_TOO_FAST);
	v = view_of(t, NULL, NULL);
	assert_string_equal(cell(v, 0, "mean"), "10.00");
	assert_string_equal(cell(v, 0, "n"), "1");
	assert_string_equal(cell(v, 0, "flags"), "[INVALID] 1 of 2 runs");
	assert_string_equal(cell(v, 1, "mean"), "77.00");
	assert_string_equal(cell(v, 1, "n"), "0");
	assert_string_equal(cell(v, 1, "flags"), "[FAILED]");
	assert_string_equal(cell(v, 2, "mean"), "-");
	assert_string_equal(cell(v, 2, "flags"), "[TOO FAST]");
	assert_true(has_note(v, "[FLAG]"));
	view_free(v);
	table_free(t);
}

static void bounds(void **state)
{
	struct table *t = table_new();
	struct observation o = sample(t, "published", METRIC_TIME, 4);
	struct view *v;

	(void)state;
	o.flags = FLAG_BOUND;
	o.low = 3.5;
	o.high = 4.5;
	table_add(t, &o);
	o = sample(t, "fast", METRIC_TIME, NAN);
	o.flags = FLAG_BOUND;
	o.low = 0;
	o.high = 1;
	table_add(t, &o);
	for (int i = 0; i < 6; i++)
		add(t, "mine", METRIC_TIME, 3.9 + i / 100.);
	v = view_of(t, NULL, "published");
	assert_string_equal(cell(v, 0, "mean"), "4");
	assert_string_equal(cell(v, 0, "spread"), "3.5..4.5");
	assert_string_equal(cell(v, 1, "mean"), "< 1");
	/* Bounds that do not overlap are a difference, whatever it is. */
	assert_string_equal(cell(v, 1, "change"), "differs");
	/* 3.9 s lies within what was printed as 4 s. */
	assert_string_equal(cell(v, 2, "change"), "-1.9 % ~");
	view_free(v);
	table_free(t);
}

static void changes(void **state)
{
	static const double base[] = { 29531, 30294, 37975 }, raid10[] = { 41710, 44497, 42278 };
	static const double slower[] = { 29400, 30100, 12000 };
	struct table *t = table_new();
	struct view *v;
	size_t change = 0;

	(void)state;
	for (int i = 0; i < 3; i++) {
		add(t, "raid5", METRIC_THROUGHPUT, base[i] * 1024);
		add(t, "raid10", METRIC_THROUGHPUT, raid10[i] * 1024);
		add(t, "raid0", METRIC_THROUGHPUT, raid10[i] * 10240);
		add(t, "slow", METRIC_THROUGHPUT, slower[i] * 102);
	}
	v = view_of(t, NULL, "raid5");
	assert_string_equal(cell(v, 0, "change"), "base");
	assert_string_equal(cell(v, 1, "change"), "+31.4 % ~");
	assert_string_equal(cell(v, 1, "95 % interval"), "[-0.5, +100.4]");
	assert_string_equal(cell(v, 1, "p"), "0.052");
	assert_string_equal(cell(v, 1, "system"), "raid10");
	while (strcmp(v->columns[change].name, "change"))
		change++;
	assert_int_equal(v->rows[1].tones[change], TONE_PLAIN);
	assert_int_equal(v->rows[2].tones[change], TONE_GOOD);
	assert_int_equal(v->rows[3].tones[change], TONE_BAD);
	assert_true(has_note(v, "~:") && has_note(v, "fewer than 6 runs"));
	/* Three runs a side: no rank test could show anything. */
	assert_string_equal(cell(v, 1, "p (U)"), "no such column");
	view_free(v);
	table_free(t);
}

static void rank_test_beside(void **state)
{
	struct table *t = table_new();
	struct view *v;

	(void)state;
	for (int i = 0; i < 6; i++) {
		add(t, "a", METRIC_LATENCY, 1000 + i);
		add(t, "b", METRIC_LATENCY, 2000 + i);
	}
	v = view_of(t, NULL, "a");
	assert_string_equal(cell(v, 1, "p (U)"), "0.002");
	assert_string_equal(cell(v, 1, "p"), "< 0.0001");
	assert_false(has_note(v, "fewer than 6"));
	view_free(v);
	table_free(t);
}

static void one_run_shows_nothing(void **state)
{
	struct table *t = table_new();
	struct view *v;

	(void)state;
	add(t, "a", METRIC_RATE, 100);
	add(t, "b", METRIC_RATE, 200);
	v = view_of(t, NULL, "a");
	assert_string_equal(cell(v, 1, "change"), "+100.0 % ~");
	assert_string_equal(cell(v, 1, "p"), "-");
	view_free(v);
	table_free(t);
}

static void default_rows(void **state)
{
	struct table *t = fixture_table("fio/3.33/seqread.all.txt", NULL, NULL);
	struct view *v = view_of(t, NULL, NULL);

	(void)state;
	assert_int_equal(v->nrows, 4);
	assert_string_equal(cell(v, 0, "workload"), "seqread: sequential read 64 KiB");
	assert_string_equal(cell(v, 0, "metric"), "throughput");
	assert_string_equal(cell(v, 1, "metric"), "rate");
	assert_string_equal(cell(v, 2, "metric"), "latency mean");
	assert_string_equal(cell(v, 3, "metric"), "latency p99");
	view_free(v);
	table_free(t);
	t = fixture_table("fio/3.33/rate.all.txt", NULL, NULL);
	v = view_of(t, "latency.p50,max,runtime,usr_cpu", NULL);
	assert_string_equal(cell(v, 0, "metric"), "throughput max");
	assert_string_equal(cell(v, 1, "metric"), "rate max");
	assert_string_equal(cell(v, 2, "metric"), "time");
	assert_string_equal(cell(v, 3, "metric"), "latency p50");
	assert_string_equal(cell(v, 4, "metric"), "latency max");
	assert_string_equal(cell(v, 5, "metric"), "cpu (usr_cpu)");
	assert_int_equal(v->nrows, 6);
	view_free(v);
	table_free(t);
}

static void unknown_keys(void **state)
{
	struct table *t = fixture_table("fio/3.33/seqread.all.txt", NULL, NULL);
	struct selection s = { .keys = "rate,latency.p99,slow,time" };
	char *unknown = selection_unknown(&s, t);

	(void)state;
	assert_string_equal(unknown, "slow");
	free(unknown);
	s.keys = "rate,latency.p99,clat.all,read/clat";
	assert_null(selection_unknown(&s, t));
	s.keys = "latency.p98";
	unknown = selection_unknown(&s, t);
	assert_string_equal(unknown, "latency.p98");
	free(unknown);
	s.keys = "rate,,time";
	unknown = selection_unknown(&s, t);
	assert_string_equal(unknown, "");
	free(unknown);
	table_free(t);
}

static void runs_of_files(void **state)
{
	struct table *t = fixture_table("run/raw", NULL, NULL);
	struct view *v = view_of(t, NULL, NULL);
	char *title = label_title(t);

	(void)state;
	assert_string_equal(title, "small-files (lab: loopback, one machine)");
	free(title);
	/* Phase order as they ran; systems in input order; time and no throughput. */
	assert_string_equal(cell(v, 0, "workload"), "create, 200 files of 1 KiB");
	assert_string_equal(cell(v, 0, "metric"), "rate");
	assert_string_equal(cell(v, 0, "unit"), "files/s");
	assert_string_equal(cell(v, 0, "system"), "ext4");
	assert_string_equal(cell(v, 1, "system"), "tmpfs");
	assert_string_equal(cell(v, 2, "metric"), "time");
	assert_string_equal(cell(v, 8, "workload"), "lsla, 200 files of 1 KiB");
	assert_string_equal(cell(v, 16, "workload"), "rm, 200 files of 1 KiB");
	for (size_t i = 0; i < v->nrows; i++) {
		assert_string_not_equal(cell(v, i, "metric"), "throughput");
		assert_string_equal(cell(v, i, "n"), "3");
	}
	view_free(v);
	table_free(t);
}

static void same_names_are_told_apart(void **state)
{
	static const char text[] =
		"{\"fio version\":\"fio-3.33\",\"jobs\":["
		"{\"jobname\":\"j\",\"groupid\":0,\"error\":0,\"job options\":{\"rw\":\"read\","
		"\"runtime\":\"10\"},\"read\":{\"iops\":10,\"bw_bytes\":1,\"runtime\":1000,"
		"\"total_ios\":10}},"
		"{\"jobname\":\"j\",\"groupid\":1,\"error\":0,\"job options\":{\"rw\":\"read\","
		"\"runtime\":\"20\"},\"read\":{\"iops\":10,\"bw_bytes\":1,\"runtime\":1000,"
		"\"total_ios\":10}}]}";
	struct table *t = text_table(text, NULL, NULL);
	struct view *v = view_of(t, "rate", NULL);

	(void)state;
	assert_int_equal(v->nrows, 2);
	assert_string_equal(cell(v, 0, "workload"), "j: sequential read 4 KiB, runtime=10");
	assert_string_equal(cell(v, 1, "workload"), "j: sequential read 4 KiB, runtime=20");
	view_free(v);
	table_free(t);
}

/* The first MySQL block of the field report, in its columns of 10 and 40 connections. */
static void odd_runs(void **state)
{
	static const double cold[] = { 2429, 2997, 3081, 3069, 3104, 3085, 3097, 3068, 3078, 3113 };
	static const double steady[] = {
		2736, 2747, 2758, 2759, 2750, 2773, 2771, 2755, 2767, 2753
	};
	struct table *t = table_new();
	bool which[10];
	struct groups *g;

	(void)state;
	for (size_t i = 0; i < 10; i++) {
		add(t, "10", METRIC_RATE, cold[i]);
		add(t, "40", METRIC_RATE, steady[i]);
		/* One digit in the last place is no outlier, however still the rest is. */
		add(t, "still", METRIC_RATE, 2414 + (i % 2) * 0.01 + (i == 3));
		if (i < 4)
			add(t, "few", METRIC_RATE, i ? 100 + (double)i / 10 : 10);
	}
	table_number_runs(t);
	g = groups_make(t, NULL, NULL);
	assert_true(odd_first(groups_find(g, 0, 0)));
	assert_int_equal(odd_outliers(groups_find(g, 0, 0), which), 1);
	assert_true(which[0]);
	assert_false(odd_first(groups_find(g, 0, 1)));
	assert_int_equal(odd_outliers(groups_find(g, 0, 1), which), 0);
	assert_int_equal(odd_outliers(groups_find(g, 0, 2), which), 0);
	assert_false(odd_first(groups_find(g, 0, 3)));
	groups_free(g);
	table_free(t);
}

static void check_unit(enum metric metric, double value, const char *asked, const char *want)
{
	struct observation o = { .metric = metric, .op = "read" };
	struct unit u = unit_choose(&o, value, value, asked);
	char *number = unit_format(&u, value), *all = xasprintf("%s %s", number, u.name);

	assert_string_equal(all, want);
	free(number);
	free(all);
}

static void units(void **state)
{
	(void)state;
	check_unit(METRIC_THROUGHPUT, 1024, NULL, "1.000 KiB/s");
	check_unit(METRIC_THROUGHPUT, 389751808, NULL, "371.7 MiB/s");
	check_unit(METRIC_THROUGHPUT, 389751808, "MB/s", "389.8 MB/s");
	check_unit(METRIC_THROUGHPUT, 389751808, "KiB/s", "380617 KiB/s");
	check_unit(METRIC_THROUGHPUT, 4e9, NULL, "3.725 GiB/s");
	check_unit(METRIC_LATENCY, 950, NULL, "950.0 ns");
	check_unit(METRIC_LATENCY, 95000.5, NULL, "95.00 us");
	check_unit(METRIC_LATENCY, 2506752, NULL, "2.507 ms");
	check_unit(METRIC_LATENCY, 12.5e9, NULL, "12.50 s");
	check_unit(METRIC_RATE, 81234.5, NULL, "81234 IOPS");
	check_unit(METRIC_TIME, 0.0123456, NULL, "0.01235 s");
	check_unit(METRIC_TIME, 0, NULL, "0 s");
	check_unit(METRIC_COUNT, 4096, NULL, "4096 ");
	assert_null(unit_throughput("MB"));
}

static void sizes(void **state)
{
	static const struct {
		double bytes;
		const char *want;
	} cases[] = { { 4096, "4 KiB" }, { 1536, "1536 B" },	    { 1048576, "1 MiB" },
		      { 512, "512 B" },	 { 23622320128, "22 GiB" }, { 1234567, "1.18 MiB" } };

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char *text = unit_size(cases[i].bytes);

		assert_string_equal(text, cases[i].want);
		free(text);
	}
}

static void exact_numbers(void **state)
{
	static const double v[] = { 0.1,	  1.0 / 3, 389751808,	  1e300, 5e-324,
				    30895.833333, 1e22,	   123456789.125, -0.5 };
	char buf[32];

	(void)state;
	assert_string_equal(number_exact(buf, 0.1), "0.1");
	assert_string_equal(number_exact(buf, 389751808), "389751808");
	for (size_t i = 0; i < sizeof(v) / sizeof(v[0]); i++)
		assert_true(strtod(number_exact(buf, v[i]), NULL) == v[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(spread_by_runs),
		cmocka_unit_test(flagged_runs),
		cmocka_unit_test(bounds),
		cmocka_unit_test(changes),
		cmocka_unit_test(rank_test_beside),
		cmocka_unit_test(one_run_shows_nothing),
		cmocka_unit_test(default_rows),
		cmocka_unit_test(unknown_keys),
		cmocka_unit_test(runs_of_files),
		cmocka_unit_test(same_names_are_told_apart),
		cmocka_unit_test(odd_runs),
		cmocka_unit_test(units),
		cmocka_unit_test(sizes),
		cmocka_unit_test(exact_numbers),
	};

	return cmocka_run_group_tests_name("view", tests, NULL, NULL);
}

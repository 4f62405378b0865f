/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The table: interning, adding, taking out, run numbers, works, warnings,
 * and what an observation costs.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "fixture.h"
#include "group.h"
#include "model.h"
#include "systems.h"

static struct observation sample(struct table *t, const char *system, const char *job, double value)
{
	struct observation o = observation_none();

	o.system = table_str(t, system);
	o.source = table_str(t, "a.json");
	o.tool = table_str(t, "fio");
	o.op = table_str(t, "read");
	o.native = table_str(t, "read/bw");
	o.stat = table_str(t, "mean");
	o.job = table_str(t, job);
	o.metric = METRIC_THROUGHPUT;
	o.value = value;
	o.reading = table_reading(t);
	return o;
}

static void add(struct table *t, const char *system, const char *job, double value)
{
	struct observation o = sample(t, system, job, value);

	table_add(t, &o);
}

static void interning(void **state)
{
	struct table *t = table_new();
	struct params_builder a = { 0 }, b = { 0 };
	const struct params *x, *y;
	const char *v[] = { "lab", "other" };
	char text[] = "seqread";

	(void)state;
	assert_ptr_equal(table_str(t, text), table_strn(t, "seqreader", 7));
	assert_ptr_not_equal(table_str(t, "seqrea"), table_str(t, text));
	assert_null(table_str(t, NULL));
	params_number(t, &a, "bs", 4096);
	params_text(t, &a, "rw", "read");
	params_number(t, &a, "bs", 8192);
	params_text(t, &b, "rw", "read");
	params_number(t, &b, "bs", 8192);
	x = params_intern(t, &a);
	y = params_intern(t, &b);
	assert_ptr_equal(x, y);
	assert_int_equal(x->n, 2);
	assert_true(params_get_number(x, "bs", 0) == 8192);
	assert_string_equal(params_get_text(x, "rw"), "read");
	assert_true(params_get_number(x, "rw", -1) == -1);
	assert_null(params_get(x, "size"));
	params_add_all(&a, x);
	params_unset(&a, "rw");
	params_unset(&a, "never there");
	assert_int_equal(params_intern(t, &a)->n, 1);
	assert_ptr_equal(table_list(t, v, 2), table_list(t, v, 2));
	assert_ptr_not_equal(table_list(t, v, 2), table_list(t, v, 1));
	params_builder_free(&a);
	params_builder_free(&b);
	table_free(t);
}

static void many_strings(void **state)
{
	struct table *t = table_new();
	const char *first = table_str(t, "string 0");
	char text[32], *large = malloc(100000);

	(void)state;
	for (int i = 0; i < 100000; i++) {
		snprintf(text, sizeof(text), "string %d", i);
		assert_string_equal(table_str(t, text), text);
	}
	assert_ptr_equal(table_str(t, "string 0"), first);
	memset(large, 'x', 99999);
	large[99999] = '\0';
	assert_int_equal(strlen(table_str(t, large)), 99999);
	assert_string_equal(table_strn(t, "one\0two", 7), "one");
	free(large);
	table_free(t);
}

static void add_and_get(void **state)
{
	struct table *t = table_new();
	struct observation o;

	(void)state;
	for (int i = 0; i < 20000; i++)
		add(t, "s", i % 2 ? "a" : "b", i);
	assert_int_equal(table_len(t), 20000);
	for (size_t i = 0; i < 20000; i++) {
		assert_true(table_get(t, i, &o));
		assert_true(o.value == (double)i);
		assert_string_equal(o.job, i % 2 ? "a" : "b");
		assert_int_equal(o.group, -1);
		assert_int_equal(o.params->n, 0);
		assert_true(isnan(o.low));
	}
	o.value = -1;
	table_replace(t, 7, &o);
	table_remove(t, 8);
	table_cut(t, 10, 9990);
	assert_int_equal(table_len(t), 20000 - 9980);
	assert_true(table_get(t, 7, &o) && o.value == -1);
	assert_false(table_get(t, 8, &o));
	assert_true(table_get(t, 10, &o) && o.value == 9990);
	table_cut(t, 5, SIZE_MAX);
	assert_int_equal(table_len(t), 5);
	add(t, "s", "c", 5);
	assert_true(table_get(t, 5, &o) && o.value == 5);
	table_free(t);
}

static unsigned run_of(const struct table *t, size_t i)
{
	struct observation o;

	assert_true(table_get(t, i, &o));
	return o.run;
}

static void runs_count_up(void **state)
{
	struct table *t = table_new();
	struct observation o;

	(void)state;
	add(t, "s", "a", 1);
	add(t, "s", "a", 2);
	add(t, "s", "b", 3);
	add(t, "other", "a", 4);
	/* Two metrics of one reading are one run. */
	o = sample(t, "s", "a", 5);
	table_add(t, &o);
	o.metric = METRIC_RATE;
	table_add(t, &o);
	table_number_runs(t);
	assert_int_equal(run_of(t, 0), 1);
	assert_int_equal(run_of(t, 1), 2);
	assert_int_equal(run_of(t, 2), 1);
	assert_int_equal(run_of(t, 3), 1);
	assert_int_equal(run_of(t, 4), 3);
	assert_int_equal(run_of(t, 5), 3);
	table_free(t);
}

static void given_runs_stay(void **state)
{
	static const unsigned given[] = { 3, 1, 0, 3, 0 };
	static const unsigned want[] = { 3, 1, 4, 5, 6 };
	struct table *t = table_new();

	(void)state;
	for (size_t i = 0; i < 5; i++) {
		struct observation o = sample(t, "s", "a", (double)i);

		o.run = given[i];
		table_add(t, &o);
	}
	table_number_runs(t);
	for (size_t i = 0; i < 5; i++)
		assert_int_equal(run_of(t, i), want[i]);
	table_free(t);
}

static void works(void **state)
{
	struct table *t = table_new();
	struct test test = { .profile = "smallfile", .arguments = "--files=10000" };
	struct observation o;

	(void)state;
	add(t, "s", "a", 1);
	add(t, "other", "a", 1);
	add(t, "s", "b", 1);
	o = sample(t, "s", "a", 1);
	o.tool_version = table_str(t, "3.39");
	table_add(t, &o);
	o.test = table_test(t, &test);
	table_add(t, &o);
	assert_int_equal(table_work(t, 0), 0);
	assert_int_equal(table_work(t, 1), 0);
	assert_int_equal(table_work(t, 2), 1);
	/* Another version did the same work; the same job within a test is other work. */
	assert_int_equal(table_work(t, 3), 0);
	assert_int_equal(table_work(t, 4), 2);
	/* A RESULT name alone says which work: whatever tool measured it. */
	test.result = "create_seconds";
	table_set_test(t, 4, table_test(t, &test));
	o = sample(t, "published", NULL, 4);
	o.tool = table_str(t, "script");
	o.native = NULL;
	test.title = "another title";
	o.test = table_test(t, &test);
	table_add(t, &o);
	assert_int_equal(table_work(t, 4), table_work(t, 5));
	assert_int_equal(table_works(t), 3);
	table_free(t);
}

static void warnings(void **state)
{
	struct table *t = table_new();

	(void)state;
	table_warn(t, SEVERITY_NOTE, "a", 0, "one", "%d of %s", 3, "them");
	table_warn(t, SEVERITY_ERROR, "b", 7, "two", "x");
	table_warn(t, SEVERITY_WARNING, "c", 8, "three", "y");
	assert_int_equal(table_warnings(t), 3);
	assert_string_equal(table_warning(t, 0)->message, "3 of them");
	table_cut_warnings(t, 0, 1);
	assert_int_equal(table_warnings(t), 2);
	assert_string_equal(table_warning(t, 0)->code, "two");
	assert_int_equal(table_warning(t, 0)->line, 7);
	table_free(t);
}

static void names(void **state)
{
	struct observation o = observation_none();
	struct test test = { .proportion = "LIB" };

	(void)state;
	for (int m = 0; m < METRIC_N; m++)
		assert_int_equal(metric_from_name(metric_name((enum metric)m)), m);
	assert_int_equal(metric_from_name("speed"), METRIC_N);
	for (unsigned f = 1; flag_name(f); f <<= 1)
		assert_int_equal(flag_from_name(flag_name(f)), f);
	assert_int_equal(flag_from_name("broken"), 0);
	o.metric = METRIC_LATENCY;
	assert_string_equal(better_name(observation_better(&o)), "lower");
	o.stat = "stddev";
	assert_null(better_name(observation_better(&o)));
	o.stat = "mean";
	o.metric = METRIC_COUNT;
	assert_null(better_name(observation_better(&o)));
	o.test = &test;
	assert_string_equal(better_name(observation_better(&o)), "lower");
}

static void groups(void **state)
{
	struct table *t = table_new();
	struct groups *g;
	struct observation o;
	const struct group *x;

	(void)state;
	add(t, "s", "a", 10);
	add(t, "other", "a", 30);
	add(t, "s", "a", 20);
	o = sample(t, "s", "a", 99);
	o.flags = FLAG_FAILED;
	table_add(t, &o);
	o = sample(t, "s", "b", NAN);
	o.flags = FLAG_BOUND;
	o.low = 0;
	o.high = 1;
	table_add(t, &o);
	o = sample(t, "s", "c", 7);
	o.flags = FLAG_INVALID;
	table_add(t, &o);
	table_number_runs(t);
	g = groups_make(t, NULL, NULL);
	assert_int_equal(g->nsystems, 2);
	assert_int_equal(groups_system(g, "other"), 1);
	assert_int_equal(groups_system(g, "none"), 2);
	x = groups_find(g, 0, 0);
	assert_int_equal(x->n, 2);
	assert_int_equal(x->excluded, 1);
	assert_true(x->sum.mean == 15 && x->shown == 15);
	assert_true(x->flags & FLAG_FAILED);
	assert_int_equal(x->runs[1], 2);
	assert_true(groups_find(g, 0, 1)->shown == 30);
	x = groups_find(g, 1, 0);
	assert_int_equal(x->n, 0);
	assert_true(x->low == 0 && x->high == 1 && isnan(x->shown));
	x = groups_find(g, 2, 0);
	assert_int_equal(x->n, 0);
	assert_true(x->shown == 7);
	assert_null(groups_find(g, 2, 1));
	groups_free(g);
	table_free(t);
}

static const char *system_of(const struct table *t, size_t i)
{
	struct observation o;

	assert_true(table_get(t, i, &o));
	return o.system;
}

static void file_names_as_systems(void **state)
{
	static const char *const paths[] = { "old/x/a.json", "new/x/a.json", "new/b.json",
					     "c.json" };
	struct table *t = table_new();
	struct observation o;

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		o = sample(t, paths[i], "a", 1);
		o.source = table_str(t, paths[i]);
		table_add(t, &o);
	}
	/* A system that was named keeps its name, also where it looks like a file. */
	o = sample(t, "b.json", "a", 1);
	table_add(t, &o);
	systems_shorten(t);
	assert_string_equal(system_of(t, 0), "old/x/a.json");
	assert_string_equal(system_of(t, 1), "new/x/a.json");
	assert_string_equal(system_of(t, 2), "new/b.json");
	assert_string_equal(system_of(t, 3), "c.json");
	assert_string_equal(system_of(t, 4), "b.json");
	table_free(t);
}

/* Resident memory in KiB. */
static long resident(void)
{
	long pages = 0;
	FILE *f = fopen("/proc/self/statm", "r");

	assert_int_equal(fscanf(f, "%*d %ld", &pages), 1);
	fclose(f);
	return pages * 4;
}

static void a_million_is_cheap(void **state)
{
	struct table *t = table_new();
	const char *stats[80];
	long before = resident(), used;
	char text[16];

	(void)state;
	for (int i = 0; i < 80; i++) {
		snprintf(text, sizeof(text), "p%d", i);
		stats[i] = table_str(t, text);
	}
	/* Runs of a job with 80 numbers each. */
	for (int i = 0; i < 1000000 / 80; i++) {
		struct observation o = sample(t, "s", "a", i);

		for (int k = 0; k < 80; k++) {
			o.stat = stats[k];
			table_add(t, &o);
		}
	}
	table_number_runs(t);
	assert_int_equal(run_of(t, table_len(t) - 1), 12500);
	used = resident() - before;
	print_message("%ld KiB for a million observations\n", used);
	if (!is_watched())
		assert_true(used < 24 * 1024);
	table_free(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(interning),
		cmocka_unit_test(many_strings),
		cmocka_unit_test(add_and_get),
		cmocka_unit_test(runs_count_up),
		cmocka_unit_test(given_runs_stay),
		cmocka_unit_test(works),
		cmocka_unit_test(warnings),
		cmocka_unit_test(names),
		cmocka_unit_test(groups),
		cmocka_unit_test(file_names_as_systems),
		cmocka_unit_test(a_million_is_cheap),
	};

	return cmocka_run_group_tests_name("model", tests, NULL, NULL);
}

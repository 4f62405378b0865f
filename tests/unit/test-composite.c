/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The reader of composite.xml on good and broken files, and rows that meet
 * their profile. What the writer is made of: test-results.c.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <yajl/yajl_tree.h>

#include "fixture.h"
#include "profile.h"

#define SUITES FIXTURES "/../../suites"

#define SYSTEM(name) "<System><Identifier>" name "</Identifier></System>\n"
#define RESULT(args, entries)                                                             \
	"<Result><Identifier>local/smallfile</Identifier><Title>Small File Storm</Title>" \
	"<AppVersion>1.0</AppVersion><Arguments>" args "</Arguments>"                     \
	"<Description>Files: 10000 - Phase: Create</Description><Scale>Seconds</Scale>"   \
	"<Proportion>LIB</Proportion><DisplayFormat>BAR_GRAPH</DisplayFormat>\n"          \
	"<Data>" entries "</Data></Result>\n"
#define ENTRY(name, value, more) \
	"<Entry><Identifier>" name "</Identifier><Value>" value "</Value>" more "</Entry>\n"
#define WHOLE(inside) \
	"<?xml version=\"1.0\"?>\n<PhoronixTestSuite>\n" inside "</PhoronixTestSuite>\n"

/* The file is refused whole, with this message in this line. */
static void refused(const char *text, unsigned int line, const char *wanted)
{
	const struct warning *w = NULL;
	struct table *t;
	int ret;

	t = text_table(text, NULL, &ret);
	assert_int_equal(ret, -1);
	for (size_t i = 0; i < table_warnings(t); i++)
		if (table_warning(t, i)->severity == SEVERITY_ERROR)
			w = table_warning(t, i);
	assert_non_null(w);
	if (!strstr(w->message, wanted))
		fail_msg("message '%s' does not hold '%s'", w->message, wanted);
	assert_int_equal(w->line, line);
	for (size_t i = 0; i < table_len(t); i++)
		assert_false(table_get(t, i, &(struct observation){ 0 }));
	table_free(t);
}

static void refusals(void **state)
{
	(void)state;
	refused(WHOLE(SYSTEM("a") SYSTEM("b") SYSTEM("a") RESULT("x", ENTRY("a", "1", ""))), 5,
		"second system 'a'");
	refused(WHOLE(SYSTEM("a") RESULT("x", ENTRY("a", "1", "") ENTRY("b", "1", ""))), 6,
		"entry of system 'b', which the file does not describe");
	refused(WHOLE(RESULT("x", ENTRY("a", "1", "")) RESULT("y", ENTRY("a", "1", ""))
			      RESULT(" x ", ENTRY("a", "1", ""))),
		9,
		"second result 'local/smallfile,x,Files: 10000 - Phase: Create,1.0,Seconds' (the first is in line 3)");
	refused(WHOLE(RESULT("x", ENTRY("a", "1", "") ENTRY("b", "fast", ""))), 5,
		"Value 'fast' of 'b' in 'Small File Storm: Files: 10000 - Phase: Create' is not a number");
	refused(WHOLE(RESULT("x", ENTRY("a", "1,2", ""))), 4, "Value '1,2'");
	refused(WHOLE(RESULT("x", ENTRY("a", "nan", ""))), 4, "Value 'nan'");
	refused(WHOLE(RESULT("x", ENTRY("", "1", ""))), 4, "entry without an Identifier");
	refused(WHOLE(SYSTEM("") RESULT("x", ENTRY("a", "1", ""))), 3,
		"system without an Identifier");
	refused(WHOLE("<SuiteInformation/>"), 2, "no Result in it");
	refused("<?xml version=\"1.0\"?>\n<html/>", 2, "root element 'html'");
	refused(WHOLE(RESULT("x", ENTRY("a", "1", ""))) "<more/>", 7, "");
	refused("<?xml version=\"1.0\"?>\n<!DOCTYPE PhoronixTestSuite [<!ENTITY a \"b\">]>\n<PhoronixTestSuite/>",
		2, "document type declaration");
	refused(WHOLE("<xi:include xmlns:xi=\"http://www.w3.org/2001/XInclude\" href=\"x\"/>" RESULT(
			"x", ENTRY("a", "1", ""))),
		3, "XInclude");
}

static const struct wanted seconds = { .metric = METRIC_TIME, .stat = "mean" };

static void any_order_and_unknown_elements(void **state)
{
	/* no Generated, System behind Result, Data first, unknown elements and attributes, no RawString */
	struct table *t = text_table(
		WHOLE("<Result x=\"y\"><Data><Entry><Value> 1.5 </Value><New/><Identifier>a</Identifier></Entry></Data>"
		      "<New><Entry/></New><Scale>Seconds</Scale><Proportion>LIB</Proportion>"
		      "<Title>T</Title></Result>\n<Later/>" SYSTEM("a")),
		NULL, NULL);
	struct observation o;

	(void)state;
	assert_int_equal(find(t, &seconds, &o), 1);
	assert_true(o.value == 1.5);
	assert_string_equal(o.system, "a");
	assert_string_equal(o.test->profile, "");
	assert_int_equal(o.line, 3);
	assert_int_equal(o.run, 1);
	table_free(t);
}

static void runs_and_mean(void **state)
{
	struct table *t = text_table(
		WHOLE(RESULT("x", ENTRY("a", "2.00", "<RawString>1:2.5:2.5</RawString>") ENTRY(
					  "b", "9", "<RawString>1:2</RawString>")
					  ENTRY("c", "3", "<RawString></RawString>") ENTRY(
						  "d", "4", "<RawString>4:x</RawString>")
						  ENTRY("e", "1", "<RawString>1:2</RawString>"))),
		NULL, NULL);
	struct wanted w = seconds;
	struct observation o;

	(void)state;
	w.system = "a";
	assert_int_equal(find(t, &w, NULL), 3);
	w.run = 2;
	assert_true(value_of(t, &w) == 2.5);
	w.run = 0;
	/* Value that is neither the mean nor (ResultQuantifier) an extreme of the runs */
	assert_int_equal(find_warning(t, "composite-value", NULL), 1);
	w.system = "b";
	assert_int_equal(find(t, &w, &o), 2);
	assert_true(o.value == 1);
	w.system = "c";
	assert_true(value_of(t, &w) == 3);
	w.system = "d";
	assert_true(value_of(t, &w) == 4);
	assert_int_equal(find_warning(t, "composite-raw", NULL), 1);
	table_free(t);
}

static void failed_and_bounds(void **state)
{
	struct table *t = text_table(
		WHOLE(RESULT(
			"x",
			ENTRY("gone", "", "<RawString></RawString><JSON>{\"error\":\"it broke\"}</JSON>") ENTRY(
				"slow", "4",
				"<JSON>{\"min-result\":3.5,\"max-result\":4.5,\"platter-flags\":\"bound\"}</JSON>")
				ENTRY("fast", "1",
				      "<JSON>{\"min-result\":0,\"max-result\":1,\"platter-flags\":\"bound\"}</JSON>")
					ENTRY("seen", "7",
					      "<JSON>{\"min-result\":6,\"max-result\":8}</JSON>")
						ENTRY("bad", "7", "<JSON>{\"min-result\"</JSON>"))),
		NULL, NULL);
	const struct warning *warning;
	struct wanted w = seconds;
	struct observation o;

	(void)state;
	w.system = "gone";
	assert_int_equal(find(t, &w, &o), 1);
	assert_true(isnan(o.value));
	assert_int_equal(o.flags, FLAG_FAILED);
	assert_int_equal(find_warning(t, "composite-failed", &warning), 1);
	assert_non_null(strstr(warning->message, "it broke"));
	w.system = "slow";
	assert_int_equal(find(t, &w, &o), 1);
	assert_true(o.value == 4 && o.low == 3.5 && o.high == 4.5);
	assert_int_equal(o.flags, FLAG_BOUND);
	w.system = "fast";
	assert_int_equal(find(t, &w, &o), 1);
	assert_true(isnan(o.value) && o.low == 0 && o.high == 1);
	assert_int_equal(o.flags, FLAG_BOUND);
	w.system = "seen";
	assert_int_equal(find(t, &w, &o), 1);
	assert_true(o.value == 7 && isnan(o.low));
	w.stat = "max";
	assert_true(value_of(t, &w) == 8);
	w.stat = "mean";
	w.system = "bad";
	assert_true(value_of(t, &w) == 7);
	assert_int_equal(find_warning(t, "composite-json", NULL), 1);
	table_free(t);
}

static void systems_by_option(void **state)
{
	struct read_options options = { .system = "old" };
	struct table *t = text_table(
		WHOLE(SYSTEM("a") SYSTEM("b") RESULT("x", ENTRY("a", "1", "") ENTRY("b", "2", ""))),
		&options, NULL);
	struct wanted w = seconds;

	(void)state;
	w.system = "old: b";
	assert_true(value_of(t, &w) == 2);
	table_free(t);
	t = text_table(WHOLE(SYSTEM("a") RESULT("x", ENTRY("a", "1", ""))), &options, NULL);
	w.system = "old";
	assert_true(value_of(t, &w) == 1);
	table_free(t);
}

static void rows_meet_their_profile(void **state)
{
	struct table *t =
		text_table(WHOLE(RESULT("--files=10000", ENTRY("a", "1", ""))), NULL, NULL);
	struct observation o;

	(void)state;
	assert_int_equal(profile_attach(t, SUITES), 0);
	assert_int_equal(find(t, &seconds, &o), 1);
	assert_string_equal(o.test->result, "create_seconds");
	assert_string_equal(o.test->profile, "smallfile");
	table_free(t);
	/* a case that no menu gives has no row */
	t = text_table(WHOLE(RESULT("--files=7", ENTRY("a", "1", ""))), NULL, NULL);
	profile_attach(t, SUITES);
	assert_int_equal(find(t, &seconds, &o), 1);
	assert_null(o.test->result);
	table_free(t);
}

static void other_versions_do_not_meet(void **state)
{
	const char *text = WHOLE(RESULT("--files=10000", ENTRY("a", "1", "")));
	char *other = xasprintf("%s", text);
	struct observation o;
	struct table *t;

	(void)state;
	memcpy(strstr(other, ">1.0<"), ">0.9<", 5);
	t = text_table(other, NULL, NULL);
	profile_attach(t, SUITES);
	assert_int_equal(find(t, &seconds, &o), 1);
	assert_null(o.test->result);
	assert_int_equal(find_warning(t, "profile-version", NULL), 1);
	table_free(t);
	free(other);
}

/* The numbers of an array in the expectations; returns how many. */
static size_t expected(yajl_val root, const char *const *path, double *v, size_t max)
{
	yajl_val array = yajl_tree_get(root, (const char **)path, yajl_t_array);

	assert_non_null(array);
	assert_true(array->u.array.len <= max);
	for (size_t i = 0; i < array->u.array.len; i++)
		v[i] = YAJL_GET_DOUBLE(array->u.array.values[i]);
	return array->u.array.len;
}

static void case_48(void **state)
{
	static const char *const raw[] = { "entries", "cfg 1", "raw", NULL };
	static const char *const series[] = { "entries", "cfg 1", "series", NULL };
	static const char *const results[] = { "results", NULL };
	struct read_options parts = { .parts = true };
	struct wanted w = { .metric = METRIC_THROUGHPUT, .stat = "mean", .system = "cfg 1" };
	struct table *t =
		fixture_table("cases/48-pts-linegraph-empty-identifier.txt", &parts, NULL);
	char *text = fixture_bytes("cases/48-pts-linegraph-empty-identifier.expect.json",
				   &(size_t){ 0 });
	yajl_val root = yajl_tree_parse(text, NULL, 0), list;
	struct observation o;
	double v[8];
	size_t n;

	(void)state;
	list = yajl_tree_get(root, (const char **)results, yajl_t_array);
	n = expected(list->u.array.values[0], raw, v, 8);
	assert_int_equal(find(t, &w, &o), n);
	assert_string_equal(o.test->profile, "demo-1.0.0");
	assert_string_equal(o.test->description, "Read & write <4K>");
	assert_string_equal(o.test->scale, "MB/s");
	assert_int_equal(observation_better(&o), BETTER_HIGHER);
	for (size_t i = 0; i < n; i++) {
		w.run = (unsigned int)i + 1;
		assert_true(fabs(value_of(t, &w) / 1e6 - v[i]) < 1e-9);
	}
	w = (struct wanted){ .metric = METRIC_LATENCY, .stat = "mean", .system = "cfg 1" };
	n = expected(list->u.array.values[1], series, v, 8);
	assert_int_equal(find(t, &w, &o), 1);
	assert_string_equal(o.test->profile, "");
	assert_int_equal(observation_better(&o), BETTER_LOWER);
	for (size_t i = 0; i < n; i++) {
		char part[16];

		snprintf(part, sizeof(part), "%zu", i + 1);
		w.part = part;
		assert_true(fabs(value_of(t, &w) / 1e6 - v[i]) < 1e-9);
	}
	yajl_tree_free(root);
	free(text);
	table_free(t);
}

static void case_49(void **state)
{
	const struct warning *w;
	struct table *t;
	int ret;

	(void)state;
	t = fixture_table("cases/49-pts-undefined-entity.txt", NULL, &ret);
	assert_int_equal(ret, -1);
	assert_int_equal(find_warning(t, "composite-xml", &w), 1);
	assert_int_equal(w->line, 2);
	assert_non_null(strstr(w->message, "nbsp"));
	assert_int_equal(table_len(t), 0);
	table_free(t);
}

static void published_figures(void **state)
{
	struct read_options none = { 0 };
	struct table *t = table_new();
	struct observation o;
	size_t bounds = 0;

	(void)state;
	assert_int_equal(read_path(t, SUITES "/small-files/published.xml", &none), 0);
	assert_int_equal(profile_attach(t, SUITES), 0);
	assert_int_equal(table_warnings(t), 0);
	/* six systems at 10000, two at 100000, three phases each */
	assert_int_equal(table_len(t), 3 * (6 + 2));
	for (size_t i = 0; i < table_len(t); i++) {
		assert_true(table_get(t, i, &o));
		assert_non_null(o.test->result);
		assert_int_equal(o.flags, FLAG_BOUND);
		assert_true(o.high - o.low == 1);
		if (isnan(o.value))
			bounds++;
		else
			assert_true(o.value == o.low + 0.5);
	}
	/* "sub seconds": five on local disks, one over NFSv4 */
	assert_int_equal(bounds, 6);
	table_free(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(refusals),
		cmocka_unit_test(any_order_and_unknown_elements),
		cmocka_unit_test(runs_and_mean),
		cmocka_unit_test(failed_and_bounds),
		cmocka_unit_test(systems_by_option),
		cmocka_unit_test(rows_meet_their_profile),
		cmocka_unit_test(other_versions_do_not_meet),
		cmocka_unit_test(case_48),
		cmocka_unit_test(case_49),
		cmocka_unit_test(published_figures),
	};

	return cmocka_run_group_tests_name("composite", tests, NULL, NULL);
}

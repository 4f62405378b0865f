/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Raw run files: header, fio's JSON, report lines of the engine; and report
 * lines alone.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "fixture.h"

#define HEADER(run, more)                                                                          \
	"platter-run: 1\nsuite: small-files\nprofile: smallfile\narguments: --files=10000\n"       \
	"system: ext4 raid10\nrun: " run "\nseed: 12345\nlabel: lab: loopback, one machine\n" more \
	"fio-exit: 0\nenv.kernel: 6.1.0\nenv.cpus: 4\n\n"
#define CREATE                                                                                     \
	"{\"fio version\":\"fio-3.33\",\"jobs\":[{\"jobname\":\"create\",\"groupid\":0,"           \
	"\"error\":0,\"job options\":{\"ioengine\":\"external:/x/smallfile.so\",\"rw\":\"write\"," \
	"\"op\":\"create\",\"bs\":\"1k\",\"size\":\"100k\"},\"write\":{\"iops\":50000,"            \
	"\"bw_bytes\":51200000,\"runtime\":2,\"total_ios\":100,\"clat_ns\":{\"min\":1,"            \
	"\"max\":900,\"mean\":300,\"stddev\":5,\"N\":100}}}]}\n"
#define REPORT(jobnum, files, start, end)                                                          \
	"{\"platter-engine\":\"smallfile\",\"version\":1,\"fio\":\"fio-3.33\",\"job\":\"create\"," \
	"\"group\":0,\"jobnum\":" jobnum ",\"op\":\"create\",\"files\":" files                     \
	",\"start_ns\":" start ",\"end_ns\":" end                                                  \
	",\"cpu_us_per_op\":3.5,\"error\":0,\"new\":{\"in\":[\"2\"]},"                             \
	"\"latency_ns\":{\"open\":{\"n\":100,\"mean\":200,\"p50\":190,\"p99\":400,\"p99.9\":500,"  \
	"\"max\":800}}}\n"

static const struct wanted rate = { .native = "smallfile/rate", .metric = METRIC_RATE };
static const struct wanted seconds = { .native = "smallfile/time", .metric = METRIC_TIME };

static void header_is_kept(void **state)
{
	struct table *t = text_table(HEADER("3", "") CREATE, NULL, NULL);
	struct observation o;

	(void)state;
	assert_int_equal(find(t, &rate, &o), 1);
	assert_string_equal(o.system, "ext4 raid10");
	assert_string_equal(o.suite, "small-files");
	assert_string_equal(o.test->profile, "smallfile");
	assert_string_equal(o.test->arguments, "--files=10000");
	assert_int_equal(o.run, 3);
	assert_int_equal(o.labels->n, 1);
	assert_string_equal(o.labels->v[0], "lab: loopback, one machine");
	/* Keys the reader does not know are conditions; env. is only a mark. */
	assert_true(params_get_number(o.conditions, "seed", 0) == 12345);
	assert_string_equal(params_get_text(o.conditions, "kernel"), "6.1.0");
	assert_true(params_get_number(o.conditions, "cpus", 0) == 4);
	assert_null(params_get(o.conditions, "suite"));
	assert_int_equal(o.flags, 0);
	/* Without report lines fio's own figures stand. */
	assert_true(o.value == 50000);
	assert_true(value_of(t, &seconds) == 0.002);
	table_free(t);
}

static void invalid_runs(void **state)
{
	struct table *t = text_table(
		HEADER("1", "invalid: run cut short\ninvalid: low memory\n") CREATE, NULL, NULL);
	const struct warning *w = NULL;
	struct observation o;

	(void)state;
	assert_int_equal(find(t, &rate, &o), 1);
	assert_int_equal(o.flags, FLAG_INVALID);
	assert_int_equal(find_warning(t, "run-invalid", &w), 2);
	assert_string_equal(w->message, "invalid: run cut short");
	table_free(t);
}

static void report_line_takes_over(void **state)
{
	struct table *t = text_table(
		HEADER("2", "") CREATE REPORT("0", "100", "1000000000", "1002500000"), NULL, NULL);
	struct wanted clat = { .native = "write/clat", .metric = METRIC_LATENCY, .stat = "mean" };
	struct wanted cpu = { .native = "smallfile/cpu", .metric = METRIC_LATENCY };
	struct wanted open = { .native = "smallfile/open",
			       .metric = METRIC_LATENCY,
			       .stat = "p99.9" };
	struct observation o;

	(void)state;
	assert_int_equal(find(t, &rate, &o), 1);
	assert_true(fabs(o.value - 40000) < 1e-6);
	assert_string_equal(o.job, "create");
	assert_int_equal(o.run, 2);
	assert_true(params_get_number(o.params, "files", 0) == 100);
	assert_true(fabs(value_of(t, &seconds) - 0.0025) < 1e-12);
	/* fio's latencies stay, the engine's come beside them. */
	assert_true(value_of(t, &clat) == 300);
	assert_true(value_of(t, &cpu) == 3500);
	assert_true(value_of(t, &open) == 500);
	table_free(t);
}

static void order_does_not_matter(void **state)
{
	struct table *t = text_table(REPORT("0", "100", "0", "2500000") CREATE, NULL, NULL);

	(void)state;
	assert_true(fabs(value_of(t, &rate) - 40000) < 1e-6);
	table_free(t);
}

static void the_same_line_twice(void **state)
{
	struct table *t = text_table(CREATE REPORT("0", "100", "0", "2500000")
					     REPORT("0", "100", "0", "2500000"),
				     NULL, NULL);

	(void)state;
	assert_true(fabs(value_of(t, &rate) - 40000) < 1e-6);
	table_free(t);
}

static void siblings(void **state)
{
	struct table *t = fixture_table("run/four-jobs.txt", NULL, NULL);
	struct wanted p99 = { .native = "smallfile/open", .metric = METRIC_LATENCY, .stat = "p99" };
	struct observation o;
	double first = 3008793302911., last = 3008969608525.;

	(void)state;
	/* The four lines: first start 3008797856047 of job 1 is not the first of all. */
	assert_int_equal(find(t, &rate, &o), 1);
	assert_true(params_get_number(o.params, "files", 0) == 400);
	assert_true(params_get_number(o.params, "jobs", 0) == 4);
	assert_true(fabs(o.value - 400 / ((last - first) / 1e9)) < 0.001);
	assert_true(fabs(value_of(t, &seconds) - (last - first) / 1e9) < 1e-9);
	assert_int_equal(find(t, &p99, NULL), 0);
	table_free(t);
}

static void one_sibling_is_missing(void **state)
{
	size_t len;
	char *data = fixture_bytes("run/four-jobs.txt", &len), *last;
	struct table *t;
	struct observation o;

	(void)state;
	data[len - 1] = '\0';
	last = strrchr(data, '\n');
	*last = '\0';
	t = text_table(data, NULL, NULL);
	assert_int_equal(find_warning(t, "engine-report-missing", NULL), 1);
	/* fio's own: the sum of four rates. */
	assert_int_equal(find(t, &rate, &o), 1);
	assert_true(fabs(o.value - (100 / .119 + 100 / .170 + 100 / .142 + 100 / .144)) < 0.01);
	table_free(t);
	free(data);
}

static void report_alone(void **state)
{
	struct table *t = fixture_table("run/four-jobs.jsonl", NULL, NULL);
	struct observation o;

	(void)state;
	assert_int_equal(find(t, &rate, &o), 1);
	assert_string_equal(o.op, "create");
	assert_string_equal(o.tool_version, "3.33");
	assert_true(params_get_number(o.params, "files", 0) == 400);
	assert_true(params_get_number(o.params, "jobs", 0) == 4);
	assert_string_equal(params_get_text(o.params, "ioengine"), "smallfile");
	table_free(t);
}

static void several_runs_in_one_file(void **state)
{
	struct table *t = text_table(HEADER("1", "") CREATE REPORT("0", "100", "0", "2500000")
					     HEADER("2", "")
						     CREATE REPORT("0", "100", "0", "5000000"),
				     NULL, NULL);
	struct wanted w = rate;

	(void)state;
	w.run = 1;
	assert_true(fabs(value_of(t, &w) - 40000) < 1e-6);
	w.run = 2;
	assert_true(fabs(value_of(t, &w) - 20000) < 1e-6);
	table_free(t);
}

/* A report file that fio appended to in three runs beside three outputs. */
static void repeats_without_header(void **state)
{
	struct table *t = text_table(CREATE REPORT("0", "100", "0", "2500000") "\n" CREATE REPORT(
					     "0", "100", "7000000", "12000000"),
				     NULL, NULL);

	(void)state;
	/* Both outputs are the same to the last digit: the same run printed twice. */
	assert_int_equal(find(t, &rate, NULL), 2);
	table_free(t);
}

static void failed_operations(void **state)
{
	static const char text[] =
		"{\"platter-engine\":\"smallfile\",\"version\":1,\"job\":\"create\",\"group\":0,"
		"\"jobnum\":0,\"op\":\"create\",\"files\":77,\"start_ns\":0,\"end_ns\":1000000000,"
		"\"error\":28,\"errors\":[{\"errno\":28,\"name\":\"ENOSPC\",\"count\":1,"
		"\"path\":\"/mnt/x/file-77\",\"func\":\"write\"}]}\n";
	struct table *t = text_table(text, NULL, NULL);
	const struct warning *w = NULL;
	struct observation o;

	(void)state;
	assert_int_equal(find(t, &rate, &o), 1);
	assert_int_equal(o.flags, FLAG_FAILED);
	assert_true(o.value == 77);
	assert_int_equal(find_warning(t, "engine-error", &w), 1);
	assert_non_null(strstr(w->message, "ENOSPC in write, first on '/mnt/x/file-77'"));
	table_free(t);
}

static void empty_runs_and_exit_status(void **state)
{
	struct table *t = text_table("platter-run: 1\nsystem: s\nfio-exit: 1\n\n", NULL, NULL);
	const struct warning *w = NULL;

	(void)state;
	assert_int_equal(find_warning(t, "run-empty", &w), 1);
	assert_non_null(strstr(w->message, "exit status was 1"));
	table_free(t);
	t = text_table("platter-run: 1\nsystem: s\nfio-exit: 1\n\n" CREATE, NULL, NULL);
	assert_int_equal(find_warning(t, "run-fio-exit", NULL), 1);
	table_free(t);
	t = text_table("platter-run: 2\nsystem: s\nrun: many\nwhat is this\n\n" CREATE, NULL, NULL);
	assert_int_equal(find_warning(t, "run-version", NULL), 1);
	assert_int_equal(find_warning(t, "run-number", NULL), 1);
	assert_int_equal(find_warning(t, "run-header", NULL), 1);
	assert_int_equal(find(t, &rate, NULL), 1);
	table_free(t);
}

static void a_directory_of_runs(void **state)
{
	struct table *t = fixture_table("run/raw", NULL, NULL);
	struct wanted w = { .job = "create", .metric = METRIC_TIME, .system = "ext4" };

	(void)state;
	/* The warm-up is left out. */
	assert_int_equal(find(t, &w, NULL), 3);
	w.run = 3;
	assert_int_equal(find(t, &w, NULL), 1);
	w.system = "tmpfs";
	assert_int_equal(find(t, &w, NULL), 1);
	table_free(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(header_is_kept),
		cmocka_unit_test(invalid_runs),
		cmocka_unit_test(report_line_takes_over),
		cmocka_unit_test(order_does_not_matter),
		cmocka_unit_test(the_same_line_twice),
		cmocka_unit_test(siblings),
		cmocka_unit_test(one_sibling_is_missing),
		cmocka_unit_test(report_alone),
		cmocka_unit_test(several_runs_in_one_file),
		cmocka_unit_test(repeats_without_header),
		cmocka_unit_test(failed_operations),
		cmocka_unit_test(empty_runs_and_exit_status),
		cmocka_unit_test(a_directory_of_runs),
	};

	return cmocka_run_group_tests_name("run", tests, NULL, NULL);
}

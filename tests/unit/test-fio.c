/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What the fio reader makes of several objects, siblings, hosts and failures:
 * what the expectations beside the fixtures do not say. Options are tested in
 * test-fio-work.c.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "fixture.h"
#include "fio-job.h"

static const struct wanted bw = { .native = "read/bw", .stat = "mean" };

static void siblings_are_summed(void **state)
{
	struct table *t = fixture_table("fio/3.33/numjobs.all.txt", NULL, NULL);
	struct wanted w = { .job = "nj", .stat = "mean", .metric = METRIC_RATE };
	struct observation o;

	(void)state;
	/* The four in the file: 8126.98, 4970.87, 5505.38, 5069.31 IOPS. */
	assert_int_equal(find(t, &w, &o), 1);
	assert_true(fabs(o.value - (512 / .063 + 512 / .103 + 512 / .093 + 512 / .101)) < 0.001);
	assert_true(params_get_number(o.params, "jobs", 0) == 4);
	assert_int_equal(o.run, 1);
	w.metric = METRIC_TIME;
	assert_true(value_of(t, &w) == 0.103);
	/* Equal samples: the mean of the means; extremes of all; no percentile. */
	w.metric = METRIC_LATENCY;
	w.native = "read/clat";
	assert_true(fabs(value_of(t, &w) -
			 (120938.754 + 199094.387 + 179254.369 + 196242.951) / 4) < 0.01);
	w.stat = "max";
	assert_true(value_of(t, &w) == 16918293);
	w.stat = "p99";
	assert_int_equal(find(t, &w, NULL), 0);
	table_free(t);
}

static void parts_are_listed_too(void **state)
{
	struct read_options parts = { .parts = true };
	struct table *t = fixture_table("fio/3.33/numjobs.all.txt", &parts, NULL);
	struct wanted w = { .job = "nj", .native = "read/bw", .stat = "mean" };
	double sum = 0, whole = value_of(t, &w);

	(void)state;
	for (int i = 1; i <= 4; i++) {
		char part[16];

		snprintf(part, sizeof(part), "%d", i);
		w.part = part;
		sum += value_of(t, &w);
	}
	assert_true(sum == whole);
	w.part = "5";
	assert_int_equal(find(t, &w, NULL), 0);
	table_free(t);
}

static void pooled_deviation(void **state)
{
	/* Of one job 3, 5, 9; of its sibling 10, 20. */
	static const double all[] = { 3, 5, 9, 10, 20 };
	struct fio_job x, y;
	double mean = 0, squares = 0;

	(void)state;
	memset(&x, 0, sizeof(x));
	memset(&y, 0, sizeof(y));
	fio_job_init(&x);
	fio_job_init(&y);
	x.sync_lat = (struct fio_latency){ .min = 3,
					   .max = 9,
					   .mean = 17. / 3,
					   .stddev = sqrt(28. / 3),
					   .samples = 3,
					   .weight = NAN,
					   .measured = true };
	y.sync_lat = (struct fio_latency){ .min = 10,
					   .max = 20,
					   .mean = 15,
					   .stddev = sqrt(50),
					   .samples = 2,
					   .weight = NAN,
					   .measured = true };
	fio_job_merge(&x, &y);
	for (int i = 0; i < 5; i++)
		mean += all[i] / 5;
	for (int i = 0; i < 5; i++)
		squares += (all[i] - mean) * (all[i] - mean);
	assert_true(fabs(x.sync_lat.mean - mean) < 1e-9);
	assert_true(fabs(x.sync_lat.stddev - sqrt(squares / 4)) < 1e-9);
	assert_true(x.sync_lat.samples == 5 && x.sync_lat.min == 3 && x.sync_lat.max == 20);
	fio_job_free(&x);
	fio_job_free(&y);
}

/* fio 2.1 does not say how many samples a latency has: the I/Os weigh. */
static void pooled_by_ios(void **state)
{
	static const char text[] =
		"{\"fio version\":\"fio-2.1.10\",\"jobs\":["
		"{\"jobname\":\"j\",\"groupid\":0,\"error\":0,\"read\":{\"iops\":300,\"bw\":1200,"
		"\"io_bytes\":1200,\"runtime\":1000,\"clat\":{\"min\":1,\"max\":9,\"mean\":2,"
		"\"stddev\":1}}},"
		"{\"jobname\":\"j\",\"groupid\":0,\"error\":0,\"read\":{\"iops\":100,\"bw\":400,"
		"\"io_bytes\":400,\"runtime\":1000,\"clat\":{\"min\":2,\"max\":9,\"mean\":6,"
		"\"stddev\":1}}}]}";
	struct table *t = text_table(text, NULL, NULL);
	struct wanted w = { .native = "read/clat", .metric = METRIC_LATENCY, .stat = "mean" };
	struct wanted n = { .native = "read/clat_samples", .metric = METRIC_COUNT };

	(void)state;
	assert_true(fabs(value_of(t, &w) - 3000) < 1e-6);
	/* It was never printed: it is not in the table either. */
	assert_int_equal(find(t, &n, NULL), 0);
	table_free(t);
}

static void same_name_in_two_groups(void **state)
{
	struct table *t = fixture_table("fio/3.33/dup.all.txt", NULL, NULL);
	struct observation read, write;
	struct wanted w = { .job = "same", .native = "write/bw", .stat = "mean" };

	(void)state;
	assert_int_equal(find(t, &bw, &read), 1);
	assert_int_equal(find(t, &w, &write), 1);
	assert_int_equal(read.group, 1);
	assert_int_equal(write.group, 0);
	assert_int_equal(read.run, 1);
	assert_int_equal(write.run, 1);
	table_free(t);
}

static void last_snapshot_counts(void **state)
{
	struct table *t = fixture_table("fio/3.33/more/status.json", NULL, NULL);
	struct wanted w = { .native = "read/total_ios", .metric = METRIC_COUNT };
	struct observation o;

	(void)state;
	assert_int_equal(find(t, &bw, &o), 1);
	assert_int_equal(o.run, 1);
	assert_true(o.line > 700);
	/* 500 a second for 3 seconds. */
	assert_true(value_of(t, &w) > 1400);
	table_free(t);
}

static void two_runs_are_two(void **state)
{
	struct table *t = fixture_table("fio/3.33/more/two-runs.json", NULL, NULL);
	struct wanted w = bw;
	struct observation o;

	(void)state;
	assert_int_equal(find(t, &bw, NULL), 2);
	w.run = 2;
	assert_int_equal(find(t, &w, &o), 1);
	assert_true(o.line > 250);
	table_free(t);
}

/* A snapshot that breaks off takes nothing away from the whole one before it. */
static void broken_snapshot(void **state)
{
	size_t len;
	char *data = fixture_bytes("fio/3.33/more/status.json", &len), *last = data, *at;
	struct read_options none = { 0 };
	struct wanted w = { .native = "read/total_ios", .metric = METRIC_COUNT };

	(void)state;
	while ((at = strstr(last + 1, "\"fio version\"")))
		last = at;
	for (size_t cut = (size_t)(last - data) + 20; cut < len - 2; cut += 501) {
		struct table *t = table_new();

		assert_int_equal(read_memory(t, data, cut, "cut", &none), -1);
		table_number_runs(t);
		assert_int_equal(find(t, &bw, NULL), 1);
		/* Of the third second, or of the fourth. */
		assert_true(value_of(t, &w) > 1000);
		table_free(t);
	}
	free(data);
}

static void hosts_are_summed(void **state)
{
	struct table *t = fixture_table("fio/3.33/more/two-hosts.json", NULL, NULL);
	struct read_options parts = { .parts = true };
	struct wanted w = { .job = "w", .native = "write/total_ios", .metric = METRIC_COUNT };
	struct observation o;

	(void)state;
	assert_int_equal(find(t, &w, &o), 1);
	assert_true(o.value == 4 * 1024);
	assert_true(params_get_number(o.params, "hosts", 0) == 2);
	assert_true(params_get_number(o.params, "jobs", 0) == 2);
	w.job = "All clients";
	assert_int_equal(find(t, &w, NULL), 0);
	assert_int_equal(find_warning(t, "fio-aggregate-differs", NULL), 0);
	table_free(t);

	t = fixture_table("fio/3.33/more/two-hosts.json", &parts, NULL);
	w.part = "All clients";
	assert_int_equal(find(t, &w, &o), 1);
	assert_true(o.flags & FLAG_AGGREGATE);
	w.job = "w";
	w.part = "127.0.0.1:8772 1";
	assert_int_equal(find(t, &w, &o), 1);
	assert_true(o.value == 1024);
	table_free(t);
}

static void one_host_is_the_system(void **state)
{
	struct table *t = fixture_table("fio/3.33/more/one-host.json", NULL, NULL);
	struct wanted w = {
		.job = "w", .native = "write/bw", .system = "127.0.0.1", .stat = "mean"
	};
	struct read_options named = { .system = "mine" };

	(void)state;
	assert_int_equal(find(t, &w, NULL), 1);
	table_free(t);
	t = fixture_table("fio/3.33/more/one-host.json", &named, NULL);
	w.system = "mine";
	assert_int_equal(find(t, &w, NULL), 1);
	table_free(t);
}

static void missing_client(void **state)
{
	static const char text[] =
		"{\"fio version\":\"fio-3.33\",\"client_stats\":["
		"{\"jobname\":\"j\",\"groupid\":0,\"error\":0,\"hostname\":\"a\",\"port\":1,"
		"\"read\":{\"iops\":10,\"bw_bytes\":40960,\"runtime\":1000,\"total_ios\":10}},"
		"{\"jobname\":\"All clients\",\"groupid\":0,\"error\":0,\"hostname\":\"a\","
		"\"read\":{\"iops\":20,\"bw_bytes\":81920,\"runtime\":1000,\"total_ios\":20}}]}";
	struct table *t = text_table(text, NULL, NULL);

	(void)state;
	assert_int_equal(find_warning(t, "fio-aggregate-differs", NULL), 1);
	assert_int_equal(find(t, &bw, NULL), 1);
	table_free(t);
}

static void io_errors(void **state)
{
	struct table *t = fixture_table("fio/3.33/more/io-errors.json", NULL, NULL);
	struct observation o;
	struct wanted w = { .job = "e", .metric = METRIC_RATE };

	(void)state;
	assert_int_equal(find(t, &w, &o), 1);
	assert_true(o.flags & FLAG_FAILED);
	assert_int_equal(find_warning(t, "fio-job-error", NULL), 1);
	table_free(t);
}

/* The notes' case: millions of failures read as IOPS. */
static void failed_ios_are_no_iops(void **state)
{
	static const char one[] =
		"{\"fio version\":\"fio-3.33\",\"jobs\":[{\"jobname\":\"j\",\"groupid\":0,"
		"\"error\":0,\"total_err\":900,\"first_error\":5,"
		"\"read\":{\"iops\":100,\"bw_bytes\":40960,\"runtime\":10000,\"total_ios\":1000}}]}";
	static const char two[] =
		"{\"fio version\":\"fio-3.33\",\"jobs\":[{\"jobname\":\"j\",\"groupid\":0,"
		"\"error\":0,\"total_err\":30,\"first_error\":5,"
		"\"read\":{\"iops\":100,\"bw_bytes\":1,\"runtime\":1000,\"total_ios\":100,"
		"\"clat_ns\":{\"max\":9,\"mean\":5,\"N\":80}},"
		"\"write\":{\"iops\":100,\"bw_bytes\":1,\"runtime\":1000,\"total_ios\":100,"
		"\"clat_ns\":{\"max\":9,\"mean\":5,\"N\":90}}}]}";
	struct table *t = text_table(one, NULL, NULL);
	struct wanted r = { .native = "read/iops", .metric = METRIC_RATE };
	struct wanted w = { .native = "write/iops", .metric = METRIC_RATE };
	struct observation o;

	(void)state;
	assert_int_equal(find(t, &r, &o), 1);
	assert_true(o.value == 10);
	assert_false(o.flags & FLAG_FAILED);
	assert_int_equal(find_warning(t, "fio-io-errors", NULL), 1);
	table_free(t);
	t = text_table(two, NULL, NULL);
	assert_true(fabs(value_of(t, &r) - 80) < 1e-9);
	assert_true(fabs(value_of(t, &w) - 90) < 1e-9);
	table_free(t);
}

static void failed_before_it_began(void **state)
{
	struct table *t = fixture_table("fio/3.33/one/nofile.txt", NULL, NULL);
	const struct warning *w = NULL;
	struct wanted any = { .job = "x", .metric = METRIC_RATE };
	struct observation o;

	(void)state;
	assert_int_equal(table_len(t), 1);
	assert_int_equal(find(t, &any, &o), 1);
	assert_true(isnan(o.value));
	assert_int_equal(o.flags, FLAG_FAILED);
	assert_int_equal(find_warning(t, "fio-job-error", &w), 1);
	assert_non_null(strstr(w->message, "error 2"));
	assert_int_equal(w->line, o.line);
	table_free(t);
}

static void too_fast_for_its_clock(void **state)
{
	static const char text[] =
		"{\"fio version\":\"fio-3.33\",\"jobs\":[{\"jobname\":\"j\",\"groupid\":0,"
		"\"error\":0,\"read\":{\"iops\":0.000000,\"bw_bytes\":0,\"io_bytes\":4096,"
		"\"io_kbytes\":4,\"runtime\":0,\"total_ios\":1}}]}";
	struct table *t = text_table(text, NULL, NULL);
	struct observation o;
	struct wanted w = { .native = "read/iops", .metric = METRIC_RATE };

	(void)state;
	assert_int_equal(find(t, &bw, &o), 1);
	assert_true(isnan(o.value));
	assert_int_equal(o.flags, FLAG_TOO_FAST);
	assert_int_equal(find(t, &w, &o), 1);
	assert_true(isnan(o.value));
	w = (struct wanted){ .metric = METRIC_TIME };
	assert_int_equal(find(t, &w, NULL), 0);
	table_free(t);
}

static void old_fio_knows_no_options(void **state)
{
	struct table *t = fixture_table("fio/2.1.10/seqread.json", NULL, NULL);
	struct observation o;

	(void)state;
	assert_int_equal(find(t, &bw, &o), 1);
	assert_string_equal(o.pattern, "unknown");
	assert_int_equal(o.params->n, 0);
	assert_string_equal(o.tool_version, "2.1.10");
	table_free(t);
}

static void names_of_jobs(void **state)
{
	static const char *const want[] = { "name with spaces", "ünïcode-ジョブ", "tab\tand|pipe",
					    "back\\slash \"q\" <b>&am" };
	struct table *t = fixture_table("fio/3.33/names.all.txt", NULL, NULL);

	(void)state;
	for (size_t i = 0; i < sizeof(want) / sizeof(want[0]); i++) {
		struct wanted w = { .job = want[i], .native = "read/bw", .stat = "mean" };

		assert_int_equal(find(t, &w, NULL), 1);
	}
	table_free(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(siblings_are_summed),
		cmocka_unit_test(parts_are_listed_too),
		cmocka_unit_test(pooled_deviation),
		cmocka_unit_test(pooled_by_ios),
		cmocka_unit_test(same_name_in_two_groups),
		cmocka_unit_test(last_snapshot_counts),
		cmocka_unit_test(two_runs_are_two),
		cmocka_unit_test(broken_snapshot),
		cmocka_unit_test(hosts_are_summed),
		cmocka_unit_test(one_host_is_the_system),
		cmocka_unit_test(missing_client),
		cmocka_unit_test(io_errors),
		cmocka_unit_test(failed_ios_are_no_iops),
		cmocka_unit_test(failed_before_it_began),
		cmocka_unit_test(too_fast_for_its_clock),
		cmocka_unit_test(old_fio_knows_no_options),
		cmocka_unit_test(names_of_jobs),
	};

	return cmocka_run_group_tests_name("fio", tests, NULL, NULL);
}

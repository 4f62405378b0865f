/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What fio's options say about the work: parameters, patterns, operations of
 * fio's own engines and of ours.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "fixture.h"

static struct observation with_options(const char *options, const char *dir, struct table **t)
{
	char *text = xasprintf("{\"fio version\":\"fio-3.33\",\"global options\":{%s},\"jobs\":["
			       "{\"jobname\":\"j\",\"groupid\":0,\"error\":0,\"job options\":{},"
			       "\"%s\":{\"iops\":10,\"bw_bytes\":40960,\"runtime\":1000,"
			       "\"total_ios\":10}}]}",
			       options, dir);
	struct wanted w = { .metric = METRIC_RATE };
	struct observation o;

	*t = text_table(text, NULL, NULL);
	assert_int_equal(find(*t, &w, &o), 1);
	free(text);
	return o;
}

static void options_become_parameters(void **state)
{
	struct table *t;
	struct observation o = with_options("\"rw\":\"randread\",\"bs\":\"64k\",\"size\":\"1g\","
					    "\"filename\":\"/dev/sdx\",\"write_bw_log\":\"x\","
					    "\"time_based\":\"\",\"runtime\":\"10\",\"buffered\":"
					    "\"0\",\"ioengine\":\"libaio\",\"password\":\"secret\"",
					    "read", &t);

	(void)state;
	assert_string_equal(o.op, "read");
	assert_string_equal(o.pattern, "random");
	assert_true(params_get_number(o.params, "bs", 0) == 65536);
	assert_true(params_get_number(o.params, "size", 0) == 1 << 30);
	assert_true(params_get_number(o.params, "iodepth", 0) == 1);
	assert_true(params_get_number(o.params, "jobs", 0) == 1);
	assert_true(params_get_number(o.params, "direct", 0) == 1);
	assert_true(params_get_number(o.params, "time_based", 0) == 1);
	assert_true(params_get_number(o.params, "runtime", 0) == 10);
	assert_string_equal(params_get_text(o.params, "ioengine"), "libaio");
	/* Where, how to print, secrets: none of it is the work. */
	assert_null(params_get(o.params, "filename"));
	assert_null(params_get(o.params, "write_bw_log"));
	assert_null(params_get(o.params, "password"));
	assert_null(params_get(o.params, "buffered"));
	table_free(t);
}

static void patterns(void **state)
{
	static const char *const cases[][2] = {
		{ "\"rw\":\"read\"", "sequential" }, { "\"rw\":\"randread:8\"", "random" },
		{ "\"rw\":\"read:64k\"", "stride" }, { "\"readwrite\":\"randrw\"", "random" },
		{ "\"bs\":\"4k\"", "sequential" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct table *t;

		assert_string_equal(with_options(cases[i][0], "read", &t).pattern, cases[i][1]);
		table_free(t);
	}
}

static void block_sizes(void **state)
{
	struct table *t;
	struct observation o = with_options("\"bs\":\"8k\",\"bsrange\":\"4k-16k\"", "read", &t);

	(void)state;
	assert_null(params_get(o.params, "bs"));
	assert_string_equal(params_get_text(o.params, "bsrange"), "4k-16k");
	table_free(t);
	/* fio's units: with kb_base 1024, its default, KiB is 1000 (HOWTO, kb_base). */
	o = with_options("\"bs\":\"4KiB\"", "read", &t);
	assert_true(params_get_number(o.params, "bs", 0) == 4000);
	table_free(t);
	o = with_options("\"kb_base\":\"1000\",\"bs\":\"4KiB\",\"size\":\"4k\"", "read", &t);
	assert_true(params_get_number(o.params, "bs", 0) == 4096);
	assert_true(params_get_number(o.params, "size", 0) == 4000);
	table_free(t);
}

static void engines_of_ours(void **state)
{
	static const struct {
		const char *options, *dir, *op, *native;
	} cases[] = {
		{ "\"ioengine\":\"external:/x/smallfile.so\",\"rw\":\"write\",\"op\":\"create\"",
		  "write", "create", "smallfile/rate" },
		{ "\"ioengine\":\"external:/x/smallfile.so\",\"rw\":\"write\"", "write", "create",
		  "smallfile/rate" },
		{ "\"ioengine\":\"external:smallfile.so\",\"rw\":\"read\"", "read", "stat",
		  "smallfile/rate" },
		{ "\"ioengine\":\"external:/x/smallfile.so\",\"rw\":\"randtrim\",\"op\":\"rm\"",
		  "trim", "rm", "smallfile/rate" },
		{ "\"ioengine\":\"external:/x/smallfile.so\",\"rw\":\"write\",\"op\":\"create\"",
		  "read", "readfile", "smallfile/rate" },
		{ "\"ioengine\":\"external:/x/mysqlrow.so\",\"rw\":\"randread\"", "read", "query",
		  "mysqlrow/rate" },
		{ "\"ioengine\":\"external:/x/mysqlrow.so\",\"rw\":\"randwrite\"", "write",
		  "update", "mysqlrow/rate" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct table *t;
		struct observation o = with_options(cases[i].options, cases[i].dir, &t);
		struct wanted w = { .metric = METRIC_THROUGHPUT };

		assert_string_equal(o.op, cases[i].op);
		assert_string_equal(o.native, cases[i].native);
		/* Metadata has no throughput. */
		assert_int_equal(find(t, &w, NULL), 0);
		assert_null(params_get(o.params, "op"));
		table_free(t);
	}
}

static void files_and_cache(void **state)
{
	struct table *t;
	struct observation o =
		with_options("\"ioengine\":\"external:/x/smallfile.so\",\"rw\":\"read\",\"op\":"
			     "\"lsla\",\"bs\":\"1k\",\"size\":\"10000k\",\"numjobs\":\"4\","
			     "\"drop_caches\":\"1\"",
			     "read", &t);

	(void)state;
	assert_string_equal(o.op, "lsla");
	assert_null(o.pattern);
	assert_true(params_get_number(o.params, "files", 0) == 40000);
	assert_string_equal(params_get_text(o.params, "cache"), "cold");
	assert_null(params_get(o.params, "drop_caches"));
	table_free(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(options_become_parameters),
		cmocka_unit_test(patterns),
		cmocka_unit_test(block_sizes),
		cmocka_unit_test(engines_of_ours),
		cmocka_unit_test(files_and_cache),
	};

	return cmocka_run_group_tests_name("fio-work", tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What composite.xml and RESULT lines are made of: keys, texts, numbers,
 * scales and names as Phoronix wants them, conditions there and back.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "results-entry.h"
#include "results-key.h"
#include "results-name.h"
#include "results-scale.h"
#include "results-system.h"
#include "results-text.h"

static void sha1(void **state)
{
	static const struct {
		const char *text, *hex;
	} known[] = {
		/* FIPS 180 and RFC 3174 */
		{ "abc", "a9993e364706816aba3e25717850c26c9cd0d89d" },
		{ "", "da39a3ee5e6b4b0d3255bfef95601890afd80709" },
		{ "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
		  "84983e441c3bd26ebaae4aa1f95129e5e54670f1" },
		/* 63, 64 and 65 bytes: around the length's place in the last block */
		{ "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
		  "03f09f5b158a7a8cdad920bddc29b81c18a551f5" },
		{ "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
		  "0098ba824b5c16427bd7a1122a5a442a25ec644d" },
		{ "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
		  "11655326c708d70319be2610e8a57d9a5b959d3b" },
	};
	char hex[SHA1_HEX_SIZE];

	(void)state;
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		sha1_hex(known[i].text, strlen(known[i].text), hex);
		assert_string_equal(hex, known[i].hex);
	}
}

static void keys(void **state)
{
	/* the two keys that Phoronix 10.8.6 itself gave these results */
	struct result_key key = {
		.identifier = "local/smallfile",
		.title = "Small File Storm",
		.arguments = "--files=10000",
		.description = "Files: 10000 - Phase: Create",
		.app_version = "1.0",
		.scale = "Seconds",
	};
	char hex[SHA1_HEX_SIZE];
	char *text;

	(void)state;
	result_key_hex(&key, hex);
	assert_string_equal(hex, "08aead451a127ece8ff481d2c0d1eb1d0d45cf49");
	key.arguments = " --files=100000 ";
	key.description = "Files: 100000 - Phase: Create\n";
	result_key_hex(&key, hex);
	assert_string_equal(hex, "3f378bba20940e790f9a35217b020c66e2c6264f");
	key = (struct result_key){ "pts/demo-1.2.3", "Demo", "a", "b", "c", "d" };
	text = result_key_text(&key);
	assert_string_equal(text, "pts/demo-1.2,a,b,c,d");
	free(text);
	key = (struct result_key){ "", "Demo 1.0", "", "", "", "" };
	text = result_key_text(&key);
	assert_string_equal(text, "Demo 1.0,,,,");
	free(text);
}

static void numbers(void **state)
{
	static const struct {
		double value;
		const char *text;
	} known[] = {
		{ 0, "0" },
		{ 4, "4" },
		{ 3.5, "3.5" },
		{ 0.010123456789, "0.01012346" },
		{ 81234.5678, "81234.57" },
		{ 1e12, "1000000000000" },
		{ 123456789, "123456789" },
		{ -0.5, "-0.5" },
		{ 1e-12, "0" },
		{ -1e-12, "0" },
		{ 0.000000004, "0.000000004" },
		{ 99999.999, "100000" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		char *text = composite_number(known[i].value);

		assert_string_equal(text, known[i].text);
		free(text);
	}
	assert_int_equal(composite_decimals("12.3400"), 4);
	assert_int_equal(composite_decimals("12"), 0);
}

static void texts(void **state)
{
	static const struct {
		const char *from;
		bool plain;
		size_t max;
		const char *to;
	} known[] = {
		{ NULL, false, 0, "" },
		{ " a\tb\n", false, 0, "a b" },
		{ "latency <10ms run", true, 0, "latency [10ms run" },
		{ "latency <10ms run", false, 0, "latency <10ms run" },
		{ "a\x01"
		  "b\xef\xbf\xbf"
		  "c",
		  false, 0, "a b c" },
		{ "üüüü", false, 3, "üüü" },
		{ "ab  ", false, 3, "ab" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		char *text = composite_text(known[i].from, known[i].plain, known[i].max);

		assert_string_equal(text, known[i].to);
		free(text);
	}
}

static void check_identifiers(const char *const *names, const char *const *wanted, size_t n)
{
	char **identifiers = system_identifiers(names, n);

	for (size_t i = 0; i < n; i++)
		assert_string_equal(identifiers[i], wanted[i]);
	system_identifiers_free(identifiers, n);
}

static void identifiers(void **state)
{
	static const char *const two_way[] = { "aoe: ext4", "aoe: xfs", "local: xfs" };
	static const char *const mixed[] = { "aoe: ext4", "local", "nfs:/export", "local", "a:: b",
					     "<x>",	  "",	   "local" };
	static const char *const without[] = { "aoe - ext4", "local", "nfs-/export", "local (2)",
					       "a- - b",     "[x]",   "unnamed",     "local (3)" };
	char longest[200], same[200];
	const char *long_names[] = { longest, same };
	char **cut;

	(void)state;
	check_identifiers(two_way, two_way, 3);
	check_identifiers(mixed, without, 8);
	memset(longest, 'x', sizeof(longest));
	longest[199] = '\0';
	memcpy(same, longest, sizeof(same));
	cut = system_identifiers(long_names, 2);
	assert_int_equal(strlen(cut[0]), 128);
	assert_true(strlen(cut[1]) <= 128);
	assert_string_not_equal(cut[0], cut[1]);
	system_identifiers_free(cut, 2);
}

static void scales(void **state)
{
	static const struct {
		const char *scale, *proportion;
		enum metric metric;
		double divide;
	} known[] = {
		{ "Seconds", "LIB", METRIC_TIME, 1 },
		{ "Files/s", "HIB", METRIC_RATE, 1 },
		{ "Operations Per Second", "HIB", METRIC_RATE, 1 },
		{ "MB/s", "HIB", METRIC_THROUGHPUT, 1e6 },
		{ "MiB/sec", "HIB", METRIC_THROUGHPUT, 1048576 },
		{ "Microseconds", "LIB", METRIC_LATENCY, 1e3 },
		{ "ms", "", METRIC_LATENCY, 1e6 },
		/* the other way round than the metric goes: no rate, no time */
		{ "Seconds", "HIB", METRIC_COUNT, 1 },
		{ "IOPS", "LIB", METRIC_COUNT, 1 },
		/* counts of something before the thing */
		{ "Million Pixels Per Second", "HIB", METRIC_COUNT, 1 },
		{ "GFLOPS", "HIB", METRIC_COUNT, 1 },
		{ "mb/s", "HIB", METRIC_COUNT, 1 },
		{ "", "", METRIC_COUNT, 1 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		struct scale s = scale_find(known[i].scale, known[i].proportion);

		assert_int_equal(s.metric, known[i].metric);
		assert_true(s.divide == known[i].divide);
		assert_string_equal(s.name, known[i].scale);
	}
}

static void result_names(void **state)
{
	static const struct {
		const char *job, *op, *native, *stat, *part;
		enum metric metric;
		const char *name, *op_name;
	} known[] = {
		{ "lsla-cold", "lsla", "smallfile/time", "mean", NULL, METRIC_TIME,
		  "lsla-cold_seconds", "lsla-cold_lsla_seconds" },
		{ "create", "create", "smallfile/rate", "mean", NULL, METRIC_RATE, "create_rate",
		  "create_create_rate" },
		{ "mix", "read", "read/bw", "mean", NULL, METRIC_THROUGHPUT, "mix_mbs",
		  "mix_read_mbs" },
		{ "x", "read", "read/clat", "p99.9", NULL, METRIC_LATENCY, "x_p99.9_us",
		  "x_read_p99.9_us" },
		{ "x", "read", "read/slat", "mean", NULL, METRIC_LATENCY, "x_slat_mean_us",
		  "x_read_slat_mean_us" },
		{ "a b:ü", "read", "usr_cpu", "mean", NULL, METRIC_CPU, "a_b____usr_cpu",
		  "a_b____read_usr_cpu" },
		{ NULL, "read", "read/iops", "mean", NULL, METRIC_RATE, "read_rate",
		  "read_read_rate" },
		{ "x", "read", "read/iops", "min", NULL, METRIC_RATE, NULL, NULL },
		{ "x", "read", "read/clat", "stddev", NULL, METRIC_LATENCY, NULL, NULL },
		{ "x", "read", "read/total_ios", "mean", NULL, METRIC_COUNT, NULL, NULL },
		{ "x", "read", "read/iops", "mean", "1", METRIC_RATE, NULL, NULL },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		struct observation o = observation_none();

		o.job = known[i].job;
		o.op = known[i].op;
		o.native = known[i].native;
		o.stat = known[i].stat;
		o.part = known[i].part;
		o.metric = known[i].metric;
		for (int with_op = 0; with_op < 2; with_op++) {
			const char *wanted = with_op ? known[i].op_name : known[i].name;
			char *name = result_name(&o, with_op);

			if (wanted)
				assert_string_equal(name, wanted);
			else
				assert_null(name);
			free(name);
		}
	}
}

static void entry_json(void **state)
{
	struct entry_json json;
	char deep[400] = "{\"a\":";

	(void)state;
	assert_true(entry_json_read("", &json));
	assert_true(isnan(json.min) && isnan(json.max) && !json.flags && !json.error);
	assert_true(entry_json_read(
		"{\"min-result\":3.5,\"max-result\":4.5,\"platter-flags\":\"bound\"}", &json));
	assert_true(json.min == 3.5 && json.max == 4.5 && json.flags == FLAG_BOUND);
	/* as Phoronix writes them */
	assert_true(entry_json_read(
		"{\"test-run-times\":\"1:2\",\"max-result\":\"3:11:7\",\"min-result\":\"2:1.5:4\"}",
		&json));
	assert_true(json.min == 1.5 && json.max == 11);
	assert_true(entry_json_read(
		"{\"error\":\"The test quit\",\"platter-flags\":\"invalid, failed\"}", &json));
	assert_string_equal(json.error, "The test quit");
	assert_int_equal(json.flags, FLAG_FAILED | FLAG_INVALID);
	free(json.error);
	assert_false(entry_json_read("[1]", &json));
	assert_false(entry_json_read("{", &json));
	assert_false(entry_json_read("min", &json));
	for (int i = 0; i < 150; i++)
		strcat(deep, "[");
	assert_false(entry_json_read(deep, &json));
	assert_null(json.error);
}

static void conditions_there_and_back(void **state)
{
	struct table *t = table_new();
	struct params_builder b = { 0 };
	struct observation o = observation_none();
	const char *label = table_str(t, "lab: loopback, one machine");
	const struct strlist *labels;
	struct system_text text;

	(void)state;
	params_text(t, &b, "cpu", "Some CPU, 2: fast");
	params_number(t, &b, "cpus", 4);
	params_text(t, &b, "memory", "7943 MiB");
	params_text(t, &b, "kernel", "6.1.0");
	params_text(t, &b, "filesystem", "ext4");
	params_text(t, &b, "scheduler", "none");
	params_text(t, &b, "options", "rw,relatime");
	params_text(t, &b, "started", "2026-11-30T21:00:05Z");
	params_text(t, &b, "note", "a <b> note");
	o.conditions = params_intern(t, &b);
	o.labels = table_list(t, &label, 1);
	system_describe(&o, "1970-01-01 00:00:00", &text);
	assert_string_equal(text.hardware,
			    "Processor: Some CPU; 2 fast (4 Cores), Memory: 7943 MiB");
	assert_string_equal(text.software, "Kernel: 6.1.0, File-System: ext4");
	assert_string_equal(text.timestamp, "2026-11-30 21:00:05");
	assert_string_equal(text.notes, "a [b] note; lab: loopback, one machine");
	assert_string_equal(text.json,
			    "{\"disk-scheduler\":\"none\",\"disk-mount-options\":\"rw,relatime\"}");
	labels = system_conditions(t, &b, &text);
	o.conditions = params_intern(t, &b);
	assert_int_equal(labels->n, 1);
	assert_ptr_equal(labels->v[0], label);
	assert_string_equal(params_get_text(o.conditions, "cpu"), "Some CPU; 2 fast");
	assert_string_equal(params_get_text(o.conditions, "cpus"), "4");
	assert_string_equal(params_get_text(o.conditions, "memory"), "7943 MiB");
	assert_string_equal(params_get_text(o.conditions, "filesystem"), "ext4");
	assert_string_equal(params_get_text(o.conditions, "options"), "rw,relatime");
	assert_string_equal(params_get_text(o.conditions, "note"), "a [b] note");
	system_text_free(&text);
	params_builder_free(&b);
	table_free(t);
}

static void phoronix_components(void **state)
{
	/* a part without a key belongs to the value before it */
	struct system_text text = {
		.hardware =
			"Processor: Intel Core (8 Cores / 16 Threads), Motherboard: Foo, Inc. Bar, Memory: 16GB",
		.software = "System Layer: docker",
		.json = "{\"disk-scheduler\":\"MQ-DEADLINE\",\"security\":\"x\",\"n\":{}}",
	};
	struct table *t = table_new();
	struct params_builder b = { 0 };
	const struct params *p;

	(void)state;
	assert_null(system_conditions(t, &b, &text));
	p = params_intern(t, &b);
	assert_string_equal(params_get_text(p, "cpu"), "Intel Core (8 Cores / 16 Threads)");
	assert_null(params_get(p, "cpus"));
	assert_string_equal(params_get_text(p, "motherboard"), "Foo, Inc. Bar");
	assert_string_equal(params_get_text(p, "memory"), "16GB");
	assert_string_equal(params_get_text(p, "system-layer"), "docker");
	assert_string_equal(params_get_text(p, "scheduler"), "MQ-DEADLINE");
	assert_string_equal(params_get_text(p, "security"), "x");
	params_builder_free(&b);
	table_free(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sha1),
		cmocka_unit_test(keys),
		cmocka_unit_test(numbers),
		cmocka_unit_test(texts),
		cmocka_unit_test(identifiers),
		cmocka_unit_test(scales),
		cmocka_unit_test(result_names),
		cmocka_unit_test(entry_json),
		cmocka_unit_test(conditions_there_and_back),
		cmocka_unit_test(phoronix_components),
	};

	return cmocka_run_group_tests_name("results", tests, NULL, NULL);
}

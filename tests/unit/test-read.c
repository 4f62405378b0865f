/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * From bytes to a format: text around outputs, several in one file, bad
 * input of every kind, compressed input, directories.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <cmocka.h>

#include "fixture.h"
#include "json-words.h"

#define JOB(name)                                                                          \
	"{\"fio version\":\"fio-3.33\",\"jobs\":[{\"jobname\":\"" name "\",\"groupid\":0," \
	"\"error\":0,\"read\":{\"iops\":10,\"bw_bytes\":40960,\"runtime\":1000,"           \
	"\"total_ios\":10}}]}"

static size_t jobs(const struct table *t)
{
	struct wanted w = { .native = "read/bw" };

	return find(t, &w, NULL);
}

static bool has_job(const struct table *t, const char *name)
{
	struct wanted w = { .native = "read/bw", .job = name };

	return find(t, &w, NULL) == 1;
}

static void text_around(void **state)
{
	static const char text[] = "fio: warning {not json}\n{ \"jobs\" without a colon }\n"
				   "\n" JOB("one") "\nJobs: 1 (f=1)\r" JOB(
					   "two") "\n"
						  "note: {" JOB("three") "\n} }\n[\n" JOB(
							  "four") ",\n" JOB("five") "]\n"
										    "the end\n";
	const struct warning *w = NULL;
	struct table *t;
	int ret;

	(void)state;
	t = text_table(text, NULL, &ret);
	assert_int_equal(ret, 0);
	assert_int_equal(jobs(t), 5);
	assert_true(has_job(t, "one") && has_job(t, "two") && has_job(t, "three"));
	assert_true(has_job(t, "four") && has_job(t, "five"));
	assert_int_equal(find_warning(t, "text-skipped", &w), 1);
	assert_int_equal(w->severity, SEVERITY_NOTE);
	assert_int_equal(w->line, 1);
	assert_string_equal(w->message, "6 lines of other text skipped");
	table_free(t);
}

static void line_numbers(void **state)
{
	static const char text[] = "x\r\ny\r\n" JOB("one") "\r\n\r\n" JOB("two");
	struct wanted w = { .native = "read/bw", .job = "two" };
	struct observation o;
	struct table *t = text_table(text, NULL, NULL);

	(void)state;
	assert_int_equal(find(t, &w, &o), 1);
	assert_int_equal(o.line, 5);
	w.job = "one";
	assert_int_equal(find(t, &w, &o), 1);
	assert_int_equal(o.line, 3);
	table_free(t);
}

static void bad_input(void **state)
{
	static const struct {
		const char *text, *code;
	} cases[] = {
		{ "", "empty" },
		{ "nothing anyone knows\n", "unknown-format" },
		{ "{\"fio version\": \"fio-3.33\", \"jobs\": [", "fio-json-truncated" },
		{ "{\"fio version\": \"fio-3.33\",\n \"jobs\": [}\n", "fio-json-error" },
		{ "{\"fio version\": 3 4}", "fio-json-error" },
		{ "{\"platter-engine\": \"smallfile\"}\n", "engine-report" },
		{ "{\"platter-engine\": \"smallfile\"\n", "engine-report-json" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct warning *w = NULL;
		int ret;
		struct table *t = text_table(cases[i].text, NULL, &ret);

		assert_int_equal(ret, -1);
		assert_int_equal(table_len(t), 0);
		assert_int_equal(find_warning(t, cases[i].code, &w), 1);
		assert_int_equal(w->severity, SEVERITY_ERROR);
		/* One line says it. */
		assert_int_equal(table_warnings(t), 1);
		table_free(t);
	}
}

static void the_error_line(void **state)
{
	static const char text[] =
		"note\n{\n \"fio version\": \"fio-3.33\",\n \"jobs\": [\n  }\n]}\n";
	const struct warning *w = NULL;
	struct table *t = text_table(text, NULL, NULL);

	(void)state;
	assert_int_equal(find_warning(t, "fio-json-error", &w), 1);
	assert_int_equal(w->line, 5);
	table_free(t);
}

static void good_after_bad(void **state)
{
	static const char text[] =
		"{\"fio version\":\"fio-3.33\",\n\"jobs\":[{\"jobname\":\"cut\",\n"
		"\"read\":{\"iops\":12,\n" JOB("whole") "\n";
	struct table *t;
	int ret;

	(void)state;
	t = text_table(text, NULL, &ret);
	assert_int_equal(ret, -1);
	assert_true(has_job(t, "whole"));
	assert_int_equal(jobs(t), 1);
	table_free(t);
}

static void deep_nesting(void **state)
{
	size_t deep = 100000, n;
	char *text = malloc(deep + 200);
	const struct warning *w = NULL;
	struct read_options none = { 0 };
	struct table *t = table_new();

	(void)state;
	n = (size_t)sprintf(text, "{\"fio version\":\"fio-3.33\",\"x\":");
	memset(text + n, '[', deep);
	assert_int_equal(read_memory(t, text, n + deep, "deep", &none), -1);
	assert_int_equal(find_warning(t, "fio-json-error", &w), 1);
	assert_non_null(strstr(w->message, "nested more than"));
	table_free(t);
	t = table_new();
	n = (size_t)sprintf(text, "{\"platter-engine\":\"x\",\"y\":");
	memset(text + n, '[', deep / 2);
	assert_int_equal(read_memory(t, text, n + deep / 2, "deep", &none), -1);
	assert_int_equal(find_warning(t, "engine-report-json", &w), 1);
	assert_non_null(strstr(w->message, "nested more than"));
	table_free(t);
	free(text);
}

static void endless_words(void **state)
{
	size_t len = 6 * 1024 * 1024, n;
	char *text = malloc(len + 200);
	const struct warning *w = NULL;
	struct read_options none = { 0 };
	struct table *t = table_new();

	(void)state;
	n = (size_t)sprintf(text, "{\"fio version\":\"");
	memset(text + n, 'x', len);
	assert_int_equal(read_memory(t, text, n + len, "long", &none), -1);
	assert_int_equal(find_warning(t, "fio-json-error", &w), 1);
	assert_non_null(strstr(w->message, "a word longer than"));
	table_free(t);
	t = table_new();
	n = (size_t)sprintf(text, "{\"fio version\":\"fio-3.33\",\"global options\":{");
	while (n < len)
		n += (size_t)sprintf(text + n, "\"option\":\"some value or other\",");
	assert_int_equal(read_memory(t, text, n, "many", &none), -1);
	assert_int_equal(find_warning(t, "fio-json-error", &w), 1);
	assert_non_null(strstr(w->message, "bytes of options"));
	table_free(t);
	free(text);
}

static void huge_numbers(void **state)
{
	static const char text[] =
		"{\"fio version\":\"fio-3.33\",\"jobs\":[{\"jobname\":\"j\",\"groupid\":1e300,"
		"\"error\":0,\"read\":{\"iops\":1e999,\"bw_bytes\":18446744073709551615,"
		"\"runtime\":1e308,\"total_ios\":99999999999999999999999999,"
		"\"clat_ns\":{\"min\":18446744073709551615,\"max\":5,\"mean\":4,\"N\":2,"
		"\"percentile\":{\"1e999\":4,\"99.000000\":1e400,\"50\":4}}}}]}";
	struct wanted w = { .native = "read/iops", .metric = METRIC_RATE };
	struct table *t;
	int ret;

	(void)state;
	t = text_table(text, NULL, &ret);
	assert_int_equal(ret, 0);
	assert_int_equal(find(t, &w, NULL), 0);
	w = (struct wanted){ .native = "read/bw" };
	assert_int_equal(find(t, &w, NULL), 0);
	w = (struct wanted){ .native = "read/clat", .metric = METRIC_LATENCY };
	/* mean, max and p50 */
	assert_int_equal(find(t, &w, NULL), 3);
	for (size_t i = 0; i < table_len(t); i++) {
		struct observation o;

		assert_true(table_get(t, i, &o) && isfinite(o.value));
	}
	table_free(t);
}

static void words_that_are_no_json(void **state)
{
	static const char text[] =
		"{\"fio version\":\"fio-3.33\",\"jobs\":[{\"jobname\":\"a, nan, -inf\",\"groupid\":0,"
		"\"error\":0,\"usr_cpu\":-nan,\"sys_cpu\":inf,\"job options\":{\"x\":\"nan\"},"
		"\"read\":{\"iops\":nan,\"bw_bytes\":40960,\"runtime\":1000,\"total_ios\":10,"
		"\"clat_ns\":{\"min\":-inf,\"max\":NaN,\"mean\":Infinity,\"stddev\":-Infinity,"
		"\"N\":3}}}]}";
	struct wanted w = { .native = "read/bw" };
	struct observation o;
	struct table *t;
	int ret;

	(void)state;
	t = text_table(text, NULL, &ret);
	assert_int_equal(ret, 0);
	assert_int_equal(find(t, &w, &o), 1);
	assert_string_equal(o.job, "a, nan, -inf");
	assert_string_equal(params_get_text(o.params, "x"), "nan");
	w = (struct wanted){ .metric = METRIC_RATE };
	assert_int_equal(find(t, &w, NULL), 0);
	w.metric = METRIC_LATENCY;
	assert_int_equal(find(t, &w, NULL), 0);
	w.metric = METRIC_CPU;
	assert_int_equal(find(t, &w, NULL), 0);
	table_free(t);
}

/* Mending gives the same however the text is cut into pieces. */
static void words_in_pieces(void **state)
{
	static const char text[] =
		"{\"a\": nan, \"b\":-inf,\n\"c nan\":\"x\tnan \\\" nan\",\t\"d\":[nan,"
		"inf,-nan]}\n\"e\": Infinity}";
	static const char want[] =
		"{\"a\": 0E0, \"b\":0E0 ,\n\"c nan\":\"x\x7fnan \\\" nan\",\t\"d\":["
		"0E0,0E0,0E0 ]}\n\"e\": 0E0     }";
	char all[sizeof(text)], buf[sizeof(text)];

	(void)state;
	for (size_t piece = 1; piece <= sizeof(text); piece++) {
		struct json_words w = { 0 };
		size_t done = 0, held = 0, given = 0;

		while (done < sizeof(text) - 1) {
			size_t n = sizeof(text) - 1 - given, used;

			if (n > piece)
				n = piece;
			memcpy(buf + held, text + given, n);
			given += n;
			used = json_words_mend(&w, buf, held + n, given == sizeof(text) - 1);
			memcpy(all + done, buf, used);
			done += used;
			held = held + n - used;
			memmove(buf, buf + used, held);
		}
		all[done] = '\0';
		/* Pieces shorter than a word cannot be held back for ever. */
		if (piece >= 16)
			assert_string_equal(all, want);
	}
}

static void latin1_names(void **state)
{
	static const char text[] =
		"{\"fio version\":\"fio-3.33\",\"jobs\":[{\"jobname\":\"caf\xe9\","
		"\"groupid\":0,\"error\":0,\"read\":{\"iops\":10,\"bw_bytes\":1,"
		"\"runtime\":1000,\"total_ios\":10}}]}";
	struct table *t = text_table(text, NULL, NULL);

	(void)state;
	assert_true(has_job(t, "café"));
	table_free(t);
}

static void from_overrides(void **state)
{
	struct read_options engine = { .from = reader_by_name("platter-engine") };
	const struct warning *w = NULL;
	struct table *t;
	int ret;

	(void)state;
	assert_non_null(engine.from);
	assert_null(reader_by_name("no such"));
	t = text_table(JOB("one"), &engine, &ret);
	assert_int_equal(ret, -1);
	assert_int_equal(find_warning(t, "unknown-format", &w), 1);
	assert_string_equal(w->message, "no platter-engine output in it");
	table_free(t);
}

static void system_names(void **state)
{
	struct read_options named = { .system = "mine" };
	struct table *t = text_table(JOB("one"), &named, NULL);
	struct wanted w = { .system = "mine" };

	(void)state;
	assert_int_equal(find(t, &w, NULL), 1);
	table_free(t);
	t = text_table(JOB("one"), NULL, NULL);
	w.system = "t";
	assert_int_equal(find(t, &w, NULL), 1);
	table_free(t);
}

static void put_file(const char *dir, const char *name, const char *text)
{
	char path[512];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	f = fopen(path, "w");
	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

static void directories(void **state)
{
	char dir[] = "/tmp/platter-unit-XXXXXX", sub[64], path[128];
	struct read_options none = { 0 };
	const struct warning *w = NULL;
	struct table *t = table_new();
	struct observation o;
	gzFile gz;

	(void)state;
	assert_non_null(mkdtemp(dir));
	assert_int_equal(read_path(t, dir, &none), -1);
	assert_int_equal(find_warning(t, "empty", NULL), 1);
	table_free(t);
	t = table_new();
	snprintf(sub, sizeof(sub), "%s/sub", dir);
	mkdir(sub, 0700);
	put_file(dir, "run10.json", JOB("ten"));
	put_file(dir, "run2.json", JOB("two"));
	put_file(dir, "run0.warmup", JOB("warm"));
	put_file(dir, ".hidden", JOB("hidden"));
	put_file(dir, "bad.txt", "no format\n");
	snprintf(path, sizeof(path), "%s/z.gz", sub);
	gz = gzopen(path, "wb");
	gzputs(gz, JOB("zipped"));
	gzclose(gz);
	/* One bad file: said once, all others read, in the order of their numbers. */
	assert_int_equal(read_path(t, dir, &none), -1);
	assert_int_equal(find_warning(t, "unknown-format", &w), 1);
	assert_non_null(strstr(w->source, "bad.txt"));
	assert_int_equal(jobs(t), 3);
	assert_true(table_get(t, 0, &o));
	assert_string_equal(o.job, "two");
	assert_true(has_job(t, "zipped"));
	table_free(t);

	/* Compressed data that ends too soon. */
	t = table_new();
	assert_int_equal(truncate(path, 40), 0);
	assert_int_equal(read_path(t, path, &none), -1);
	assert_true(find_warning(t, "read-error", &w) == 1);
	assert_string_equal(w->message, "gzip data ends too soon");
	table_free(t);
	unlink(path);
	rmdir(sub);
	for (size_t i = 0; i < 5; i++) {
		static const char *const names[] = { "run10.json", "run2.json", "run0.warmup",
						     ".hidden", "bad.txt" };

		snprintf(path, sizeof(path), "%s/%s", dir, names[i]);
		unlink(path);
	}
	assert_int_equal(rmdir(dir), 0);
}

static void no_such_file(void **state)
{
	struct read_options none = { 0 };
	struct table *t = table_new();
	const struct warning *w = NULL;

	(void)state;
	assert_int_equal(read_path(t, "/nonexistent/file", &none), -1);
	assert_int_equal(find_warning(t, "open-error", &w), 1);
	assert_string_equal(w->message, "No such file or directory");
	table_free(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_around),
		cmocka_unit_test(line_numbers),
		cmocka_unit_test(bad_input),
		cmocka_unit_test(the_error_line),
		cmocka_unit_test(good_after_bad),
		cmocka_unit_test(deep_nesting),
		cmocka_unit_test(huge_numbers),
		cmocka_unit_test(endless_words),
		cmocka_unit_test(words_that_are_no_json),
		cmocka_unit_test(words_in_pieces),
		cmocka_unit_test(latin1_names),
		cmocka_unit_test(from_overrides),
		cmocka_unit_test(system_names),
		cmocka_unit_test(directories),
		cmocka_unit_test(no_such_file),
	};

	return cmocka_run_group_tests_name("read", tests, NULL, NULL);
}

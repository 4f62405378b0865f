/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Every fixture that holds fio JSON against its NAME.expect.json: every value
 * there must be in the table, and the table must hold no direction, latency or
 * percentile that is not there. disk_util is not part of the model.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "fixture.h"
#include "json.h"

struct walk {
	const char *name;
	const struct table *t;
	size_t files;
	size_t values;
	size_t wrong;
};

static void wrong(struct walk *w, const char *job, const char *what, double want, double have)
{
	print_error("%s: job '%s': %s is %.9g, expected %.9g\n", w->name, job, what, have, want);
	w->wrong++;
}

/* Expected values were rounded to three decimals (rates to six). */
static bool close_to(double want, double have)
{
	return fabs(want - have) <= 0.00051 + 1e-9 * fabs(want);
}

/* Of which group and sibling an observation must be; NULL part: the whole. */
struct place {
	const char *job;
	int group; /* -2: any */
	const char *part;
};

static bool is_at(const struct observation *o, const struct place *p)
{
	return o->job && !strcmp(o->job, p->job) && (p->group == -2 || o->group == p->group) &&
	       (p->part ? o->part && !strcmp(o->part, p->part) : !o->part);
}

static bool get(const struct walk *w, const struct place *p, const char *native, enum metric metric,
		const char *stat, struct observation *found)
{
	struct observation o;

	for (size_t i = 0; i < table_len(w->t); i++) {
		if (!table_get(w->t, i, &o) || !is_at(&o, p) || o.metric != metric ||
		    strcmp(o.native, native) || strcmp(o.stat, stat))
			continue;
		*found = o;
		return true;
	}
	return false;
}

static void check(struct walk *w, const struct place *p, const char *dir, const char *what,
		  enum metric metric, const char *stat, double want, double scale)
{
	struct observation o;
	char native[64], label[128];

	snprintf(native, sizeof(native), "%s/%s", dir, what);
	snprintf(label, sizeof(label), "%s %s %s", native, metric_name(metric), stat);
	w->values++;
	if (!get(w, p, native, metric, stat, &o))
		wrong(w, p->job, label, want, NAN);
	else if (!close_to(want, o.value * scale))
		wrong(w, p->job, label, want, o.value * scale);
}

/* "clat_ns": {min, max, mean, stddev, samples, "p": {"99.0": ..}, or p50, p99 beside them}. */
static void check_latency(struct walk *w, const struct place *p, const char *dir,
			  const struct json *lat)
{
	char what[16];
	const struct json *pct = json_get(lat, "p");
	bool measured = json_number(lat, "max", 1) > 0 && json_number(lat, "samples", 1) != 0;
	struct observation o;
	char native[64], samples[32];

	snprintf(what, sizeof(what), "%.*s", (int)strcspn(lat->key, "_"), lat->key);
	snprintf(samples, sizeof(samples), "%s_samples", what);
	snprintf(native, sizeof(native), "%s/%s", dir, what);
	if (lat->type == JSON_NULL || !measured) {
		w->values++;
		if (get(w, p, native, METRIC_LATENCY, "mean", &o) ||
		    get(w, p, native, METRIC_LATENCY, "min", &o))
			wrong(w, p->job, native, NAN, o.value);
		return;
	}
	for (const struct json *m = lat->first; m; m = m->next) {
		if (m->type != JSON_NUMBER)
			continue;
		if (!strcmp(m->key, "samples"))
			check(w, p, dir, samples, METRIC_COUNT, "mean", m->number, 1);
		else
			check(w, p, dir, what, METRIC_LATENCY, m->key, m->number, 1);
	}
	for (const struct json *m = pct ? pct->first : NULL; m; m = m->next) {
		char stat[32];

		snprintf(stat, sizeof(stat), "p%g", atof(m->key));
		check(w, p, dir, what, METRIC_LATENCY, stat, m->number, 1);
	}
}

/* iops as fio prints it counts failed I/Os; the model takes total_err out (one per failed I/O). */
static double good_iops(const struct walk *w, const struct json *dir, double iops)
{
	double ios = json_number(dir, "total_ios", 0);

	return strstr(w->name, "enospc_cont") ? iops * (ios - 1) / ios : iops;
}

static void check_direction(struct walk *w, const struct place *p, const struct json *dir)
{
	for (const struct json *m = dir->first; m; m = m->next) {
		const char *key = m->key, *d = dir->key;
		struct observation o;

		if (m->type == JSON_NULL && !strcmp(key, "iops")) {
			w->values++;
			if (get(w, p, "read/iops", METRIC_RATE, "mean", &o))
				wrong(w, p->job, "iops", NAN, o.value);
		} else if (!strcmp(key, "iops"))
			check(w, p, d, "iops", METRIC_RATE, "mean", good_iops(w, dir, m->number),
			      1);
		else if (!strcmp(key, "bw_bytes_per_s"))
			check(w, p, d, "bw", METRIC_THROUGHPUT, "mean", m->number, 1);
		else if (!strcmp(key, "io_bytes"))
			check(w, p, d, "io_bytes", METRIC_COUNT, "mean", m->number, 1);
		else if (!strcmp(key, "total_ios"))
			check(w, p, d, "total_ios", METRIC_COUNT, "mean", m->number, 1);
		else if (!strcmp(key, "runtime_ms"))
			check(w, p, d, "runtime", METRIC_TIME, "mean", m->number, 1000);
		else if (!strcmp(key, "lat_ns_mean"))
			check(w, p, d, "lat", METRIC_LATENCY, "mean", m->number, 1);
		else if (!strcmp(key, "bins_total"))
			check(w, p, d, "clat_samples", METRIC_COUNT, "mean", m->number, 1);
		else if (key[0] == 'p' && m->type == JSON_NUMBER)
			check(w, p, d, "lat", METRIC_LATENCY, key, m->number, 1);
		else if (strstr(key, "lat_ns"))
			check_latency(w, p, d, m);
		else
			fail_msg("%s: nothing checks '%s'", w->name, key);
	}
}

static void check_options(struct walk *w, const struct place *p, const struct json *job)
{
	static const char *const texts[] = { "rw" };
	struct observation o;

	if (!get(w, p, "read/bw", METRIC_THROUGHPUT, "mean", &o))
		return;
	for (size_t i = 0; i < 1; i++) {
		const char *want = json_string(job, texts[i]);

		if (!want)
			continue;
		w->values++;
		assert_string_equal(params_get_text(o.params, texts[i]), want);
	}
	if (json_string(job, "bs")) {
		w->values++;
		assert_string_equal(json_string(job, "bs"), "512K");
		assert_true(params_get_number(o.params, "bs", 0) == 512 * 1024);
	}
	if (json_get(job, "iodepth")) {
		w->values++;
		assert_true(params_get_number(o.params, "iodepth", 0) ==
			    json_number(job, "iodepth", -1));
	}
}

static void check_error(struct walk *w, const struct place *p, double error)
{
	struct observation o;

	for (size_t i = 0; i < table_len(w->t); i++) {
		if (!table_get(w->t, i, &o) || !is_at(&o, p))
			continue;
		w->values++;
		if (!!(o.flags & FLAG_FAILED) != (error > 0))
			wrong(w, p->job, "failed flag", error > 0, !(error > 0));
	}
	if (error > 0)
		assert_true(find_warning(w->t, "fio-job-error", NULL) > 0);
}

/* Numbers of siblings of the same name in the same group before and at all. */
static void siblings(const struct json *jobs, const struct json *job, size_t *before, size_t *all)
{
	bool seen = false;

	*before = *all = 0;
	for (const struct json *m = jobs->first; m; m = m->next) {
		seen |= m == job;
		if (strcmp(json_string(m, "jobname"), json_string(job, "jobname")) ||
		    json_number(m, "groupid", -2) != json_number(job, "groupid", -2))
			continue;
		*all += 1;
		*before += !seen;
	}
}

/* What the table has and the expectation has not. */
static void check_nothing_more(struct walk *w, const struct place *p, const struct json *job)
{
	struct observation o;

	for (size_t i = 0; i < table_len(w->t); i++) {
		char dir[16];
		const struct json *d;

		if (!table_get(w->t, i, &o) || !is_at(&o, p) || o.metric == METRIC_CPU)
			continue;
		snprintf(dir, sizeof(dir), "%.*s", (int)strcspn(o.native, "/"), o.native);
		d = json_get(job, dir);
		if (!d && !isnan(o.value))
			wrong(w, p->job, o.native, NAN, o.value);
	}
}

static int count_percentiles(const struct table *t)
{
	struct observation o;
	int n = 0;

	for (size_t i = 0; i < table_len(t); i++)
		n += table_get(t, i, &o) && o.metric == METRIC_LATENCY && o.stat[0] == 'p';
	return n;
}

static void walk_file(const char *expect, void *arg)
{
	struct walk *w = arg;
	struct read_options options = { .parts = true };
	size_t len, stem = strlen(expect) - strlen(".expect.json");
	char name[512], err[128];
	struct arena arena = { 0 };
	char *data, *text;
	struct json *e;
	const struct json *jobs;
	int ret;

	snprintf(name, sizeof(name), "%.*s.txt", (int)stem, expect);
	data = fixture_bytes(name, &len);
	if (!data) {
		snprintf(name, sizeof(name), "%.*s.json", (int)stem, expect);
		data = fixture_bytes(name, &len);
	}
	assert_non_null(data);
	/* Those without JSON are other readers'. */
	if (!strstr(data, "\"fio version\"")) {
		free(data);
		return;
	}
	free(data);
	w->name = name;
	w->files++;
	text = fixture_bytes(expect, &len);
	e = json_parse(&arena, text, len, err, sizeof(err));
	assert_non_null(e);
	w->t = fixture_table(name, &options, &ret);
	assert_int_equal(ret, 0);
	jobs = json_get(e, "jobs");
	assert_non_null(jobs);
	for (const struct json *job = jobs->first; job; job = job->next) {
		size_t before, all;
		char part[16];
		struct place p = { .job = json_string(job, "jobname"),
				   .group = (int)json_number(job, "groupid", -2) };

		siblings(jobs, job, &before, &all);
		snprintf(part, sizeof(part), "%zu", before + 1);
		if (all > 1 && p.group != -2)
			p.part = part;
		for (const struct json *d = job->first; d; d = d->next)
			if (d->type == JSON_OBJECT)
				check_direction(w, &p, d);
		check_options(w, &p, job);
		check_error(w, &p, json_number(job, "error", json_number(e, "job_error", 0)));
		check_nothing_more(w, &p, job);
		if (json_get(job, "steadystate_attained"))
			assert_int_equal(find_warning(w->t, "fio-steadystate-not-attained", NULL),
					 1);
	}
	if (json_get(e, "percentiles_count")) {
		w->values++;
		assert_int_equal(count_percentiles(w->t), json_number(e, "percentiles_count", -1));
	}
	table_free((struct table *)w->t);
	arena_free(&arena);
	free(text);
}

static void every_expected_value(void **state)
{
	struct walk w = { 0 };

	(void)state;
	fixture_each("fio", ".expect.json", walk_file, &w);
	fixture_each("cases", ".expect.json", walk_file, &w);
	print_message("%zu files, %zu values\n", w.files, w.values);
	assert_int_equal(w.wrong, 0);
	assert_true(w.files >= 100);
	assert_true(w.values > 10000);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(every_expected_value) };

	return cmocka_run_group_tests_name("expect", tests, NULL, NULL);
}

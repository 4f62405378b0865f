/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From one Entry of a composite.xml to observations, in the model's units. RawString holds the runs,
 * Value their mean, which Phoronix never computes again: where the two disagree the runs count and a
 * warning says so.
 */
#include "results-composite.h"

#include "profile-xml.h"
#include "results-entry.h"
#include "results-text.h"
#include "stats.h"
#include "text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* An Entry taken apart. */
struct entry {
	const struct composite_result *result;
	const char *system;		      /* interned */
	const struct composite_system *about; /* NULL: the file describes no systems */
	unsigned int line;
	char *value, *raw;
	struct entry_json json;
};

static int compare_system(const void *name, const void *system)
{
	return strcmp(name, ((const struct composite_system *)system)->name);
}

static void warn(struct composite *c, const struct entry *e, enum severity severity,
		 const char *code, const char *message)
{
	table_warn(c->ctx->table, severity, c->ctx->source, e->line, code, "'%s' of '%s': %s",
		   e->result->native, e->system, message);
}

/* What holds for every observation of the entry; a reading of its own. */
static struct observation entry_observation(struct composite *c, const struct entry *e)
{
	struct observation o = read_observation(c->ctx, e->system, e->line);
	struct table *t = c->ctx->table;

	/* --system names a file's one system; of several it is the common part */
	if (c->ctx->options->system && c->n_systems > 1) {
		char *both = xasprintf("%s: %s", c->ctx->options->system, e->system);

		o.system = table_str(t, both);
		free(both);
	}
	if (e->about) {
		o.conditions = e->about->conditions;
		o.labels = e->about->labels;
	}
	o.tool = table_str(t, "phoronix");
	o.tool_version = c->client && c->client[0] ? c->client : NULL;
	/* a result has no job: its own name tells its runs from those of other results */
	o.native = e->result->native;
	o.job = e->result->native;
	o.metric = e->result->metric;
	o.stat = table_str(t, "mean");
	o.test = table_test(t, &e->result->test);
	o.flags |= e->json.flags;
	return o;
}

/* A test without the row: for what stands beside the row's own number. */
static const struct test *test_beside(struct table *t, const struct test *test)
{
	struct test beside = {
		.profile = test->profile,
		.arguments = test->arguments,
		.title = test->title,
		.app_version = test->app_version,
	};

	return table_test(t, &beside);
}

static void add_beside(struct composite *c, const struct entry *e, struct observation o,
		       const char *stat, double value)
{
	if (!isfinite(value * e->result->test.divide))
		return;
	o.test = test_beside(c->ctx->table, &e->result->test);
	o.stat = table_str(c->ctx->table, stat);
	o.value = value * e->result->test.divide;
	table_add(c->ctx->table, &o);
}

/* One run of VALUE, in the scale of the file. */
static void add_run(struct composite *c, const struct entry *e, double value, unsigned int run)
{
	double divide = e->result->test.divide;
	struct observation o = entry_observation(c, e);
	bool bound = (e->json.flags & FLAG_BOUND) && isfinite(e->json.min * divide) &&
		     isfinite(e->json.max * divide);

	o.run = run;
	o.value = value * divide;
	if (bound) {
		o.low = e->json.min * divide;
		o.high = e->json.max * divide;
		/* only "less than": the writer puts the upper end for a value that is not known */
		if (value == e->json.max)
			o.value = NAN;
	}
	table_add(c->ctx->table, &o);
	if (!bound && run == 1) {
		add_beside(c, e, o, "min", e->json.min);
		add_beside(c, e, o, "max", e->json.max);
	}
}

static void add_failed(struct composite *c, const struct entry *e)
{
	struct observation o = entry_observation(c, e);

	if (!(o.flags & FLAGS_NOT_AVERAGED))
		o.flags |= FLAG_FAILED;
	o.run = 1;
	o.value = NAN;
	table_add(c->ctx->table, &o);
	warn(c, e, SEVERITY_WARNING, "composite-failed",
	     e->json.error && e->json.error[0] ? e->json.error : "no value, the test has failed");
}

/* LEN bytes of TEXT as a number that is still one in the model's unit. */
static bool model_number(const struct entry *e, const char *text, size_t len, double *value)
{
	char copy[512]; /* the largest double has 309 digits */

	if (len >= sizeof(copy))
		return false;
	memcpy(copy, text, len);
	copy[len] = '\0';
	return text_number(copy, value) && isfinite(*value * e->result->test.divide);
}

/* The numbers in TEXT between SEPARATORs; NULL when one of them is none (free). */
static double *split_numbers(const struct entry *e, const char *text, char separator, size_t *n)
{
	const char set[] = { separator, '\0' };
	double *v = NULL;
	size_t cap = 0;

	*n = 0;
	while (1) {
		size_t blank = strspn(text, " ");
		size_t len = strcspn(text, set);
		size_t end = len;

		while (end > blank && text[end - 1] == ' ')
			end--;
		xgrow(&v, &cap, *n + 1, sizeof(*v));
		if (!model_number(e, text + blank, end - blank, &v[(*n)++])) {
			free(v);
			return NULL;
		}
		if (!text[len])
			return v;
		text += len + 1;
	}
}

/* Value is the mean of the runs to its last decimal, or (ResultQuantifier) their extreme. */
static void check_mean(struct composite *c, const struct entry *e, double value, const double *runs,
		       size_t n)
{
	struct summary s = summarize(runs, n);
	double half = 0.5 * pow(10, -composite_decimals(e->value)) + 1e-9 * fabs(value);

	if (fabs(s.mean - value) > half && fabs(s.min - value) > half && fabs(s.max - value) > half)
		warn(c, e, SEVERITY_WARNING, "composite-value",
		     "Value is not the mean of RawString; the runs in RawString are taken");
}

static int add_runs(struct composite *c, const struct entry *e)
{
	double *runs;
	double value;
	size_t n;

	if (!model_number(e, e->value, strlen(e->value), &value))
		return read_fail(c->ctx, e->line, "composite-number",
				 "Value '%s' of '%s' in '%s' is not a number", e->value, e->system,
				 e->result->native);
	if (!e->raw[0]) {
		add_run(c, e, value, 1);
		return 0;
	}
	runs = split_numbers(e, e->raw, ':', &n);
	if (!runs) {
		warn(c, e, SEVERITY_WARNING, "composite-raw",
		     "RawString is no list of numbers; Value is taken for one run");
		add_run(c, e, value, 1);
		return 0;
	}
	check_mean(c, e, value, runs, n);
	for (size_t i = 0; i < n; i++)
		add_run(c, e, runs[i], (unsigned int)i + 1);
	free(runs);
	return 0;
}

/* A series as a row: its mean, which has another key than the series. */
static const struct test *test_of_mean(struct table *t, const struct test *test)
{
	struct test mean = *test;
	char *text = xasprintf("%s%sMean", test->description, test->description[0] ? " - " : "");

	mean.description = table_str(t, text);
	free(text);
	return table_test(t, &mean);
}

static void add_series(struct composite *c, const struct entry *e)
{
	double divide = e->result->test.divide;
	struct table *t = c->ctx->table;
	struct observation o;
	struct summary sum;
	double *samples;
	size_t n;

	samples = split_numbers(e, e->value, ',', &n);
	if (!samples) {
		warn(c, e, SEVERITY_WARNING, "composite-series", "not a list of numbers: left out");
		return;
	}
	sum = summarize(samples, n);
	if (!isfinite(sum.mean * divide))
		sum.mean = NAN;
	o = entry_observation(c, e);
	o.run = 1;
	o.value = sum.mean * divide;
	o.test = test_of_mean(t, &e->result->test);
	table_add(t, &o);
	add_beside(c, e, o, "min", sum.min);
	add_beside(c, e, o, "max", sum.max);
	for (size_t i = 0; c->ctx->options->parts && i < n; i++) {
		char part[24];

		snprintf(part, sizeof(part), "%zu", i + 1);
		o.part = table_str(t, part);
		o.test = test_beside(t, &e->result->test);
		o.value = samples[i] * divide;
		table_add(t, &o);
	}
	free(samples);
}

static int add_entry(struct composite *c, struct entry *e)
{
	if (c->n_systems) {
		e->about = bsearch(e->system, c->systems, c->n_systems, sizeof(*c->systems),
				   compare_system);
		if (!e->about)
			return read_fail(c->ctx, e->line, "composite-system",
					 "entry of system '%s', which the file does not describe",
					 e->system);
	}
	if (!e->value[0]) {
		add_failed(c, e);
		return 0;
	}
	if (e->result->format != COMPOSITE_SERIES)
		return add_runs(c, e);
	add_series(c, e);
	return 0;
}

int composite_entry(struct composite *c, const struct composite_result *result, const xmlNode *node,
		    unsigned int line)
{
	char *system = xml_text(xml_child(node, "Identifier"));
	char *json = xml_text(xml_child(node, "JSON"));
	struct entry e = {
		.result = result,
		.system = table_str(c->ctx->table, system),
		.line = line,
		.value = xml_text(xml_child(node, "Value")),
		.raw = xml_text(xml_child(node, "RawString")),
	};
	int status;

	if (!entry_json_read(json, &e.json))
		warn(c, &e, SEVERITY_WARNING, "composite-json",
		     "JSON of the entry is no JSON object: ignored");
	if (system[0])
		status = add_entry(c, &e);
	else
		status = read_fail(c->ctx, line, "composite-system", "entry without an Identifier");
	free(e.json.error);
	free(e.value);
	free(e.raw);
	free(system);
	free(json);
	return status;
}

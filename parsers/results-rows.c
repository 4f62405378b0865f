/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From groups to Result elements: which work becomes a row and what it is called. The numbers of an
 * entry are results-entry.c's; statistics were done before (group.h).
 */
#include "results-rows.h"

#include "arena.h"
#include "results-entry.h"
#include "results-key.h"
#include "results-scale.h"
#include "results-text.h"

#include <stdlib.h>
#include <string.h>

#define TITLE_MIN 2
#define TITLE_MAX 50

struct making {
	struct entry_source source;
	struct result_rows *rows;
	struct pool keys;		/* of the rows */
	const struct observation *main; /* the last primary row's work, and its key */
	char main_key[SHA1_HEX_SIZE];
};

static bool stat_is(const struct observation *o, const char *stat)
{
	return o->stat && !strcmp(o->stat, stat);
}

/* The last part of a native name: "clat" of "write/clat". */
static const char *native_kind(const struct observation *o)
{
	const char *kind = o->native ? strrchr(o->native, '/') : NULL;

	if (kind)
		return kind + 1;
	return o->native ? o->native : "";
}

/* A row that a profile or a composite has given an identity. */
static bool has_identity(const struct observation *o)
{
	return o->test && o->test->profile && o->test->description && o->test->scale;
}

static bool is_wanted(const struct observation *o)
{
	if (has_identity(o))
		return stat_is(o, "mean") || o->test->result;
	/* work of a known profile that no row of it is for */
	if (o->test && o->test->title)
		return false;
	switch (o->metric) {
	case METRIC_THROUGHPUT:
	case METRIC_RATE:
	case METRIC_CPU:
		return stat_is(o, "mean");
	case METRIC_TIME:
		/* how long a block job ran is its setting, not its result */
		return stat_is(o, "mean") && strcmp(native_kind(o), "runtime") != 0;
	case METRIC_LATENCY:
		return stat_is(o, "mean") || stat_is(o, "p50") || stat_is(o, "p99") ||
		       stat_is(o, "p99.9");
	case METRIC_COUNT:
		return stat_is(o, "mean") && observation_better(o) != BETTER_NEITHER;
	case METRIC_N:
		break;
	}
	return false;
}

static char *fitting_title(const char *text)
{
	char *title = composite_text(text, false, TITLE_MAX);

	if (strlen(title) >= TITLE_MIN)
		return title;
	free(title);
	return xstrdup("Result");
}

/* "key=value key=value", all parameters of the work (free). */
static char *parameters_text(const struct observation *o)
{
	char *text = o->job ? xasprintf("job=%s", o->job) : xstrdup("");

	for (size_t i = 0; o->params && i < o->params->n; i++) {
		const struct param *p = &o->params->v[i];
		char *number = p->text ? NULL : composite_number(p->number);
		char *longer = xasprintf("%s%s%s=%s", text, text[0] ? " " : "", p->key,
					 p->text ? p->text : number);

		free(number);
		free(text);
		text = longer;
	}
	return text;
}

static char *metric_text(const struct observation *o)
{
	const char *kind = native_kind(o);

	switch (o->metric) {
	case METRIC_LATENCY:
		return xasprintf("Latency %s%s%s%s", o->stat, kind[0] ? " (" : "", kind,
				 kind[0] ? ")" : "");
	case METRIC_CPU:
		return xasprintf("CPU%s%s%s", kind[0] ? " (" : "", kind, kind[0] ? ")" : "");
	case METRIC_THROUGHPUT:
		return xstrdup("Throughput");
	case METRIC_RATE:
		return xstrdup("Rate");
	case METRIC_TIME:
		return xstrdup("Time");
	case METRIC_COUNT:
	case METRIC_N:
		break;
	}
	return xasprintf("Count%s%s%s", kind[0] ? " (" : "", kind, kind[0] ? ")" : "");
}

/* "seqread - read sequential - Throughput" (free). */
static char *work_text(const struct observation *o)
{
	char *metric = metric_text(o);
	char *text = xasprintf("%s%s%s%s%s%s%s%s%s", o->job ? o->job : "", o->job ? " - " : "",
			       o->op ? o->op : "", o->op && o->pattern ? " " : "",
			       o->pattern ? o->pattern : "", o->op || o->pattern ? " - " : "",
			       metric, o->part ? " - part " : "", o->part ? o->part : "");

	free(metric);
	return text;
}

/* The version of the tool, where all systems of the row were measured with one; else "". */
static const char *common_version(const struct group *g, size_t n)
{
	const char *version = g[0].first.tool_version;

	for (size_t i = 1; i < n; i++)
		if (g[i].first.tool_version != version)
			return "";
	return version ? version : "";
}

/* As a profile or a composite named it; a profile with a '/' in it is Phoronix's own identifier. */
static void name_by_test(struct result_row *row, const struct observation *o)
{
	const struct test *test = o->test;

	if (strchr(test->profile, '/') || !test->profile[0])
		row->identifier = composite_text(test->profile, false, 0);
	else
		row->identifier = xasprintf("local/%s", test->profile);
	row->title = fitting_title(test->title ? test->title : test->profile);
	row->app_version = composite_text(test->app_version, false, 0);
	row->arguments = composite_text(test->arguments, false, 0);
	row->description = composite_text(test->description, false, 0);
	row->scale = composite_text(test->scale, false, 0);
}

static void name_by_work(struct result_row *row, const struct group *g, size_t n)
{
	const struct observation *o = &g->first;
	char *arguments = parameters_text(o);
	char *description = work_text(o);

	row->identifier = xstrdup("");
	row->title = fitting_title(o->tool);
	row->app_version = composite_text(common_version(g, n), false, 0);
	row->arguments = composite_text(arguments, false, 0);
	row->description = composite_text(description, false, 0);
	row->scale = xstrdup(scale_of_metric(o->metric).name);
	free(arguments);
	free(description);
}

static struct result_key key_of(const struct result_row *row)
{
	return (struct result_key){
		.identifier = row->identifier,
		.title = row->title,
		.arguments = row->arguments,
		.description = row->description,
		.app_version = row->app_version,
		.scale = row->scale,
	};
}

/* Whether KEY is that of an earlier row; if not, it is taken now. */
static bool key_is_taken(struct making *m, const char *key)
{
	size_t used = m->keys.used;

	pool_str(&m->keys, key);
	return m->keys.used == used;
}

/* A row whose key is taken gets " #2" behind its description: Phoronix would drop the first. */
static void make_key_unique(struct making *m, struct result_row *row)
{
	char *plain = row->description;
	struct result_key key = key_of(row);
	char *text = result_key_text(&key);

	for (unsigned int i = 2; key_is_taken(m, text); i++) {
		if (row->description != plain)
			free(row->description);
		row->description = xasprintf("%s #%u", plain, i);
		free(text);
		key = key_of(row);
		text = result_key_text(&key);
	}
	if (row->description != plain)
		free(plain);
	free(text);
}

static bool same_job(const struct observation *a, const struct observation *b)
{
	return a->tool == b->tool && a->job == b->job && a->params == b->params &&
	       a->test == b->test && a->part == b->part;
}

/* Latency and CPU are subordinate to the throughput, rate or time of their job. */
static void set_parent(struct making *m, struct result_row *row, const struct observation *o)
{
	struct result_key key;

	if (has_identity(o))
		return;
	if (o->metric == METRIC_LATENCY || o->metric == METRIC_CPU) {
		if (m->main && same_job(m->main, o))
			row->parent = xstrdup(m->main_key);
		return;
	}
	if (m->main && same_job(m->main, o))
		return;
	key = key_of(row);
	result_key_hex(&key, m->main_key);
	m->main = o;
}

/* HIB or LIB; what a composite gave without either keeps what it had, "ABSTRACT" or nothing. */
static const char *proportion_of(const struct observation *o)
{
	switch (observation_better(o)) {
	case BETTER_HIGHER:
		return "HIB";
	case BETTER_LOWER:
		return "LIB";
	case BETTER_NEITHER:
		break;
	}
	return o->test && o->test->proportion && !strcmp(o->test->proportion, "ABSTRACT") ?
		       "ABSTRACT" :
		       "";
}

static void add_row(struct making *m, const struct group *g, size_t n)
{
	struct result_rows *rows = m->rows;
	const struct observation *o = &g->first;
	struct result_row *row;

	xgrow(&rows->v, &rows->cap, rows->n + 1, sizeof(*rows->v));
	row = &rows->v[rows->n];
	*row = (struct result_row){ .n = n };
	if (has_identity(o))
		name_by_test(row, o);
	else
		name_by_work(row, g, n);
	row->proportion = proportion_of(o);
	make_key_unique(m, row);
	set_parent(m, row, o);
	row->entries = xcalloc(n, sizeof(*row->entries));
	for (size_t i = 0; i < n; i++)
		result_entry_make(&row->entries[i], &m->source, &g[i]);
	rows->n++;
}

struct result_rows *result_rows_make(const struct table *t, const struct groups *groups)
{
	struct run_times *times = run_times_make(t);
	struct making m = { .source = { groups, times }, .rows = xcalloc(1, sizeof(*m.rows)) };
	size_t end;

	for (size_t begin = 0; begin < groups->n; begin = end) {
		end = begin + 1;
		while (end < groups->n && groups->v[end].work == groups->v[begin].work)
			end++;
		if (is_wanted(&groups->v[begin].first))
			add_row(&m, &groups->v[begin], end - begin);
	}
	pool_free(&m.keys);
	run_times_free(times);
	return m.rows;
}

void result_rows_free(struct result_rows *rows)
{
	for (size_t i = 0; i < rows->n; i++) {
		struct result_row *row = &rows->v[i];

		for (size_t k = 0; k < row->n; k++) {
			free(row->entries[k].value);
			free(row->entries[k].raw);
			free(row->entries[k].json);
		}
		free(row->entries);
		free(row->identifier);
		free(row->title);
		free(row->app_version);
		free(row->arguments);
		free(row->description);
		free(row->scale);
		free(row->parent);
	}
	free(rows->v);
	free(rows);
}

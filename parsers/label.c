/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Names for people, from what the model says about a piece of work.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "label.h"
#include "unit.h"

/* Text that grows; ", " and the like between its pieces. */
struct text {
	char *s;
};

static void append(struct text *t, const char *between, char *piece)
{
	char *joined;

	if (!t->s) {
		t->s = piece;
		return;
	}
	joined = xasprintf("%s%s%s", t->s, between, piece);
	free(t->s);
	free(piece);
	t->s = joined;
}

static bool is(const char *a, const char *b)
{
	return a && !strcmp(a, b);
}

/* Operations of files, not of blocks. */
static bool is_metadata(const struct observation *o)
{
	return params_get(o->params, "files") != NULL;
}

bool label_says(const struct observation *o, const char *key)
{
	static const char *const blocks[] = { "bs", "iodepth", "jobs", "hosts", "cache", "rw" };
	static const char *const files[] = { "files", "size",  "bs", "jobs",
					     "hosts", "cache", "rw", "ioengine" };
	const char *const *says = is_metadata(o) ? files : blocks;
	size_t n = is_metadata(o) ? sizeof(files) / sizeof(files[0]) :
				    sizeof(blocks) / sizeof(blocks[0]);

	for (size_t i = 0; i < n; i++)
		if (!strcmp(says[i], key))
			return true;
	return false;
}

/* "4 jobs", "2 hosts", where there is more than one. */
static void add_plural(struct text *t, const struct observation *o, const char *key,
		       const char *unit)
{
	double n = params_get_number(o->params, key, 1);

	if (n > 1)
		append(t, ", ", xasprintf("%.0f %s", n, unit));
}

static void add_size(struct text *t, const struct observation *o)
{
	const struct param *bs = params_get(o->params, "bs");

	if (!bs)
		return;
	append(t, " ", bs->text ? xstrdup(bs->text) : unit_size(bs->number));
}

static char *work_of_files(const struct observation *o)
{
	struct text t = { 0 };
	double files = params_get_number(o->params, "files", 0);
	double jobs = params_get_number(o->params, "jobs", 1);
	double bs = params_get_number(o->params, "bs", NAN);

	append(&t, "", xasprintf("%.0f files", files));
	if (bs > 0) {
		append(&t, " of ", unit_size(bs));
	}
	if (jobs > 1)
		append(&t, ", ", xasprintf("%.0f jobs", jobs));
	add_plural(&t, o, "hosts", "hosts");
	return t.s;
}

static char *work_of_blocks(const struct observation *o)
{
	struct text t = { 0 };
	double depth = params_get_number(o->params, "iodepth", 1);

	if (o->pattern && !is(o->pattern, "unknown"))
		append(&t, " ", xstrdup(o->pattern));
	if (o->op)
		append(&t, " ", xstrdup(o->op));
	if (!is(o->op, "sync"))
		add_size(&t, o);
	if (depth > 1)
		append(&t, ", ", xasprintf("depth %.0f", depth));
	add_plural(&t, o, "jobs", "jobs");
	add_plural(&t, o, "hosts", "hosts");
	return t.s ? t.s : xstrdup("");
}

char *label_work(const struct observation *o)
{
	struct text t = { 0 };
	char *what;

	/* A row of another's table (a composite) has nothing but its own words. */
	if (!o->job && o->test && o->test->description && *o->test->description)
		return xstrdup(o->test->description);
	if (o->job && *o->job)
		append(&t, "", xstrdup(o->job));
	if (is_metadata(o)) {
		if (o->op && !is(o->job, o->op))
			append(&t, ": ", xstrdup(o->op));
		what = work_of_files(o);
		append(&t, ", ", what);
	} else {
		what = work_of_blocks(o);
		if (*what)
			append(&t, ": ", what);
		else
			free(what);
	}
	if (is(params_get_text(o->params, "cache"), "cold"))
		append(&t, ", ", xstrdup("cold cache"));
	if (o->part)
		append(&t, " ", xasprintf("[part %s]", o->part));
	if (!t.s)
		append(&t, "", xstrdup(o->tool ? o->tool : "unnamed"));
	return t.s;
}

char *label_param(const struct param *p)
{
	char number[32];

	return xasprintf("%s=%s", p->key, p->text ? p->text : number_exact(number, p->number));
}

char *label_metric(const struct observation *o, bool native)
{
	struct text t = { 0 };

	append(&t, "", xstrdup(metric_name(o->metric)));
	if (o->metric == METRIC_LATENCY || (o->stat && strcmp(o->stat, "mean")))
		append(&t, " ", xstrdup(o->stat ? o->stat : ""));
	if (native && o->native)
		append(&t, " ", xasprintf("(%s)", o->native));
	return t.s;
}

/* Strings seen, in the order first seen; all interned in one table. */
struct seen {
	const char **v;
	size_t n, cap;
};

static void see(struct seen *s, const char *text)
{
	for (size_t i = 0; i < s->n; i++)
		if (s->v[i] == text)
			return;
	xgrow(&s->v, &s->cap, s->n + 1, sizeof(*s->v));
	s->v[s->n++] = text;
}

char *label_title(const struct table *t)
{
	struct seen suites = { 0 }, labels = { 0 };
	struct text suite = { 0 }, label = { 0 };
	const char *last_suite = NULL;
	const struct strlist *last_labels = NULL;
	char *title;

	for (size_t i = 0; i < table_len(t); i++) {
		struct observation o;

		if (!table_get(t, i, &o))
			continue;
		if (o.suite && o.suite != last_suite)
			see(&suites, o.suite);
		if (o.labels != last_labels)
			for (size_t k = 0; o.labels && k < o.labels->n; k++)
				see(&labels, o.labels->v[k]);
		last_suite = o.suite;
		last_labels = o.labels;
	}
	for (size_t i = 0; i < suites.n; i++)
		append(&suite, ", ", xstrdup(suites.v[i]));
	for (size_t i = 0; i < labels.n; i++)
		append(&label, "; ", xstrdup(labels.v[i]));
	free(suites.v);
	free(labels.v);
	if (!suite.s || !label.s)
		return suite.s ? suite.s : label.s;
	title = xasprintf("%s (%s)", suite.s, label.s);
	free(suite.s);
	free(label.s);
	return title;
}

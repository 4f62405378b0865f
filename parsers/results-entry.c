/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Entries of a composite.xml: numbers in the scale of their row, and the JSON beside them (yajl).
 */
#include "results-entry.h"

#include "arena.h"
#include "results-scale.h"
#include "results-text.h"
#include "text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <yajl/yajl_gen.h>
#include <yajl/yajl_tree.h>

#define JSON_DEPTH 64

static double divide_of(const struct observation *o)
{
	if (o->test && o->test->description)
		return o->test->divide > 0 ? o->test->divide : 1;
	return scale_of_metric(o->metric).divide;
}

/* Whether both are of one job; such groups stand side by side, as they were read. */
static bool same_job(const struct observation *a, const struct observation *b)
{
	return a->job == b->job && a->tool == b->tool && a->params == b->params;
}

static bool differs_in_stat(const struct group *a, const struct group *b, const char *stat)
{
	const struct observation *x = &a->first, *y = &b->first;
	const struct test *t = x->test, *u = y->test;

	return b->system == a->system && b->n && y->stat && !strcmp(y->stat, stat) &&
	       y->metric == x->metric && y->native == x->native && y->op == x->op &&
	       y->pattern == x->pattern && y->part == x->part &&
	       (t ? t->profile : NULL) == (u ? u->profile : NULL) &&
	       (t ? t->arguments : NULL) == (u ? u->arguments : NULL);
}

const struct group *group_other_stat(const struct groups *groups, const struct group *g,
				     const char *stat)
{
	size_t at = (size_t)(g - groups->v);

	for (size_t i = at; i < groups->n && same_job(&groups->v[i].first, &g->first); i++)
		if (differs_in_stat(g, &groups->v[i], stat))
			return &groups->v[i];
	for (size_t i = at; i-- > 0 && same_job(&groups->v[i].first, &g->first);)
		if (differs_in_stat(g, &groups->v[i], stat))
			return &groups->v[i];
	return NULL;
}

static void gen_text(yajl_gen g, const char *text)
{
	yajl_gen_string(g, (const unsigned char *)text, strlen(text));
}

static void gen_number(yajl_gen g, const char *key, double value)
{
	char *text = composite_number(value);

	gen_text(g, key);
	yajl_gen_number(g, text, strlen(text));
	free(text);
}

static const char *fault_of(unsigned int flags)
{
	if (flags & FLAG_FAILED)
		return "the job failed";
	if (flags & FLAG_INVALID)
		return "the run is invalid";
	if (flags & FLAG_TOO_FAST)
		return "too fast for the clock of the tool";
	return "no value";
}

/* ',' separated names of those flags of a group that its entry must carry. */
static void gen_flags(yajl_gen g, unsigned int flags)
{
	char *list = xstrdup("");

	for (unsigned int bit = 1; bit && bit <= flags; bit <<= 1) {
		const char *name = flags & bit ? flag_name(bit) : NULL;
		char *longer;

		if (!name)
			continue;
		longer = xasprintf("%s%s%s", list, list[0] ? "," : "", name);
		free(list);
		list = longer;
	}
	if (list[0]) {
		gen_text(g, "platter-flags");
		gen_text(g, list);
	}
	free(list);
}

static char *entry_json(const struct entry_source *source, const struct group *g, bool bound,
			bool failed)
{
	const struct group *min = bound || failed ? NULL :
						    group_other_stat(source->groups, g, "min");
	const struct group *max = bound || failed ? NULL :
						    group_other_stat(source->groups, g, "max");
	yajl_gen gen = yajl_gen_alloc(NULL);
	double divide = divide_of(&g->first);
	const unsigned char *buf;
	char *times = failed ? NULL : run_times_text(source->times, g);
	char *text = NULL;
	size_t len;

	yajl_gen_map_open(gen);
	if (failed) {
		gen_text(gen, "error");
		gen_text(gen, fault_of(g->flags));
		gen_flags(gen, g->flags);
	}
	if (bound) {
		gen_number(gen, "min-result", g->low / divide);
		gen_number(gen, "max-result", g->high / divide);
		gen_flags(gen, FLAG_BOUND);
	}
	if (min && g->first.stat && !strcmp(g->first.stat, "mean"))
		gen_number(gen, "min-result", min->sum.min / divide);
	if (max && g->first.stat && !strcmp(g->first.stat, "mean"))
		gen_number(gen, "max-result", max->sum.max / divide);
	if (times) {
		gen_text(gen, "test-run-times");
		gen_text(gen, times);
	}
	if (g->excluded && !failed)
		gen_number(gen, "platter-excluded", (double)g->excluded);
	yajl_gen_map_close(gen);
	if (yajl_gen_get_buf(gen, &buf, &len) == yajl_gen_status_ok && len > 2)
		text = xasprintf("%.*s", (int)len, (const char *)buf);
	yajl_gen_free(gen);
	free(times);
	return text;
}

void result_entry_make(struct result_entry *e, const struct entry_source *source,
		       const struct group *g)
{
	double divide = divide_of(&g->first);
	bool bound = (g->flags & FLAG_BOUND) && isfinite(g->low) && isfinite(g->high);
	bool failed = !g->n && !bound;
	int decimals = 0;

	e->system = g->system;
	e->raw = xstrdup("");
	for (size_t i = 0; i < g->n; i++) {
		char *run = composite_number(g->values[i] / divide);
		char *longer = xasprintf("%s%s%s", e->raw, i ? ":" : "", run);

		if (composite_decimals(run) > decimals)
			decimals = composite_decimals(run);
		free(run);
		free(e->raw);
		e->raw = longer;
	}
	if (g->n) {
		e->value = composite_fixed(g->sum.mean / divide, decimals);
	} else if (bound) {
		e->value = composite_number(g->high / divide);
		free(e->raw);
		e->raw = xstrdup(e->value);
	} else {
		e->value = xstrdup("");
	}
	e->json = entry_json(source, g, bound, failed);
}

static double json_number(yajl_val root, const char *key, bool want_max)
{
	const char *path[] = { key, NULL };
	yajl_val v = yajl_tree_get(root, path, yajl_t_any);
	double best = NAN;
	const char *at;

	if (YAJL_IS_NUMBER(v) && text_number(YAJL_GET_NUMBER(v), &best))
		return best;
	at = YAJL_GET_STRING(v);
	while (at && *at) {
		size_t n = strcspn(at, ":");
		double value;

		if (text_numbern(at, n, &value) &&
		    (isnan(best) || (want_max ? value > best : value < best)))
			best = value;
		at += n + (at[n] == ':');
	}
	return best;
}

static unsigned int json_flags(const char *list)
{
	unsigned int flags = 0;
	char *copy, *save, *name;

	if (!list)
		return 0;
	copy = xstrdup(list);
	for (name = strtok_r(copy, ", ", &save); name; name = strtok_r(NULL, ", ", &save))
		flags |= flag_from_name(name);
	free(copy);
	return flags;
}

/* yajl frees a tree by recursion; brackets inside strings count too, which no real entry minds. */
static bool is_shallow(const char *text)
{
	int depth = 0;

	for (; *text; text++) {
		if (*text == '{' || *text == '[')
			depth++;
		else if (*text == '}' || *text == ']')
			depth--;
		if (depth > JSON_DEPTH)
			return false;
	}
	return true;
}

bool entry_json_read(const char *text, struct entry_json *json)
{
	static const char *const flags_path[] = { "platter-flags", NULL };
	static const char *const error_path[] = { "error", NULL };
	char why[256];
	const char *error;
	yajl_val root;

	*json = (struct entry_json){ .min = NAN, .max = NAN };
	if (!text || !text[0])
		return true;
	if (!is_shallow(text))
		return false;
	root = yajl_tree_parse(text, why, sizeof(why));
	if (!YAJL_IS_OBJECT(root)) {
		yajl_tree_free(root);
		return false;
	}
	json->min = json_number(root, "min-result", false);
	json->max = json_number(root, "max-result", true);
	json->flags = json_flags(
		YAJL_GET_STRING(yajl_tree_get(root, (const char **)flags_path, yajl_t_string)));
	error = YAJL_GET_STRING(yajl_tree_get(root, (const char **)error_path, yajl_t_string));
	json->error = error ? xstrdup(error) : NULL;
	yajl_tree_free(root);
	return true;
}

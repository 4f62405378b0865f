/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Writer for the result model itself as JSON: every observation, every
 * warning. One observation a line. Conditions, which hundreds of observations
 * of a run share, stand once each in "conditions"; an observation has the
 * place of its own there.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yajl/yajl_gen.h>

#include "unit.h"
#include "writer.h"

static void gen_key(yajl_gen g, const char *key)
{
	yajl_gen_string(g, (const unsigned char *)key, strlen(key));
}

static void gen_text(yajl_gen g, const char *key, const char *text)
{
	gen_key(g, key);
	if (text)
		yajl_gen_string(g, (const unsigned char *)text, strlen(text));
	else
		yajl_gen_null(g);
}

/* Only where there is one. */
static void gen_optional(yajl_gen g, const char *key, const char *text)
{
	if (text)
		gen_text(g, key, text);
}

static void gen_value(yajl_gen g, double value)
{
	char buf[32];

	if (isfinite(value)) {
		number_exact(buf, value);
		yajl_gen_number(g, buf, strlen(buf));
	} else {
		yajl_gen_null(g);
	}
}

static void gen_number(yajl_gen g, const char *key, double value)
{
	gen_key(g, key);
	gen_value(g, value);
}

static void gen_set(yajl_gen g, const struct params *set)
{
	yajl_gen_map_open(g);
	for (size_t i = 0; set && i < set->n; i++) {
		if (set->v[i].text)
			gen_text(g, set->v[i].key, set->v[i].text);
		else
			gen_number(g, set->v[i].key, set->v[i].number);
	}
	yajl_gen_map_close(g);
}

static void gen_test(yajl_gen g, const struct test *test)
{
	gen_key(g, "test");
	yajl_gen_map_open(g);
	gen_optional(g, "profile", test->profile);
	gen_optional(g, "arguments", test->arguments);
	gen_optional(g, "title", test->title);
	gen_optional(g, "app_version", test->app_version);
	gen_optional(g, "description", test->description);
	gen_optional(g, "result", test->result);
	gen_optional(g, "scale", test->scale);
	gen_optional(g, "proportion", test->proportion);
	if (test->divide != 0)
		gen_number(g, "divide", test->divide);
	yajl_gen_map_close(g);
}

static void gen_flags(yajl_gen g, unsigned flags)
{
	gen_key(g, "flags");
	yajl_gen_array_open(g);
	for (unsigned bit = 1; bit && bit <= flags; bit <<= 1) {
		const char *name = flags & bit ? flag_name(bit) : NULL;

		if (name)
			gen_key(g, name);
	}
	yajl_gen_array_close(g);
}

/* Sets of conditions in the order first seen; the last one found is nearly always the next. */
struct conditions {
	const struct params **v;
	size_t n, cap;
	size_t last;
};

static size_t condition_number(struct conditions *c, const struct params *set)
{
	if (c->n && c->v[c->last] == set)
		return c->last;
	for (size_t i = c->n; i-- > 0;)
		if (c->v[i] == set)
			return c->last = i;
	xgrow(&c->v, &c->cap, c->n + 1, sizeof(*c->v));
	c->v[c->n] = set;
	return c->last = c->n++;
}

static void gen_observation(yajl_gen g, const struct observation *o, struct conditions *c)
{
	yajl_gen_map_open(g);
	gen_text(g, "system", o->system);
	gen_text(g, "source", o->source);
	gen_number(g, "line", o->line);
	gen_text(g, "tool", o->tool);
	gen_optional(g, "tool_version", o->tool_version);
	gen_text(g, "op", o->op);
	gen_optional(g, "pattern", o->pattern);
	gen_text(g, "native", o->native);
	gen_optional(g, "job", o->job);
	gen_optional(g, "part", o->part);
	gen_key(g, "params");
	gen_set(g, o->params);
	gen_number(g, "run", o->run);
	gen_text(g, "metric", metric_name(o->metric));
	gen_text(g, "stat", o->stat);
	gen_number(g, "value", o->value);
	gen_text(g, "unit", metric_unit(o->metric));
	gen_text(g, "better", better_name(observation_better(o)));
	gen_flags(g, o->flags);
	if (!isnan(o->low) || !isnan(o->high)) {
		gen_number(g, "low", o->low);
		gen_number(g, "high", o->high);
	}
	gen_optional(g, "suite", o->suite);
	if (o->labels) {
		gen_key(g, "labels");
		yajl_gen_array_open(g);
		for (size_t i = 0; i < o->labels->n; i++)
			gen_key(g, o->labels->v[i]);
		yajl_gen_array_close(g);
	}
	if (o->test)
		gen_test(g, o->test);
	if (o->conditions && o->conditions->n)
		gen_number(g, "conditions", (double)condition_number(c, o->conditions));
	yajl_gen_map_close(g);
}

static void gen_warning(yajl_gen g, const struct warning *w)
{
	static const char *const names[] = { "note", "warning", "error" };

	yajl_gen_map_open(g);
	gen_text(g, "source", w->source);
	if (w->line)
		gen_number(g, "line", w->line);
	gen_text(g, "code", w->code);
	gen_text(g, "severity", names[w->severity]);
	gen_text(g, "message", w->message);
	yajl_gen_map_close(g);
}

static void print(void *ctx, const char *s, size_t len)
{
	fwrite(s, 1, len, ctx);
}

static int write_json(FILE *out, const struct report *r, char *err, size_t errsize)
{
	struct conditions c = { 0 };
	yajl_gen g = yajl_gen_alloc(NULL);

	if (!g) {
		snprintf(err, errsize, "out of memory");
		return -1;
	}
	yajl_gen_config(g, yajl_gen_print_callback, print, out);
	yajl_gen_map_open(g);
	gen_text(g, "format", "platter");
	gen_number(g, "version", 1);
	gen_optional(g, "title", r->title);
	gen_key(g, "observations");
	yajl_gen_array_open(g);
	for (size_t i = 0; i < table_len(r->table); i++) {
		struct observation o;

		if (!table_get(r->table, i, &o))
			continue;
		fputc('\n', out);
		gen_observation(g, &o, &c);
	}
	fputc('\n', out);
	yajl_gen_array_close(g);
	gen_key(g, "conditions");
	yajl_gen_array_open(g);
	for (size_t i = 0; i < c.n; i++) {
		fputc('\n', out);
		gen_set(g, c.v[i]);
	}
	yajl_gen_array_close(g);
	gen_key(g, "warnings");
	yajl_gen_array_open(g);
	for (size_t i = 0; i < table_warnings(r->table); i++) {
		fputc('\n', out);
		gen_warning(g, table_warning(r->table, i));
	}
	yajl_gen_array_close(g);
	yajl_gen_map_close(g);
	fputc('\n', out);
	yajl_gen_free(g);
	free(c.v);
	return 0;
}

const struct writer writer_json = {
	.name = "json",
	.title = "every observation as JSON, for programs",
	.flat = true,
	.write = write_json,
};

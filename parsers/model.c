/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The table of observations: adding, reading back, removing, run numbers.
 * Warnings and names are in model-names.c, interning in model-intern.c,
 * which work an observation belongs to in model-work.c.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model-private.h"

struct table *table_new(void)
{
	struct table *t = xcalloc(1, sizeof(*t));

	t->last_series = t->last_head = SIZE_MAX;
	return t;
}

void table_free(struct table *t)
{
	if (!t)
		return;
	for (size_t i = 0; i < t->nchunks; i++)
		free(t->chunks[i]);
	index_free(&t->sets_index);
	index_free(&t->series_index);
	index_free(&t->heads_index);
	pool_free(&t->strings);
	arena_free(&t->mem);
	free(t->sets);
	free(t->lists);
	free(t->tests);
	free(t->series);
	free(t->heads);
	free(t->contexts);
	free(t->chunks);
	free(t->works);
	free(t->warnings);
	free(t);
}

struct observation observation_none(void)
{
	return (struct observation){
		.group = -1,
		.stat = NULL,
		.value = NAN,
		.low = NAN,
		.high = NAN,
	};
}

unsigned table_reading(struct table *t)
{
	return ++t->readings;
}

static struct series series_of(const struct observation *o)
{
	return (struct series){
		.test = o->test,
		.op = o->op,
		.pattern = o->pattern,
		.native = o->native,
		.stat = o->stat,
		.metric = o->metric,
	};
}

static bool series_equal(const struct series *a, const struct series *b)
{
	return a->stat == b->stat && a->metric == b->metric && a->native == b->native &&
	       a->op == b->op && a->pattern == b->pattern && a->test == b->test;
}

static uint64_t series_hash(const struct series *s)
{
	uint64_t h = hash_ptr(HASH_SEED, s->test);

	h = hash_ptr(h, s->op);
	h = hash_ptr(h, s->pattern);
	h = hash_ptr(h, s->native);
	h = hash_ptr(h, s->stat);
	return hash_bytes(h, &s->metric, sizeof(s->metric));
}

static bool series_same(const struct table *t, size_t number, const void *key)
{
	return series_equal(&t->series[number], key);
}

static uint64_t series_hash_of(const struct table *t, size_t number)
{
	return series_hash(&t->series[number]);
}

static uint32_t series_number(struct table *t, const struct series *s)
{
	size_t at;

	/* Jobs of one file repeat the same series in the same order. */
	if (t->last_series + 1 < t->nseries && series_equal(&t->series[t->last_series + 1], s))
		return (uint32_t)++t->last_series;
	at = index_find(&t->series_index, t, series_hash(s), s, series_same, series_hash_of,
			t->nseries);
	if (at == t->nseries) {
		xgrow(&t->series, &t->series_cap, t->nseries + 1, sizeof(*t->series));
		t->series[t->nseries++] = *s;
	}
	t->last_series = at;
	return (uint32_t)at;
}

static bool head_equal(const struct head *a, const struct head *b)
{
	return a->job == b->job && a->params == b->params && a->part == b->part &&
	       a->tool == b->tool;
}

static uint64_t head_hash(const struct head *x)
{
	return hash_ptr(hash_ptr(hash_ptr(hash_ptr(HASH_SEED, x->params), x->tool), x->job),
			x->part);
}

static bool head_same(const struct table *t, size_t number, const void *key)
{
	return head_equal(&t->heads[number], key);
}

static uint64_t head_hash_of(const struct table *t, size_t number)
{
	return head_hash(&t->heads[number]);
}

static uint32_t head_number(struct table *t, const struct observation *o)
{
	struct head x = { .params = o->params, .tool = o->tool, .job = o->job, .part = o->part };
	size_t at;

	if (t->last_head < t->nheads && head_equal(&t->heads[t->last_head], &x))
		return (uint32_t)t->last_head;
	at = index_find(&t->heads_index, t, head_hash(&x), &x, head_same, head_hash_of, t->nheads);
	if (at == t->nheads) {
		xgrow(&t->heads, &t->heads_cap, t->nheads + 1, sizeof(*t->heads));
		t->heads[t->nheads++] = x;
	}
	t->last_head = at;
	return (uint32_t)at;
}

static bool same_double(double a, double b)
{
	return a == b || (isnan(a) && isnan(b));
}

static uint32_t context_number(struct table *t, const struct observation *o)
{
	const struct context *last = t->ncontexts ? &t->contexts[t->ncontexts - 1] : NULL;
	uint32_t head = head_number(t, o);

	if (last && last->head == head && last->reading == o->reading && last->flags == o->flags &&
	    last->line == o->line && last->run == o->run && last->group == o->group &&
	    last->system == o->system && last->source == o->source && last->suite == o->suite &&
	    last->tool_version == o->tool_version && last->conditions == o->conditions &&
	    last->labels == o->labels && same_double(last->low, o->low) &&
	    same_double(last->high, o->high))
		return (uint32_t)(t->ncontexts - 1);
	xgrow(&t->contexts, &t->contexts_cap, t->ncontexts + 1, sizeof(*t->contexts));
	t->contexts[t->ncontexts] = (struct context){
		.system = o->system,
		.source = o->source,
		.suite = o->suite,
		.tool_version = o->tool_version,
		.conditions = o->conditions,
		.labels = o->labels,
		.low = o->low,
		.high = o->high,
		.head = head,
		.line = o->line,
		.run = o->run,
		.flags = o->flags,
		.reading = o->reading,
		.group = o->group,
	};
	return (uint32_t)t->ncontexts++;
}

static struct record record_of(struct table *t, const struct observation *o)
{
	struct observation copy = *o;
	struct series s;

	if (!copy.params || !copy.conditions) {
		struct params_builder none = { 0 };
		const struct params *empty = params_intern(t, &none);

		if (!copy.params)
			copy.params = empty;
		if (!copy.conditions)
			copy.conditions = empty;
	}
	s = series_of(&copy);
	return (struct record){
		.series = series_number(t, &s),
		.context = context_number(t, &copy),
		.value = copy.value,
	};
}

void table_add(struct table *t, const struct observation *o)
{
	if (t->n == t->nchunks * CHUNK) {
		xgrow(&t->chunks, &t->chunks_cap, t->nchunks + 1, sizeof(*t->chunks));
		t->chunks[t->nchunks++] = xmalloc(CHUNK * sizeof(struct record));
	}
	*record_at(t, t->n) = record_of(t, o);
	t->n++;
	t->works_ok = false;
}

void table_replace(struct table *t, size_t i, const struct observation *o)
{
	*record_at(t, i) = record_of(t, o);
	t->works_ok = false;
}

size_t table_len(const struct table *t)
{
	return t->n;
}

bool table_get(const struct table *t, size_t i, struct observation *out)
{
	const struct record *r = record_at(t, i);
	const struct context *c;
	const struct series *s;
	const struct head *x;

	if (r->series == NO_SERIES)
		return false;
	s = &t->series[r->series];
	c = &t->contexts[r->context];
	x = &t->heads[c->head];
	*out = (struct observation){
		.system = c->system,
		.source = c->source,
		.suite = c->suite,
		.tool_version = c->tool_version,
		.conditions = c->conditions,
		.labels = c->labels,
		.line = c->line,
		.run = c->run,
		.flags = c->flags,
		.reading = c->reading,
		.group = c->group,
		.tool = x->tool,
		.op = s->op,
		.pattern = s->pattern,
		.native = s->native,
		.job = x->job,
		.part = x->part,
		.params = x->params,
		.test = s->test,
		.metric = s->metric,
		.stat = s->stat,
		.value = r->value,
		.low = c->low,
		.high = c->high,
	};
	return true;
}

void table_remove(struct table *t, size_t i)
{
	record_at(t, i)->series = NO_SERIES;
	t->works_ok = false;
}

void table_cut(struct table *t, size_t from, size_t to)
{
	if (to > t->n)
		to = t->n;
	if (from >= to)
		return;
	for (size_t i = to; i < t->n; i++)
		*record_at(t, from + i - to) = *record_at(t, i);
	t->n -= to - from;
	t->works_ok = false;
	while (t->nchunks && (t->nchunks - 1) * CHUNK >= t->n)
		free(t->chunks[--t->nchunks]);
}

void table_cut_warnings(struct table *t, size_t from, size_t to)
{
	if (to > t->nwarnings)
		to = t->nwarnings;
	if (from >= to)
		return;
	memmove(t->warnings + from, t->warnings + to, (t->nwarnings - to) * sizeof(*t->warnings));
	t->nwarnings -= to - from;
}

void table_set_test(struct table *t, size_t i, const struct test *test)
{
	struct record *r = record_at(t, i);
	struct series s;

	if (r->series == NO_SERIES)
		return;
	s = t->series[r->series];
	s.test = test;
	r->series = series_number(t, &s);
	t->works_ok = false;
}

void table_rename_systems(struct table *t, const char *(*rename)(const char *system, void *arg),
			  void *arg)
{
	const char *from = NULL, *to = NULL;

	for (size_t i = 0; i < t->ncontexts; i++) {
		struct context *c = &t->contexts[i];

		if (c->system != from) {
			from = c->system;
			to = rename(from, arg);
		}
		c->system = to;
	}
}

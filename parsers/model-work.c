/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Which observations are of the same work, and which repeat (run) of it one
 * is: the two questions that tables, averages and comparisons rest on.
 */
#include <stdlib.h>
#include <string.h>

#include "model-private.h"

/* What decides which work a record is of. */
struct work {
	const struct series *s;
	const struct head *x;
};

static struct work work_of(const struct table *t, size_t i)
{
	const struct record *r = record_at(t, i);

	return (struct work){ &t->series[r->series], &t->heads[t->contexts[r->context].head] };
}

/* With a RESULT name only the test counts: a row published years ago by another tool is the same
 * work. Without one everything that describes the work does. */
static bool same_work(const struct work *a, const struct work *b)
{
	const struct test *x = a->s->test, *y = b->s->test;
	bool named = x && x->result, other_named = y && y->result;

	if (named != other_named || a->x->part != b->x->part)
		return false;
	if ((x ? x->profile : NULL) != (y ? y->profile : NULL) ||
	    (x ? x->arguments : NULL) != (y ? y->arguments : NULL))
		return false;
	if (named)
		return x->result == y->result;
	return a->x == b->x && a->s->op == b->s->op && a->s->pattern == b->s->pattern &&
	       a->s->native == b->s->native && a->s->metric == b->s->metric &&
	       a->s->stat == b->s->stat;
}

static uint64_t work_hash(const struct work *w)
{
	uint64_t h = hash_ptr(HASH_SEED, w->x->part);
	const struct test *test = w->s->test;

	if (test) {
		h = hash_ptr(h, test->profile);
		h = hash_ptr(h, test->arguments);
		if (test->result)
			return hash_ptr(h, test->result);
	}
	h = hash_ptr(h, w->x);
	h = hash_ptr(h, w->s->op);
	h = hash_ptr(h, w->s->pattern);
	h = hash_ptr(h, w->s->native);
	h = hash_ptr(h, w->s->stat);
	return hash_bytes(h, &w->s->metric, sizeof(w->s->metric));
}

static bool work_same(const struct table *t, size_t number, const void *key)
{
	struct work w = work_of(t, number);

	return same_work(&w, key);
}

static uint64_t work_hash_of(const struct table *t, size_t number)
{
	struct work w = work_of(t, number);

	return work_hash(&w);
}

/* The index maps a work to the first record of it. */
static void number_works(struct table *t)
{
	struct index x = { 0 };

	free(t->works);
	t->works = xmalloc(t->n * sizeof(*t->works));
	t->nworks = 0;
	for (size_t i = 0; i < t->n; i++) {
		struct work w;
		size_t first;

		if (record_at(t, i)->series == NO_SERIES)
			continue;
		w = work_of(t, i);
		first = index_find(&x, t, work_hash(&w), &w, work_same, work_hash_of, i);
		t->works[i] = first == i ? (uint32_t)t->nworks++ : t->works[first];
	}
	index_free(&x);
	t->works_ok = true;
}

size_t table_works(const struct table *t)
{
	/* The numbers are a cache: making them changes nothing that can be seen. */
	if (!t->works_ok)
		number_works((struct table *)t);
	return t->nworks;
}

size_t table_work(const struct table *t, size_t i)
{
	table_works(t);
	return t->works[i];
}

/* Runs are counted for a job as a whole, not for each of its metrics. */
struct repeat {
	const char *system;
	const char *tool;
	const char *job;
	const char *part;
	const char *profile;
	const char *arguments;
	const struct params *params;
	unsigned run; /* 0: the counter of this job; else: this run number is taken */
	unsigned last;
};

struct repeats {
	struct repeat *v;
	size_t n, cap;
	uint32_t *slots;
	size_t nslots;
};

static uint64_t repeat_hash(const struct repeat *r)
{
	uint64_t h = hash_ptr(HASH_SEED, r->system);

	h = hash_ptr(h, r->tool);
	h = hash_ptr(h, r->job);
	h = hash_ptr(h, r->part);
	h = hash_ptr(h, r->profile);
	h = hash_ptr(h, r->arguments);
	h = hash_ptr(h, r->params);
	return hash_bytes(h, &r->run, sizeof(r->run));
}

static bool repeat_same(const struct repeat *a, const struct repeat *b)
{
	return a->system == b->system && a->tool == b->tool && a->job == b->job &&
	       a->part == b->part && a->profile == b->profile && a->arguments == b->arguments &&
	       a->params == b->params && a->run == b->run;
}

static void repeats_rehash(struct repeats *x)
{
	free(x->slots);
	x->nslots = x->nslots ? x->nslots * 2 : 64;
	x->slots = xcalloc(x->nslots, sizeof(*x->slots));
	for (size_t i = 0; i < x->n; i++) {
		size_t at = repeat_hash(&x->v[i]) & (x->nslots - 1);

		while (x->slots[at])
			at = (at + 1) & (x->nslots - 1);
		x->slots[at] = (uint32_t)(i + 1);
	}
}

/* Number of the entry equal to *key; made (with last 0) if new. */
static size_t repeats_find(struct repeats *x, const struct repeat *key, bool *fresh)
{
	size_t at;

	if (x->n * 2 >= x->nslots)
		repeats_rehash(x);
	at = repeat_hash(key) & (x->nslots - 1);
	for (; x->slots[at]; at = (at + 1) & (x->nslots - 1)) {
		if (repeat_same(&x->v[x->slots[at] - 1], key)) {
			*fresh = false;
			return x->slots[at] - 1;
		}
	}
	xgrow(&x->v, &x->cap, x->n + 1, sizeof(*x->v));
	x->v[x->n] = *key;
	x->slots[at] = (uint32_t)++x->n;
	*fresh = true;
	return x->n - 1;
}

/* The run number of a reading that asks for `wanted` (0: any). A number another reading of the same
 * job already has is not given twice: the same results read from two places are two repeats. */
static unsigned give_run(struct repeats *x, struct repeat key, unsigned wanted)
{
	bool fresh;
	size_t counter;

	key.run = 0;
	counter = repeats_find(x, &key, &fresh);
	if (wanted) {
		key.run = wanted;
		repeats_find(x, &key, &fresh);
		if (!fresh)
			wanted = 0;
	}
	if (!wanted) {
		do {
			key.run = ++x->v[counter].last;
			repeats_find(x, &key, &fresh);
		} while (!fresh);
		return key.run;
	}
	if (wanted > x->v[counter].last)
		x->v[counter].last = wanted;
	return wanted;
}

void table_number_runs(struct table *t)
{
	struct repeats given_runs = { 0 };
	unsigned *given = xcalloc((size_t)t->readings + 1, sizeof(*given));
	bool *done = xcalloc(t->ncontexts, sizeof(*done));

	for (size_t i = 0; i < t->n; i++) {
		const struct record *r = record_at(t, i);
		const struct series *s;
		const struct head *x;
		struct context *c;

		if (r->series == NO_SERIES || done[r->context])
			continue;
		done[r->context] = true;
		c = &t->contexts[r->context];
		s = &t->series[r->series];
		x = &t->heads[c->head];
		if (!c->reading || !given[c->reading]) {
			struct repeat key = {
				.system = c->system,
				.tool = x->tool,
				.job = x->job,
				.part = x->part,
				.profile = s->test ? s->test->profile : NULL,
				.arguments = s->test ? s->test->arguments : NULL,
				.params = x->params,
			};

			c->run = give_run(&given_runs, key, c->run);
			if (c->reading)
				given[c->reading] = c->run;
			continue;
		}
		c->run = given[c->reading];
	}
	free(done);
	free(given);
	free(given_runs.v);
	free(given_runs.slots);
}

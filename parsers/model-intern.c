/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What a table interns: strings, parameter sets, lists, test identities.
 * Equal things get one copy, so that the rest compares pointers.
 */
#include <stdlib.h>
#include <string.h>

#include "model-private.h"

size_t index_find(struct index *x, const struct table *t, uint64_t hash, const void *key,
		  bool (*same)(const struct table *t, size_t number, const void *key),
		  uint64_t (*hash_of)(const struct table *t, size_t number), size_t fresh)
{
	size_t at;

	if (x->used * 2 >= x->nslots) {
		size_t nslots = x->nslots ? x->nslots * 2 : 64;
		uint32_t *slots = xcalloc(nslots, sizeof(*slots));

		for (size_t i = 0; i < x->nslots; i++) {
			if (!x->slots[i])
				continue;
			at = hash_of(t, x->slots[i] - 1) & (nslots - 1);
			while (slots[at])
				at = (at + 1) & (nslots - 1);
			slots[at] = x->slots[i];
		}
		free(x->slots);
		x->slots = slots;
		x->nslots = nslots;
	}
	at = hash & (x->nslots - 1);
	while (x->slots[at]) {
		if (same(t, x->slots[at] - 1, key))
			return x->slots[at] - 1;
		at = (at + 1) & (x->nslots - 1);
	}
	x->slots[at] = (uint32_t)(fresh + 1);
	x->used++;
	return fresh;
}

void index_free(struct index *x)
{
	free(x->slots);
	*x = (struct index){ 0 };
}

const char *table_str(struct table *t, const char *s)
{
	return pool_str(&t->strings, s);
}

const char *table_strn(struct table *t, const char *s, size_t len)
{
	return pool_strn(&t->strings, s, len);
}

const struct strlist *table_list(struct table *t, const char *const *v, size_t n)
{
	struct strlist *list;

	for (size_t i = 0; i < t->nlists; i++) {
		const struct strlist *l = t->lists[i];
		size_t same = 0;

		while (l->n == n && same < n && !strcmp(l->v[same], v[same]))
			same++;
		if (l->n == n && same == n)
			return l;
	}
	list = arena_alloc(&t->mem, sizeof(*list) + n * sizeof(list->v[0]));
	list->n = n;
	for (size_t i = 0; i < n; i++)
		list->v[i] = table_str(t, v[i]);
	xgrow(&t->lists, &t->lists_cap, t->nlists + 1, sizeof(*t->lists));
	t->lists[t->nlists++] = list;
	return list;
}

static bool test_same(const struct test *a, const struct test *b)
{
	return a->profile == b->profile && a->arguments == b->arguments && a->title == b->title &&
	       a->app_version == b->app_version && a->description == b->description &&
	       a->result == b->result && a->scale == b->scale && a->proportion == b->proportion &&
	       a->divide == b->divide;
}

const struct test *table_test(struct table *t, const struct test *test)
{
	struct test key, *copy;

	if (!test)
		return NULL;
	key = (struct test){
		.profile = table_str(t, test->profile),
		.arguments = table_str(t, test->arguments),
		.title = table_str(t, test->title),
		.app_version = table_str(t, test->app_version),
		.description = table_str(t, test->description),
		.result = table_str(t, test->result),
		.scale = table_str(t, test->scale),
		.proportion = table_str(t, test->proportion),
		.divide = test->divide,
	};
	/* A handful of tests, each asked for many times in a row: the newest first. */
	for (size_t i = t->ntests; i-- > 0;)
		if (test_same(t->tests[i], &key))
			return t->tests[i];
	copy = arena_alloc(&t->mem, sizeof(*copy));
	*copy = key;
	xgrow(&t->tests, &t->tests_cap, t->ntests + 1, sizeof(*t->tests));
	t->tests[t->ntests++] = copy;
	return copy;
}

static uint64_t set_hash(const struct param *v, size_t n)
{
	uint64_t h = HASH_SEED;

	for (size_t i = 0; i < n; i++) {
		h = hash_ptr(h, v[i].key);
		h = hash_ptr(h, v[i].text);
		h = hash_bytes(h, &v[i].number, sizeof(v[i].number));
	}
	return h;
}

static uint64_t set_hash_of(const struct table *t, size_t number)
{
	return set_hash(t->sets[number]->v, t->sets[number]->n);
}

static bool set_same(const struct table *t, size_t number, const void *key)
{
	const struct params_builder *b = key;
	const struct params *set = t->sets[number];

	if (set->n != b->n)
		return false;
	for (size_t i = 0; i < b->n; i++)
		if (set->v[i].key != b->v[i].key || set->v[i].text != b->v[i].text ||
		    memcmp(&set->v[i].number, &b->v[i].number, sizeof(double)))
			return false;
	return true;
}

const struct params *params_intern(struct table *t, struct params_builder *b)
{
	struct params *set;
	size_t at = index_find(&t->sets_index, t, set_hash(b->v, b->n), b, set_same, set_hash_of,
			       t->nsets);

	if (at == t->nsets) {
		set = arena_alloc(&t->mem, sizeof(*set) + b->n * sizeof(set->v[0]));
		set->n = b->n;
		if (b->n)
			memcpy(set->v, b->v, b->n * sizeof(set->v[0]));
		xgrow(&t->sets, &t->sets_cap, t->nsets + 1, sizeof(*t->sets));
		t->sets[t->nsets++] = set;
	}
	b->n = 0;
	return t->sets[at];
}

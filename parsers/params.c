/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Sets of key = value: building and looking up. Interning is the table's
 * (model-intern.c).
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model.h"
#include "params.h"

/* Place of key in the sorted builder, or where it belongs. */
static size_t place(const struct params_builder *b, const char *key, bool *found)
{
	size_t lo = 0, hi = b->n;

	*found = false;
	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		int cmp = strcmp(b->v[mid].key, key);

		if (!cmp) {
			*found = true;
			return mid;
		}
		if (cmp < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static void put(struct params_builder *b, struct param p)
{
	bool found;
	size_t at = place(b, p.key, &found);

	if (!found) {
		xgrow(&b->v, &b->cap, b->n + 1, sizeof(*b->v));
		memmove(b->v + at + 1, b->v + at, (b->n - at) * sizeof(*b->v));
		b->n++;
	}
	b->v[at] = p;
}

void params_number(struct table *t, struct params_builder *b, const char *key, double number)
{
	/* One zero only, so that equal sets are equal bytes. */
	put(b, (struct param){ .key = table_str(t, key), .number = number + 0.0 });
}

void params_text(struct table *t, struct params_builder *b, const char *key, const char *text)
{
	put(b, (struct param){ .key = table_str(t, key), .text = table_str(t, text) });
}

void params_unset(struct params_builder *b, const char *key)
{
	bool found;
	size_t at = place(b, key, &found);

	if (!found)
		return;
	b->n--;
	memmove(b->v + at, b->v + at + 1, (b->n - at) * sizeof(*b->v));
}

void params_add_all(struct params_builder *b, const struct params *set)
{
	for (size_t i = 0; set && i < set->n; i++)
		put(b, set->v[i]);
}

void params_builder_free(struct params_builder *b)
{
	free(b->v);
	*b = (struct params_builder){ 0 };
}

const struct param *params_get(const struct params *set, const char *key)
{
	for (size_t i = 0; set && i < set->n; i++)
		if (!strcmp(set->v[i].key, key))
			return &set->v[i];
	return NULL;
}

double params_get_number(const struct params *set, const char *key, double fallback)
{
	const struct param *p = params_get(set, key);

	return p && !p->text ? p->number : fallback;
}

const char *params_get_text(const struct params *set, const char *key)
{
	const struct param *p = params_get(set, key);

	return p ? p->text : NULL;
}

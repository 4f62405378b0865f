/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Gathers a table's observations into groups, one work in one system each.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "group.h"

/* One observation on its way to its group. */
struct item {
	uint32_t work;
	uint32_t system;
	uint32_t run;
	uint32_t at;
};

/* Systems by name, in the order first seen. */
struct systems {
	const char **v;
	size_t n, cap;
	size_t last;
};

struct store {
	struct groups pub;
	double *values;
	unsigned *runs;
};

static size_t system_number(struct systems *s, const char *name)
{
	if (s->n && s->v[s->last] == name)
		return s->last;
	for (size_t i = 0; i < s->n; i++)
		if (s->v[i] == name)
			return s->last = i;
	xgrow(&s->v, &s->cap, s->n + 1, sizeof(*s->v));
	s->v[s->n] = name;
	return s->last = s->n++;
}

static int by_group(const void *x, const void *y)
{
	const struct item *a = x, *b = y;

	if (a->work != b->work)
		return a->work < b->work ? -1 : 1;
	if (a->system != b->system)
		return a->system < b->system ? -1 : 1;
	if (a->run != b->run)
		return a->run < b->run ? -1 : 1;
	return a->at < b->at ? -1 : 1;
}

static void fill(struct group *g, const struct table *t, const struct item *items, size_t n,
		 double *values, unsigned *runs)
{
	double low = 0, high = 0;
	size_t bounds = 0, measured = 0;

	*g = (struct group){
		.work = items[0].work,
		.system = items[0].system,
		.values = values,
		.runs = runs,
		.shown = NAN,
		.low = NAN,
		.high = NAN,
	};
	for (size_t i = 0; i < n; i++) {
		struct observation o;

		table_get(t, items[i].at, &o);
		if (!i)
			g->first = o;
		g->flags |= o.flags;
		if (o.flags & FLAGS_NOT_AVERAGED) {
			g->excluded++;
			g->shown = o.value;
			continue;
		}
		measured++;
		if (o.flags & FLAG_BOUND) {
			low += o.low;
			high += o.high;
			bounds++;
		}
		if (isnan(o.value))
			continue;
		values[g->n] = o.value;
		runs[g->n++] = o.run;
	}
	if (bounds && bounds == measured) {
		g->low = low / (double)bounds;
		g->high = high / (double)bounds;
	}
	g->sum = summarize(values, g->n);
	if (g->n)
		g->shown = g->sum.mean;
}

struct groups *groups_make(const struct table *t,
			   bool (*keep)(const struct observation *o, void *arg), void *arg)
{
	struct store *s = xcalloc(1, sizeof(*s));
	struct systems systems = { 0 };
	struct item *items = NULL;
	size_t n = 0, cap = 0, ngroups = 0;

	for (size_t i = 0; i < table_len(t); i++) {
		struct observation o;

		if (!table_get(t, i, &o) || (keep && !keep(&o, arg)))
			continue;
		xgrow(&items, &cap, n + 1, sizeof(*items));
		items[n++] = (struct item){
			.work = (uint32_t)table_work(t, i),
			.system = (uint32_t)system_number(&systems, o.system),
			.run = o.run,
			.at = (uint32_t)i,
		};
	}
	if (n)
		qsort(items, n, sizeof(*items), by_group);
	for (size_t i = 0; i < n; i++)
		ngroups += !i || items[i].work != items[i - 1].work ||
			   items[i].system != items[i - 1].system;
	s->values = xmalloc(n * sizeof(*s->values));
	s->runs = xmalloc(n * sizeof(*s->runs));
	s->pub.v = xmalloc(ngroups * sizeof(*s->pub.v));
	for (size_t i = 0, end; i < n; i = end) {
		for (end = i + 1; end < n && items[end].work == items[i].work &&
				  items[end].system == items[i].system;
		     end++)
			;
		fill(&s->pub.v[s->pub.n++], t, items + i, end - i, s->values + i, s->runs + i);
	}
	s->pub.systems = systems.v;
	s->pub.nsystems = systems.n;
	s->pub.nworks = table_works(t);
	free(items);
	return &s->pub;
}

void groups_free(struct groups *g)
{
	struct store *s = (struct store *)g;

	if (!g)
		return;
	free(s->values);
	free(s->runs);
	free(g->v);
	free(g->systems);
	free(s);
}

const struct group *groups_find(const struct groups *g, size_t work, size_t system)
{
	size_t lo = 0, hi = g->n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		const struct group *m = &g->v[mid];

		if (m->work == work && m->system == system)
			return m;
		if (m->work < work || (m->work == work && m->system < system))
			lo = mid + 1;
		else
			hi = mid;
	}
	return NULL;
}

size_t groups_system(const struct groups *g, const char *name)
{
	size_t i = 0;

	while (i < g->nsystems && strcmp(g->systems[i], name))
		i++;
	return i;
}

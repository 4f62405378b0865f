/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Makes the table for people: chooses and orders its rows, and has each
 * turned into text (view-cells.c).
 */
#include <stdlib.h>
#include <string.h>

#include "label.h"
#include "view-private.h"

/* Of the same block: one job, one operation, whatever the metric. */
static int by_block(const struct observation *a, const struct observation *b)
{
	const void *x[] = { a->test ? a->test->profile : NULL,
			    a->test ? a->test->arguments : NULL,
			    a->tool,
			    a->job,
			    a->part,
			    a->params,
			    a->op,
			    a->pattern };
	const void *y[] = { b->test ? b->test->profile : NULL,
			    b->test ? b->test->arguments : NULL,
			    b->tool,
			    b->job,
			    b->part,
			    b->params,
			    b->op,
			    b->pattern };

	for (size_t i = 0; i < sizeof(x) / sizeof(x[0]); i++)
		if (x[i] != y[i])
			return x[i] < y[i] ? -1 : 1;
	return 0;
}

static int sort_by_block(const void *x, const void *y)
{
	const struct line *a = x, *b = y;
	int cmp = by_block(&a->g->first, &b->g->first);

	if (cmp)
		return cmp;
	return a->g->work < b->g->work ? -1 : a->g->work > b->g->work;
}

/* mean, percentiles upwards, the largest, the smallest, the spread. */
static double stat_rank(const char *stat)
{
	static const char *const last[] = { "max", "min", "stddev" };

	if (!stat || !strcmp(stat, "mean"))
		return 0;
	if (stat[0] == 'p')
		return 1 + atof(stat + 1);
	for (size_t i = 0; i < sizeof(last) / sizeof(last[0]); i++)
		if (!strcmp(stat, last[i]))
			return 200 + (double)i;
	return 300;
}

static int sort_by_order(const void *x, const void *y)
{
	const struct line *a = x, *b = y;
	double p, q;

	if (a->block != b->block)
		return a->block < b->block ? -1 : 1;
	if (a->g->first.metric != b->g->first.metric)
		return a->g->first.metric < b->g->first.metric ? -1 : 1;
	if (a->g->first.native != b->g->first.native)
		return a->g->work < b->g->work ? -1 : 1;
	p = stat_rank(a->g->first.stat);
	q = stat_rank(b->g->first.stat);
	if (p != q)
		return p < q ? -1 : 1;
	return a->g->work < b->g->work ? -1 : 1;
}

/* Number the blocks by their first work and drop what the rest of a block makes superfluous. */
static size_t choose(struct line *lines, size_t n, const struct selection *s)
{
	size_t kept = 0;

	qsort(lines, n, sizeof(*lines), sort_by_block);
	for (size_t i = 0, end; i < n; i = end) {
		struct selection_work w = { 0 };
		size_t first = lines[i].g->work;

		for (end = i; end < n && !by_block(&lines[end].g->first, &lines[i].g->first); end++)
			selection_note(&w, &lines[end].g->first);
		for (size_t k = i; k < end; k++) {
			if (!selection_needs(s, &w, &lines[k].g->first))
				continue;
			lines[kept] = lines[k];
			lines[kept++].block = first;
		}
	}
	if (kept)
		qsort(lines, kept, sizeof(*lines), sort_by_order);
	return kept;
}

/* Whether params of a and b differ in key. */
static bool differs(const struct observation *a, const struct observation *b, const char *key)
{
	const struct param *x = params_get(a->params, key), *y = params_get(b->params, key);

	if (!x || !y)
		return x != y;
	return x->text != y->text || (!x->text && x->number != y->number);
}

/* Add to the label of `at` what it has and the others of the same label have not. */
static char *tell_apart(const struct line *blocks, size_t n, size_t at, const size_t *same,
			size_t nsame)
{
	const struct observation *o = &blocks[at].g->first;
	char *label = xstrdup(blocks[at].label);

	(void)n;
	for (size_t i = 0; o->params && i < o->params->n; i++) {
		const struct param *p = &o->params->v[i];
		char *more, *param;
		size_t k = 0;

		if (label_says(o, p->key) && strcmp(p->key, "rw"))
			continue;
		while (k < nsame && !differs(o, &blocks[same[k]].g->first, p->key))
			k++;
		if (k == nsame)
			continue;
		param = label_param(p);
		more = xasprintf("%s, %s", label, param);
		free(param);
		free(label);
		label = more;
	}
	return label;
}

struct labelled {
	const char *label;
	size_t at;
};

static int by_label(const void *x, const void *y)
{
	const struct labelled *a = x, *b = y;
	int cmp = strcmp(a->label, b->label);

	return cmp ? cmp : a->at < b->at ? -1 : 1;
}

/* A name for each line's block; blocks that would be called the same get what sets them apart. */
static void name_blocks(struct line *lines, size_t n)
{
	struct line *blocks = xmalloc(n * sizeof(*blocks));
	struct labelled *v = xmalloc(n * sizeof(*v));
	size_t *same = xmalloc(n * sizeof(*same));
	char **names = xmalloc(n * sizeof(*names));
	size_t nblocks = 0;

	for (size_t i = 0; i < n; i++) {
		if (i && lines[i].block == lines[i - 1].block)
			continue;
		blocks[nblocks] = lines[i];
		blocks[nblocks].label = label_work(&lines[i].g->first);
		v[nblocks] = (struct labelled){ blocks[nblocks].label, nblocks };
		nblocks++;
	}
	if (nblocks)
		qsort(v, nblocks, sizeof(*v), by_label);
	for (size_t i = 0, end; i < nblocks; i = end) {
		for (end = i; end < nblocks && !strcmp(v[end].label, v[i].label); end++)
			same[end - i] = v[end].at;
		for (size_t k = i; k < end; k++)
			names[v[k].at] = tell_apart(blocks, nblocks, v[k].at, same, end - i);
	}
	for (size_t i = 0, b = SIZE_MAX; i < n; i++) {
		if (!i || lines[i].block != lines[i - 1].block)
			b++;
		lines[i].label = xstrdup(names[b]);
	}
	for (size_t i = 0; i < nblocks; i++) {
		free(blocks[i].label);
		free(names[i]);
	}
	free(blocks);
	free(v);
	free(same);
	free(names);
}

static bool keep(const struct observation *o, void *arg)
{
	return selection_takes(arg, o);
}

struct view *view_make(const struct table *t, const struct view_options *options)
{
	struct groups *groups = groups_make(t, keep, (void *)options->selection);
	struct line *lines = xmalloc(groups->n * sizeof(*lines));
	struct view *v;
	size_t n = 0;

	/* One line a work: its first group; its other systems follow it in groups->v. */
	for (size_t i = 0; i < groups->n; i++)
		if (!i || groups->v[i].work != groups->v[i - 1].work)
			lines[n++] = (struct line){ .g = &groups->v[i] };
	if (n)
		n = choose(lines, n, options->selection);
	name_blocks(lines, n);
	v = view_fill(groups, lines, n, options);
	for (size_t i = 0; i < n; i++)
		free(lines[i].label);
	free(lines);
	groups_free(groups);
	return v;
}

void view_free(struct view *v)
{
	if (!v)
		return;
	for (size_t i = 0; i < v->nrows; i++) {
		for (size_t k = 0; k < v->ncolumns; k++)
			free(v->rows[i].cells[k]);
		free(v->rows[i].cells);
		free(v->rows[i].tones);
	}
	for (size_t i = 0; i < v->nnotes; i++)
		free(v->notes[i]);
	free(v->rows);
	free(v->columns);
	free(v->notes);
	free(v);
}

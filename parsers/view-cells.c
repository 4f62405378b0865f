/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Turns groups into cells of text: unit and digits, spread, change against
 * the baseline, flags, and the notes that explain the signs used.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "label.h"
#include "odd.h"
#include "unit.h"
#include "view-private.h"

enum column {
	COL_WORK,
	COL_METRIC,
	COL_SYSTEM,
	COL_N,
	COL_MEAN,
	COL_SPREAD,
	COL_UNIT,
	COL_CHANGE,
	COL_INTERVAL,
	COL_P,
	COL_U_P,
	COL_FLAGS,
	COLUMNS,
};

static const struct view_column all_columns[COLUMNS] = {
	[COL_WORK] = { "workload", NULL, false },
	[COL_METRIC] = { "metric", NULL, false },
	[COL_SYSTEM] = { "system", NULL, false },
	[COL_N] = { "n", NULL, true },
	[COL_MEAN] = { "mean", NULL, true },
	[COL_SPREAD] = { "spread", NULL, true },
	[COL_UNIT] = { "unit", NULL, false },
	[COL_CHANGE] = { "change", NULL, true },
	[COL_INTERVAL] = { "95 % interval", NULL, true },
	[COL_P] = { "p", NULL, true },
	[COL_U_P] = { "p (U)", NULL, true },
	[COL_FLAGS] = { "flags", NULL, false },
};

/* What was used and needs a word of explanation. */
struct used {
	bool interval;
	bool range;
	bool bound;
	bool same;
	bool few;
	bool u;
	bool outlier;
	bool slow_first;
	bool excluded;
};

struct fill {
	const struct view_options *options;
	const struct groups *groups;
	size_t baseline; /* a system's number, or nsystems */
	struct used used;
	struct view *v;
	size_t cap;
};

static char *spread_text(struct fill *f, const struct group *g, const struct unit *u)
{
	double half;
	char *a, *b, *text;

	if (!isnan(g->low) && g->n) {
		f->used.bound = true;
		a = unit_format_short(u, g->low);
		b = unit_format_short(u, g->high);
	} else if (g->n >= 3) {
		f->used.interval = true;
		half = g->sum.ci_high - g->sum.mean;
		if (g->sum.mean == 0)
			return unit_format(u, half);
		half = 100 * half / fabs(g->sum.mean);
		return xasprintf("± %.*f %%", half < 9.95 ? 1 : 0, half);
	} else if (g->n == 2) {
		f->used.range = true;
		a = unit_format(u, g->sum.min);
		b = unit_format(u, g->sum.max);
	} else {
		return xstrdup("");
	}
	text = xasprintf("%s..%s", a, b);
	free(a);
	free(b);
	return text;
}

static char *mean_text(struct fill *f, const struct group *g, const struct unit *u)
{
	char *high, *low, *text;

	if (!isnan(g->shown) && !isnan(g->low))
		return unit_format_short(u, g->shown);
	if (!isnan(g->shown))
		return unit_format(u, g->shown);
	if (isnan(g->high))
		return xstrdup("-");
	/* Only bounds are known: "sub seconds". */
	f->used.bound = true;
	high = unit_format_short(u, g->high);
	low = unit_format_short(u, g->low);
	text = g->low > 0 ? xasprintf("%s..%s", low, high) : xasprintf("< %s", high);
	free(high);
	free(low);
	return text;
}

/* "raise" flags as words, louder where nothing is left to average. */
static char *add_flag(char *text, char *flag)
{
	char *more;

	if (!text)
		return flag;
	more = xasprintf("%s %s", text, flag);
	free(text);
	free(flag);
	return more;
}

static char *odd_text(struct fill *f, const struct group *g, char *text)
{
	bool *which = xcalloc(g->n, sizeof(*which));
	bool slow = odd_first(g);

	odd_outliers(g, which);
	if (slow) {
		f->used.slow_first = true;
		text = add_flag(text, xstrdup("slow first run"));
	}
	for (size_t i = slow ? 1 : 0; i < g->n; i++) {
		if (!which[i])
			continue;
		f->used.outlier = true;
		text = add_flag(text, xasprintf("outlier: run %u", g->runs[i]));
	}
	free(which);
	return text;
}

static char *flags_text(struct fill *f, const struct group *g)
{
	static const struct {
		unsigned flag;
		const char *name;
	} loud[] = {
		{ FLAG_FAILED, "FAILED" },
		{ FLAG_INVALID, "INVALID" },
		{ FLAG_TOO_FAST, "TOO FAST" },
		{ FLAG_AGGREGATE, "AGGREGATE" },
	};
	char *text = NULL;

	for (size_t i = 0; i < sizeof(loud) / sizeof(loud[0]); i++) {
		if (!(g->flags & loud[i].flag))
			continue;
		f->used.excluded = true;
		text = add_flag(text, xasprintf("[%s]", loud[i].name));
	}
	if (text && g->n)
		text = add_flag(text,
				xasprintf("%zu of %zu runs", g->excluded, g->excluded + g->n));
	text = odd_text(f, g, text);
	return text ? text : xstrdup("");
}

static char *percent(double v)
{
	if (isinf(v))
		return xstrdup(v > 0 ? "+inf" : "-inf");
	return xasprintf("%+.1f", v);
}

static char *p_text(double p)
{
	if (isnan(p))
		return xstrdup("-");
	if (p < 0.0001)
		return xstrdup("< 0.0001");
	/* Never a rounding that contradicts the verdict. */
	if (p > 0.05 && p < 0.0505)
		return xasprintf("%.5f", p);
	return xasprintf(p < 0.001 ? "%.4f" : "%.3f", p);
}

static void compare_cells(struct fill *f, struct view_row *row, const struct group *g)
{
	const struct group *base = groups_find(f->groups, g->work, f->baseline);
	struct comparison c;
	char *change, *low, *high;

	if (f->baseline == f->groups->nsystems)
		return;
	if (g->system == f->baseline) {
		row->cells[COL_CHANGE] = xstrdup("base");
		return;
	}
	if (!base)
		return;
	c = compare_groups(base, g);
	if (c.verdict == VERDICT_NONE)
		return;
	change = percent(c.change);
	row->cells[COL_CHANGE] =
		isnan(c.change) ?
			xstrdup(c.verdict == VERDICT_SAME ? "~" : "differs") :
			xasprintf("%s %%%s", change, c.verdict == VERDICT_SAME ? " ~" : "  ");
	free(change);
	if (!isnan(c.low)) {
		low = percent(c.low);
		high = percent(c.high);
		row->cells[COL_INTERVAL] = xasprintf("[%s, %s]", low, high);
		free(low);
		free(high);
	}
	row->cells[COL_P] = p_text(c.p);
	if (!isnan(c.u_p)) {
		f->used.u = true;
		row->cells[COL_U_P] = p_text(c.u_p);
	}
	f->used.same |= c.verdict == VERDICT_SAME;
	f->used.few |= c.few;
	if (c.verdict == VERDICT_BETTER)
		row->tones[COL_CHANGE] = TONE_GOOD;
	else if (c.verdict == VERDICT_WORSE)
		row->tones[COL_CHANGE] = TONE_BAD;
}

static struct unit unit_of_line(struct fill *f, const struct group *g, size_t n)
{
	double least = NAN, most = NAN;

	for (size_t i = 0; i < n; i++) {
		double v = isnan(g[i].shown) ? g[i].high : g[i].shown;

		if (isnan(v))
			continue;
		v = fabs(v);
		if (v > 0)
			least = fmin(least, v);
		most = fmax(most, v);
	}
	return unit_choose(&g->first, isnan(least) ? 0 : least, isnan(most) ? 0 : most,
			   f->options->unit);
}

static void add_row(struct fill *f, const struct line *line, const struct group *g,
		    const struct unit *u, size_t nrepeats)
{
	struct view_row row = {
		.cells = xcalloc(COLUMNS, sizeof(*row.cells)),
		.tones = xcalloc(COLUMNS, sizeof(*row.tones)),
		.nrepeats = nrepeats,
	};
	bool plain = selection_is_plain(f->options->selection, &line->g->first);

	row.cells[COL_WORK] = xstrdup(line->label);
	row.cells[COL_METRIC] = label_metric(&line->g->first, !plain);
	row.cells[COL_SYSTEM] = xstrdup(f->groups->systems[g->system]);
	row.cells[COL_N] = xasprintf("%zu", g->n);
	row.cells[COL_MEAN] = mean_text(f, g, u);
	row.cells[COL_SPREAD] = spread_text(f, g, u);
	row.cells[COL_UNIT] = xstrdup(u->name);
	compare_cells(f, &row, g);
	row.cells[COL_FLAGS] = flags_text(f, g);
	if (*row.cells[COL_FLAGS])
		row.tones[COL_FLAGS] = TONE_ALERT;
	xgrow(&f->v->rows, &f->cap, f->v->nrows + 1, sizeof(*f->v->rows));
	f->v->rows[f->v->nrows++] = row;
}

static void add_note(struct view *v, char *note)
{
	size_t cap = v->nnotes;

	xgrow(&v->notes, &cap, v->nnotes + 1, sizeof(*v->notes));
	v->notes[v->nnotes++] = note;
}

static void add_notes(struct fill *f)
{
	const struct used *u = &f->used;

	if (u->interval)
		add_note(f->v, xstrdup("±: half the 95 % interval of the mean (Student's t)"));
	if (u->range)
		add_note(f->v, xstrdup("a..b: smallest and largest of two runs"));
	if (u->bound)
		add_note(f->v, xstrdup("a..b beside one figure, < b: the clock was too coarse to "
				       "say more"));
	if (f->baseline < f->groups->nsystems)
		add_note(f->v,
			 xasprintf("change: (mean - base) / base with its 95 %% interval, p by "
				   "Welch's test; base is '%s'",
				   f->groups->systems[f->baseline]));
	if (u->u)
		add_note(f->v, xstrdup("p (U): exact Mann-Whitney test, where both sides have 4 "
				       "runs or more"));
	if (u->same)
		add_note(f->v, xstrdup("~: not shown to differ (p > 0.05, or too few runs to "
				       "test)"));
	if (u->few)
		add_note(f->v, xstrdup("fewer than 6 runs on a side: only large differences can "
				       "be shown"));
	if (u->slow_first)
		add_note(f->v, xstrdup("slow first run: far from the others, and in the mean: warm "
				       "up before measuring"));
	if (u->outlier)
		add_note(f->v, xstrdup("outlier: more than 10 standard deviations (by the median "
				       "deviation) from the median, and in the mean"));
	if (u->excluded)
		add_note(f->v, xstrdup("[FLAG]: shown, never averaged; n counts the other runs"));
}

/* Drop columns in which no row has anything; those every table has stay. */
static void drop_empty_columns(struct view *v, const char *base)
{
	size_t kept = 0;

	for (size_t c = 0; c < COLUMNS; c++) {
		bool any = c < COL_CHANGE;

		for (size_t i = 0; i < v->nrows; i++) {
			if (!v->rows[i].cells[c])
				v->rows[i].cells[c] = xstrdup("");
			any |= *v->rows[i].cells[c] != '\0';
		}
		if (any)
			v->columns[kept] = all_columns[c];
		if (any && c == COL_CHANGE)
			v->columns[kept].of = base;
		for (size_t i = 0; i < v->nrows; i++) {
			struct view_row *row = &v->rows[i];

			if (!any) {
				free(row->cells[c]);
				row->cells[c] = NULL;
				continue;
			}
			if (kept != c) {
				row->cells[kept] = row->cells[c];
				row->tones[kept] = row->tones[c];
				row->cells[c] = NULL;
			}
		}
		kept += any;
	}
	v->ncolumns = kept;
}

struct view *view_fill(const struct groups *groups, const struct line *lines, size_t n,
		       const struct view_options *options)
{
	struct fill f = {
		.options = options,
		.groups = groups,
		.baseline = groups->nsystems,
		.v = xcalloc(1, sizeof(*f.v)),
	};
	const struct group *end = groups->v + groups->n;

	if (options->baseline)
		f.baseline = groups_system(groups, options->baseline);
	f.v->columns = xcalloc(COLUMNS, sizeof(*f.v->columns));
	for (size_t i = 0; i < n; i++) {
		const struct group *g = lines[i].g;
		bool same_block = i && lines[i].block == lines[i - 1].block;
		size_t systems = 0;
		struct unit u;

		while (g + systems < end && g[systems].work == g->work)
			systems++;
		u = unit_of_line(&f, g, systems);
		for (size_t k = 0; k < systems; k++)
			add_row(&f, &lines[i], &g[k], &u, k ? 2 : same_block);
	}
	add_notes(&f);
	drop_empty_columns(f.v, f.baseline < groups->nsystems ? groups->systems[f.baseline] : NULL);
	return f.v;
}

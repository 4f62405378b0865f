/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The results format: one line "RESULT <name>: <number>" for each number of one system, which a
 * profile prints for Phoronix Test Suite; minimum and maximum behind it where they were measured. Plain
 * decimals, never 0 (Phoronix takes 0 for no result) and never what failed. A run of a known profile
 * prints the profile's rows, any other output everything that has a name (results-name.h).
 */
#include "writer.h"

#include "arena.h"
#include "results-entry.h"
#include "results-name.h"
#include "results-text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One line to be: its group and its name; for a job that mixes operations OP_NAME is the name. */
struct line {
	const struct group *g;
	char *name, *op_name;
};

struct lines {
	struct line *v;
	size_t n;
	const char **names;  /* of all lines, sorted */
	struct pool printed; /* the names that stand in a line already */
};

static double divide_of(const struct observation *o)
{
	if (o->test && o->test->result && o->test->divide > 0)
		return o->test->divide;
	return result_name_divide(o->metric);
}

/* VALUE as text (free), or NULL where Phoronix would see no result in it. */
static char *result_number(double value)
{
	char *text;

	if (!isfinite(value))
		return NULL;
	text = composite_number(value);
	if (text[strspn(text, "-0.")])
		return text;
	free(text);
	return NULL;
}

static void print_extremes(FILE *out, const struct groups *groups, const struct group *g)
{
	const struct group *min = group_other_stat(groups, g, "min");
	const struct group *max = group_other_stat(groups, g, "max");
	double divide = divide_of(&g->first);
	char *low, *high;

	if (!min || !max || !g->first.stat || strcmp(g->first.stat, "mean") != 0)
		return;
	low = result_number(min->sum.min / divide);
	high = result_number(max->sum.max / divide);
	if (low && high)
		fprintf(out, " min: %s max: %s", low, high);
	free(low);
	free(high);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool name_is_shared(const struct lines *lines, const char *name)
{
	const char **at = bsearch(&name, lines->names, lines->n, sizeof(*lines->names), by_name);

	return (at > lines->names && !strcmp(at[-1], name)) ||
	       (at + 1 < lines->names + lines->n && !strcmp(at[1], name));
}

/* The name with the operation where another line has the plain one; numbered if that is taken. */
static char *final_name(struct lines *lines, const struct line *line)
{
	const char *wanted = name_is_shared(lines, line->name) ? line->op_name : line->name;
	char *name = xstrdup(wanted);

	for (unsigned int i = 2;; i++) {
		size_t used = lines->printed.used;

		pool_str(&lines->printed, name);
		if (lines->printed.used > used)
			return name;
		free(name);
		name = xasprintf("%s_%u", wanted, i);
	}
}

static void print_line(FILE *out, const struct groups *groups, struct lines *lines,
		       const struct line *line)
{
	char *number = result_number(line->g->sum.mean / divide_of(&line->g->first));
	char *name;

	if (!number)
		return;
	name = final_name(lines, line);
	fprintf(out, "RESULT %s: %s", name, number);
	print_extremes(out, groups, line->g);
	fputc('\n', out);
	free(name);
	free(number);
}

/* The line of group G, if it has one. */
static bool make_line(struct line *line, const struct group *g)
{
	const struct observation *o = &g->first;

	/* of work of a known profile only what it has rows for */
	if (!g->n || (o->test && o->test->title && !o->test->result))
		return false;
	line->g = g;
	line->name = o->test && o->test->result ? xstrdup(o->test->result) : result_name(o, false);
	if (!line->name)
		return false;
	line->op_name = result_name(o, true);
	if (!line->op_name)
		line->op_name = xstrdup(line->name);
	return true;
}

static int results_write(FILE *out, const struct report *r, char *err, size_t errsize)
{
	const struct groups *groups = r->groups;
	struct lines lines = { 0 };

	if (groups->nsystems > 1) {
		snprintf(
			err, errsize,
			"results are those of one run of one system, here are %zu systems ('%s', '%s' ...)",
			groups->nsystems, groups->systems[0], groups->systems[1]);
		return -1;
	}
	lines.v = xcalloc(groups->n, sizeof(*lines.v));
	lines.names = xcalloc(groups->n, sizeof(*lines.names));
	for (size_t i = 0; i < groups->n; i++)
		if (make_line(&lines.v[lines.n], &groups->v[i]))
			lines.n++;
	for (size_t i = 0; i < lines.n; i++)
		lines.names[i] = lines.v[i].name;
	qsort(lines.names, lines.n, sizeof(*lines.names), by_name);
	for (size_t i = 0; i < lines.n; i++)
		print_line(out, groups, &lines, &lines.v[i]);
	for (size_t i = 0; i < lines.n; i++) {
		free(lines.v[i].name);
		free(lines.v[i].op_name);
	}
	pool_free(&lines.printed);
	free(lines.names);
	free(lines.v);
	return 0;
}

const struct writer writer_results = {
	.name = "results",
	.title = "RESULT lines of one run, as a profile prints them for Phoronix Test Suite",
	.write = results_write,
};

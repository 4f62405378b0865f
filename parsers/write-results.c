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

/* One line to be: its group, and its names without and with the operation. */
struct line {
	const struct group *g;
	char *name, *op_name;
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

static bool name_is_shared(const struct line *lines, size_t n, const struct line *line)
{
	for (size_t i = 0; i < n; i++)
		if (&lines[i] != line && !strcmp(lines[i].name, line->name))
			return true;
	return false;
}

static void print_line(FILE *out, const struct groups *groups, const struct line *lines, size_t n,
		       const struct line *line)
{
	bool shared = name_is_shared(lines, n, line);
	char *number = result_number(line->g->sum.mean / divide_of(&line->g->first));

	if (number) {
		fprintf(out, "RESULT %s: %s", shared ? line->op_name : line->name, number);
		print_extremes(out, groups, line->g);
		fputc('\n', out);
	}
	free(number);
}

static int results_write(FILE *out, const struct report *r, char *err, size_t errsize)
{
	const struct groups *groups = r->groups;
	struct line *lines;
	size_t n = 0;

	if (groups->nsystems > 1) {
		snprintf(
			err, errsize,
			"results are those of one run of one system, here are %zu systems ('%s', '%s' ...)",
			groups->nsystems, groups->systems[0], groups->systems[1]);
		return -1;
	}
	lines = xcalloc(groups->n, sizeof(*lines));
	for (size_t i = 0; i < groups->n; i++) {
		const struct observation *o = &groups->v[i].first;

		/* of work of a known profile only what it has rows for */
		if (!groups->v[i].n || (o->test && o->test->title && !o->test->result))
			continue;
		lines[n].g = &groups->v[i];
		lines[n].name = o->test && o->test->result ? xstrdup(o->test->result) :
							     result_name(o, false);
		lines[n].op_name = lines[n].name ? result_name(o, true) : NULL;
		if (lines[n].name && !lines[n].op_name)
			lines[n].op_name = xstrdup(lines[n].name);
		if (lines[n].name)
			n++;
	}
	for (size_t i = 0; i < n; i++)
		print_line(out, groups, lines, n, &lines[i]);
	for (size_t i = 0; i < n; i++) {
		free(lines[i].name);
		free(lines[i].op_name);
	}
	free(lines);
	return 0;
}

const struct writer writer_results = {
	.name = "results",
	.title = "RESULT lines of one run, as a profile prints them for Phoronix Test Suite",
	.write = results_write,
};

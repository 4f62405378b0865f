/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Writer for CSV (RFC 4180, by libcsv): every observation, one a line under a
 * header; the columns are the keys of the JSON. Parameters are in one cell
 * as JSON, since every tool has others. Conditions are in the JSON only.
 */
#include <csv.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yajl/yajl_gen.h>

#include "unit.h"
#include "writer.h"

static const char *const header[] = {
	"system", "source",  "line",	  "tool",   "tool_version", "op",     "pattern",
	"native", "job",     "part",	  "params", "run",	    "metric", "stat",
	"value",  "unit",    "better",	  "flags",  "low",	    "high",   "suite",
	"labels", "profile", "arguments", "result", "description",
};

/* A field, then what ends it. */
static void put(FILE *out, const char *text, char end)
{
	if (text && *text)
		csv_fwrite(out, text, strlen(text));
	fputc(end, out);
}

static void put_number(FILE *out, double value, char end)
{
	char buf[32];

	/* A missing value is an empty field. */
	if (isfinite(value))
		fputs(number_exact(buf, value), out);
	fputc(end, out);
}

static void put_params(FILE *out, yajl_gen g, const struct params *set)
{
	const unsigned char *text;
	size_t len;

	yajl_gen_map_open(g);
	for (size_t i = 0; set && i < set->n; i++) {
		const struct param *p = &set->v[i];
		char buf[32];

		yajl_gen_string(g, (const unsigned char *)p->key, strlen(p->key));
		if (p->text) {
			yajl_gen_string(g, (const unsigned char *)p->text, strlen(p->text));
		} else {
			number_exact(buf, p->number);
			yajl_gen_number(g, buf, strlen(buf));
		}
	}
	yajl_gen_map_close(g);
	if (yajl_gen_get_buf(g, &text, &len) == yajl_gen_status_ok)
		csv_fwrite(out, text, len);
	fputc(',', out);
	yajl_gen_clear(g);
	yajl_gen_reset(g, NULL);
}

static void put_flags(FILE *out, unsigned flags)
{
	char text[128] = "";

	for (unsigned bit = 1; bit && bit <= flags; bit <<= 1) {
		const char *name = flags & bit ? flag_name(bit) : NULL;

		if (!name)
			continue;
		if (*text)
			strncat(text, " ", sizeof(text) - strlen(text) - 1);
		strncat(text, name, sizeof(text) - strlen(text) - 1);
	}
	put(out, text, ',');
}

static void put_labels(FILE *out, const struct strlist *labels)
{
	char *all = xstrdup("");

	for (size_t i = 0; labels && i < labels->n; i++) {
		char *more = xasprintf("%s%s%s", all, i ? "; " : "", labels->v[i]);

		free(all);
		all = more;
	}
	put(out, all, ',');
	free(all);
}

static void put_observation(FILE *out, const struct observation *o, yajl_gen g)
{
	const struct test *test = o->test;

	put(out, o->system, ',');
	put(out, o->source, ',');
	put_number(out, o->line, ',');
	put(out, o->tool, ',');
	put(out, o->tool_version, ',');
	put(out, o->op, ',');
	put(out, o->pattern, ',');
	put(out, o->native, ',');
	put(out, o->job, ',');
	put(out, o->part, ',');
	put_params(out, g, o->params);
	put_number(out, o->run, ',');
	put(out, metric_name(o->metric), ',');
	put(out, o->stat, ',');
	put_number(out, o->value, ',');
	put(out, metric_unit(o->metric), ',');
	put(out, better_name(observation_better(o)), ',');
	put_flags(out, o->flags);
	put_number(out, o->low, ',');
	put_number(out, o->high, ',');
	put(out, o->suite, ',');
	put_labels(out, o->labels);
	put(out, test ? test->profile : NULL, ',');
	put(out, test ? test->arguments : NULL, ',');
	put(out, test ? test->result : NULL, ',');
	put(out, test ? test->description : NULL, '\n');
}

static int write_csv(FILE *out, const struct report *r, char *err, size_t errsize)
{
	size_t columns = sizeof(header) / sizeof(header[0]);
	yajl_gen g = yajl_gen_alloc(NULL);

	if (!g) {
		snprintf(err, errsize, "out of memory");
		return -1;
	}
	for (size_t i = 0; i < columns; i++)
		fprintf(out, "%s%c", header[i], i + 1 < columns ? ',' : '\n');
	for (size_t i = 0; i < table_len(r->table); i++) {
		struct observation o;

		if (table_get(r->table, i, &o))
			put_observation(out, &o, g);
	}
	yajl_gen_free(g);
	return 0;
}

const struct writer writer_csv = {
	.name = "csv",
	.title = "every observation as CSV, one a line",
	.flat = true,
	.write = write_csv,
};

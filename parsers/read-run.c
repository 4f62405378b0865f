/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Reader for the header of raw run files (suites/run): "platter-run: 1", then
 * "key: value" lines up to an empty one. It has no results of its own; it
 * says whose the following ones are: system, run, labels, conditions, test,
 * and whether the run was valid.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reader.h"
#include "text.h"

#define MAGIC "platter-run:"

struct run_state {
	unsigned line;
	char *fio_exit; /* NULL or "0": all went well */
};

struct header {
	struct params_builder conditions;
	const char **labels;
	size_t nlabels, labels_cap;
	struct test test;
};

static int bid(const char *data, size_t len, bool bol)
{
	return bol && len >= sizeof(MAGIC) - 1 && !memcmp(data, MAGIC, sizeof(MAGIC) - 1) ?
		       BID_SURE :
		       BID_NO;
}

static void add_condition(struct read_ctx *ctx, struct header *h, const char *key,
			  const char *value)
{
	double number;

	if (!strncmp(key, "env.", 4) && key[4])
		key += 4;
	if (text_number(value, &number))
		params_number(ctx->table, &h->conditions, key, number);
	else
		params_text(ctx->table, &h->conditions, key, value);
}

static void take_line(struct read_ctx *ctx, struct header *h, struct run_state *state,
		      unsigned line, const char *key, const char *value)
{
	double number;

	if (!strcmp(key, "platter-run")) {
		if (strcmp(value, "1"))
			table_warn(ctx->table, SEVERITY_WARNING, ctx->source, line, "run-version",
				   "raw run file of version '%s', this platter knows 1", value);
	} else if (!strcmp(key, "suite")) {
		ctx->origin.suite = table_str(ctx->table, value);
	} else if (!strcmp(key, "profile")) {
		h->test.profile = table_str(ctx->table, value);
	} else if (!strcmp(key, "arguments")) {
		h->test.arguments = table_str(ctx->table, value);
	} else if (!strcmp(key, "system")) {
		ctx->origin.system = table_str(ctx->table, value);
	} else if (!strcmp(key, "run")) {
		if (text_number(value, &number) && number >= 1 && number < 1e9)
			ctx->origin.run = (unsigned)number;
		else
			table_warn(ctx->table, SEVERITY_WARNING, ctx->source, line, "run-number",
				   "run number '%s' is none: counted instead", value);
	} else if (!strcmp(key, "label")) {
		xgrow(&h->labels, &h->labels_cap, h->nlabels + 1, sizeof(*h->labels));
		h->labels[h->nlabels++] = table_str(ctx->table, value);
	} else if (!strcmp(key, "invalid")) {
		ctx->origin.flags |= FLAG_INVALID;
		table_warn(ctx->table, SEVERITY_WARNING, ctx->source, line, "run-invalid",
			   "invalid: %s", value);
	} else if (!strcmp(key, "fio-exit")) {
		free(state->fio_exit);
		state->fio_exit = xstrdup(value);
	} else {
		add_condition(ctx, h, key, value);
	}
}

/* "key: value" in place; false for a line that is none. */
static bool split(char *line, size_t len, char **key, char **value)
{
	char *colon = memchr(line, ':', len), *end = line + len;

	if (!colon || colon == line)
		return false;
	*key = line;
	*value = colon + 1;
	*colon = '\0';
	while (*value < end && isspace((unsigned char)**value))
		(*value)++;
	while (end > *value && isspace((unsigned char)end[-1]))
		end--;
	*end = '\0';
	return true;
}

static int read_run(struct read_ctx *ctx)
{
	struct header h = { 0 };
	struct run_state *state;
	unsigned line = input_lineno(ctx->in);
	size_t len;
	char *text;

	read_section(ctx);
	state = read_state(ctx, sizeof(*state));
	state->line = line;
	while ((text = input_line(ctx->in, &len, NULL)) && len) {
		char *copy = utf8_from(text, len), *key, *value;

		if (split(copy, strlen(copy), &key, &value))
			take_line(ctx, &h, state, line, key, value);
		else
			table_warn(ctx->table, SEVERITY_WARNING, ctx->source, line, "run-header",
				   "header line without 'key: value' ignored");
		free(copy);
		line = input_lineno(ctx->in);
	}
	ctx->origin.conditions = params_intern(ctx->table, &h.conditions);
	if (h.nlabels)
		ctx->origin.labels = table_list(ctx->table, h.labels, h.nlabels);
	if (h.test.profile)
		ctx->origin.test = table_test(ctx->table, &h.test);
	params_builder_free(&h.conditions);
	free(h.labels);
	return 0;
}

/* fio's exit status counts for little (it wraps at 256), but one that no result explains is said. */
static void finish(struct read_ctx *ctx)
{
	struct run_state *state = read_state(ctx, sizeof(*state));
	bool failed = false, any = false;
	struct observation o;

	for (size_t i = ctx->first; i < table_len(ctx->table); i++) {
		if (!table_get(ctx->table, i, &o))
			continue;
		any = true;
		failed |= (o.flags & FLAG_FAILED) != 0;
	}
	if (!any)
		table_warn(ctx->table, SEVERITY_WARNING, ctx->source, state->line, "run-empty",
			   "this run has no results%s%s",
			   state->fio_exit ? ": fio's exit status was " : "",
			   state->fio_exit ? state->fio_exit : "");
	else if (!failed && state->fio_exit && strcmp(state->fio_exit, "0"))
		table_warn(ctx->table, SEVERITY_WARNING, ctx->source, state->line, "run-fio-exit",
			   "fio's exit status was %s, but no job reports an error",
			   state->fio_exit);
	free(state->fio_exit);
}

const struct reader reader_platter_run = {
	.name = "platter-run",
	.title = "raw run files of suites/run (header; the rest is read as what it is)",
	.header = true,
	.bid = bid,
	.read = read_run,
	.finish = finish,
};

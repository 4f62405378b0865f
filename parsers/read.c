/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * From a path to observations: opens it, walks directories, asks the readers
 * for bids at every line (and at braces within one) and lets the highest bid
 * read. Knows no format.
 */
#include <errno.h>
#include <fts.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "reader.h"
#include "text.h"

#define BLANK " \t\r\n\f\v"
#define LOOK  4096 /* what bids may look at */

static void origin_reset(struct read_ctx *ctx)
{
	struct params_builder none = { 0 };

	ctx->origin = (struct origin){ .conditions = params_intern(ctx->table, &none) };
	ctx->first = table_len(ctx->table);
}

void read_section(struct read_ctx *ctx)
{
	size_t self = ctx->self;

	for (size_t i = 0; readers[i]; i++) {
		if (!ctx->state[i])
			continue;
		ctx->self = i;
		if (readers[i]->finish)
			readers[i]->finish(ctx);
		free(ctx->state[i]);
		ctx->state[i] = NULL;
	}
	ctx->self = self;
	origin_reset(ctx);
}

void *read_state(struct read_ctx *ctx, size_t bytes)
{
	if (!ctx->state[ctx->self])
		ctx->state[ctx->self] = xcalloc(1, bytes);
	return ctx->state[ctx->self];
}

int read_fail(struct read_ctx *ctx, unsigned line, const char *code, const char *fmt, ...)
{
	va_list ap;
	char *message;

	va_start(ap, fmt);
	if (vasprintf(&message, fmt, ap) < 0)
		message = xstrdup(code);
	va_end(ap);
	table_warn(ctx->table, SEVERITY_ERROR, ctx->source, line, code, "%s", message);
	free(message);
	ctx->failed = true;
	return -1;
}

const char *read_text(struct read_ctx *ctx, const char *s, size_t len)
{
	const char *interned;
	char *utf8;

	if (utf8_valid(s, len))
		return table_strn(ctx->table, s, len);
	utf8 = utf8_from(s, len);
	interned = table_str(ctx->table, utf8);
	free(utf8);
	return interned;
}

struct observation read_observation(struct read_ctx *ctx, const char *system, unsigned line)
{
	struct observation o = observation_none();

	if (ctx->options->system)
		o.system = table_str(ctx->table, ctx->options->system);
	else if (ctx->origin.system)
		o.system = ctx->origin.system;
	else
		o.system = system ? table_str(ctx->table, system) : ctx->source;
	o.source = ctx->source;
	o.suite = ctx->origin.suite;
	o.conditions = ctx->origin.conditions;
	o.labels = ctx->origin.labels;
	o.test = ctx->origin.test;
	o.run = ctx->origin.run;
	o.flags = ctx->origin.flags;
	o.line = line;
	o.reading = table_reading(ctx->table);
	return o;
}

/* Place in readers[] of the highest bid, or -1. */
static int best_bid(const struct read_ctx *ctx, const char *data, size_t len, bool bol)
{
	int best = -1, highest = BID_NO;

	if (len > LOOK)
		len = LOOK;
	for (int i = 0; readers[i]; i++) {
		const struct reader *r = readers[i];
		int bid;

		/* A header that says whose results follow holds for any format. */
		if (ctx->options->from && r != ctx->options->from && !r->header)
			continue;
		bid = r->bid ? r->bid(data, len, bol) : BID_NO;
		if (bid > highest) {
			highest = bid;
			best = i;
		}
	}
	return best;
}

/* One line of other text goes, or what stands before a brace someone bids on. */
static void skip_text(struct read_ctx *ctx)
{
	unsigned line = input_lineno(ctx->in);
	size_t avail, len, used;
	char *s = input_peek(ctx->in, &avail);
	char *end, *brace;

	end = memchr(s, '\n', avail);
	len = end ? (size_t)(end - s) : avail;
	end = memchr(s, '\r', len);
	if (end)
		len = (size_t)(end - s);
	used = len < avail ? len + 1 : len;
	for (brace = s; (brace = memchr(brace, '{', len - (size_t)(brace - s))); brace++) {
		if (brace > s && best_bid(ctx, brace, avail - (size_t)(brace - s), false) >= 0) {
			len = used = (size_t)(brace - s);
			break;
		}
	}
	for (size_t i = 0; i < len; i++) {
		/* What stands between the members of an array of outputs is no text. */
		if (strchr(BLANK "[],", s[i]) && s[i])
			continue;
		if (!ctx->skipped++)
			ctx->skipped_at = line;
		break;
	}
	input_consume(ctx->in, used);
}

static void run_reader(struct read_ctx *ctx, size_t i)
{
	size_t before = input_offset(ctx->in);

	ctx->self = i;
	if (!readers[i]->read(ctx))
		ctx->outputs++;
	if (input_offset(ctx->in) == before)
		skip_text(ctx);
}

static void read_all(struct read_ctx *ctx)
{
	const struct reader *from = ctx->options->from;
	size_t len;
	char *data;

	data = input_peek(ctx->in, &len);
	if (data && len >= 3 && !memcmp(data, "\xef\xbb\xbf", 3))
		input_consume(ctx->in, 3);
	while ((data = input_peek(ctx->in, &len))) {
		size_t blank = 0;
		int best;

		while (blank < len && data[blank] && strchr(BLANK, data[blank]))
			blank++;
		if (blank == len) {
			input_consume(ctx->in, blank);
			continue;
		}
		if (from && !from->bid) {
			size_t at = 0;

			while (readers[at] != from)
				at++;
			run_reader(ctx, at);
			continue;
		}
		best = best_bid(ctx, data + blank, len - blank, input_bol(ctx->in) || blank);
		if (best < 0) {
			skip_text(ctx);
			continue;
		}
		input_consume(ctx->in, blank);
		run_reader(ctx, (size_t)best);
	}
}

/* What the file as a whole gave: its errors, what was skipped. */
static void sum_up(struct read_ctx *ctx, bool empty, bool binary)
{
	const char *error = input_error(ctx->in);

	if (error)
		read_fail(ctx, input_lineno(ctx->in), "read-error", "%s", error);
	if (ctx->failed)
		return;
	if (empty)
		read_fail(ctx, 0, "empty", "it is empty");
	else if (!ctx->outputs && binary)
		read_fail(ctx, 0, "unknown-format", "it is binary data");
	else if (!ctx->outputs && ctx->options->from)
		read_fail(ctx, 0, "unknown-format", "no %s output in it", ctx->options->from->name);
	else if (!ctx->outputs)
		read_fail(ctx, 0, "unknown-format",
			  "no format known here ('platter formats' lists them)");
	else if (ctx->skipped)
		table_warn(ctx->table, SEVERITY_NOTE, ctx->source, ctx->skipped_at, "text-skipped",
			   "%zu lines of other text skipped", ctx->skipped);
}

/* Takes ownership of in. */
static int read_input(struct table *t, struct input *in, const char *source,
		      const struct read_options *options)
{
	struct read_ctx ctx = {
		.table = t,
		.in = in,
		.options = options,
		.source = table_str(t, source),
	};
	size_t len, n = 0;
	const char *data = input_peek(in, &len);
	bool binary = data && memchr(data, '\0', len > LOOK ? LOOK : len);

	while (readers[n])
		n++;
	ctx.state = xcalloc(n, sizeof(*ctx.state));
	origin_reset(&ctx);
	read_all(&ctx);
	read_section(&ctx);
	sum_up(&ctx, !data, binary);
	free(ctx.state);
	input_close(in);
	return ctx.failed ? -1 : 0;
}

int read_memory(struct table *t, const void *data, size_t len, const char *source,
		const struct read_options *options)
{
	return read_input(t, input_memory(data, len), source, options);
}

static int read_file(struct table *t, const char *path, const struct read_options *options)
{
	struct input *in = input_open(path);

	if (!in) {
		table_warn(t, SEVERITY_ERROR, path, 0, "open-error", "%s", strerror(errno));
		return -1;
	}
	return read_input(t, in, path, options);
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
	return strverscmp((*a)->fts_name, (*b)->fts_name);
}

static bool left_out(const FTSENT *e)
{
	const char *dot = strrchr(e->fts_name, '.');

	/* Hidden files, and what the runner keeps of its warm-up. */
	return e->fts_level > 0 && (e->fts_name[0] == '.' || (dot && !strcmp(dot, ".warmup")));
}

static int read_directory(struct table *t, const char *path, const struct read_options *options)
{
	char *paths[] = { (char *)path, NULL };
	FTS *fts = fts_open(paths, FTS_LOGICAL | FTS_NOCHDIR, by_name);
	size_t files = 0;
	int ret = 0;
	FTSENT *e;

	if (!fts) {
		table_warn(t, SEVERITY_ERROR, path, 0, "open-error", "%s", strerror(errno));
		return -1;
	}
	while ((e = fts_read(fts))) {
		if (left_out(e)) {
			fts_set(fts, e, FTS_SKIP);
			continue;
		}
		if (e->fts_info == FTS_F) {
			files++;
			if (read_file(t, e->fts_path, options))
				ret = -1;
		} else if (e->fts_info == FTS_DNR || e->fts_info == FTS_ERR ||
			   e->fts_info == FTS_NS || e->fts_info == FTS_SLNONE) {
			table_warn(t, SEVERITY_ERROR, e->fts_path, 0, "open-error", "%s",
				   strerror(e->fts_errno ? e->fts_errno : ENOENT));
			ret = -1;
		}
	}
	fts_close(fts);
	if (!files && !ret) {
		table_warn(t, SEVERITY_ERROR, path, 0, "empty", "no file in this directory");
		ret = -1;
	}
	return ret;
}

int read_path(struct table *t, const char *path, const struct read_options *options)
{
	struct stat st;

	if (strcmp(path, "-") && !stat(path, &st) && S_ISDIR(st.st_mode))
		return read_directory(t, path, options);
	return read_file(t, path, options);
}

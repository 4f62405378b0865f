/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Reader for the report lines of our engines (JSON lines beginning with
 * "platter-engine"). Within one raw file they take the place of fio's own
 * rate and time of the same job, which rest on a clock of whole ms; alone
 * (report_file=) they stand for themselves. Sums are in engine-report.c.
 */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine-report.h"
#include "reader.h"

struct engine_state {
	struct report_line *v;
	size_t n, cap;
};

static int bid(const char *data, size_t len, bool bol)
{
	static const char key[] = "\"platter-engine\"";
	size_t i = 1;

	(void)bol;
	if (data[0] != '{')
		return BID_NO;
	while (i < len && isspace((unsigned char)data[i]))
		i++;
	return len - i >= sizeof(key) - 1 && !memcmp(data + i, key, sizeof(key) - 1) ? BID_SURE :
										       BID_NO;
}

static void warn_errors(struct read_ctx *ctx, const struct report_line *r)
{
	for (const struct json *e = r->errors ? r->errors->first : NULL; e; e = e->next) {
		const char *path = json_string(e, "path");
		const char *name = json_string(e, "name");
		const char *func = json_string(e, "func");
		double count = json_number(e, "count", 1);

		table_warn(ctx->table, SEVERITY_WARNING, ctx->source, r->line, "engine-error",
			   "job '%s': %.0f of its operations failed with %s in %s%s%s%s", r->job,
			   count, name ? name : "an error", func ? func : "a call",
			   path ? ", first on '" : "", path ? path : "", path ? "'" : "");
	}
}

static int take_line(struct read_ctx *ctx, struct engine_state *state, unsigned line, char *text,
		     size_t len)
{
	struct arena mem = { 0 };
	struct report_line r;
	char err[160];
	const char *wrong;
	struct json *j = json_parse(&mem, text, len, err, sizeof(err));
	int ret = 0;

	if (!j) {
		ret = read_fail(ctx, line, "engine-report-json", "report line: %s", err);
	} else if ((wrong = report_from_json(&r, j, ctx->table))) {
		ret = read_fail(ctx, line, "engine-report", "report line: %s", wrong);
	} else {
		r.line = line;
		warn_errors(ctx, &r);
		r.errors = NULL;
		xgrow(&state->v, &state->cap, state->n + 1, sizeof(*state->v));
		state->v[state->n++] = r;
	}
	arena_free(&mem);
	return ret;
}

static int read_engine(struct read_ctx *ctx)
{
	struct engine_state *state = read_state(ctx, sizeof(*state));
	unsigned line = input_lineno(ctx->in);
	size_t len;
	bool whole;
	char *text = input_line(ctx->in, &len, &whole);

	if (!whole)
		return read_fail(ctx, line, "engine-report-long",
				 "report line: longer than any report");
	return take_line(ctx, state, line, text, len);
}

/* Observations of one reading of a fio job. */
struct match {
	struct observation any; /* one of them */
	bool found;
	size_t rate, time; /* their numbers, SIZE_MAX: none */
};

/* fio's observations of the job of r in this section: of as many readings of it as r has
 * predecessors, the last. */
static struct match find_job(struct read_ctx *ctx, const struct report_line *r, size_t end)
{
	struct match m = { .rate = SIZE_MAX, .time = SIZE_MAX };
	unsigned reading = 0, nth = 0;

	for (size_t i = ctx->first; i < end; i++) {
		struct observation o;

		if (!table_get(ctx->table, i, &o) || o.part || o.job != r->job ||
		    strcmp(o.tool, "fio") || (r->group >= 0 && o.group != r->group) ||
		    o.op != r->op)
			continue;
		if (o.reading != reading) {
			if (m.found)
				break;
			reading = o.reading;
			if (nth++ != r->occurrence)
				continue;
			m.found = true;
			m.any = o;
		}
		if (!m.found)
			continue;
		if (o.metric == METRIC_RATE)
			m.rate = i;
		else if (o.metric == METRIC_TIME)
			m.time = i;
	}
	return m;
}

static void put(struct read_ctx *ctx, struct observation o, const struct report_line *r,
		const char *what, enum metric metric, const char *stat, double value,
		size_t in_place_of)
{
	char native[96];

	snprintf(native, sizeof(native), "%s/%s", r->engine, what);
	o.native = table_str(ctx->table, native);
	o.metric = metric;
	o.stat = table_str(ctx->table, stat);
	o.value = value;
	o.flags &= ~(unsigned)FLAG_TOO_FAST;
	if (isnan(value)) {
		/* Only a rate is worth a row that says there is none. */
		if (metric != METRIC_RATE)
			return;
		o.flags |= FLAG_TOO_FAST;
	}
	if (in_place_of != SIZE_MAX)
		table_replace(ctx->table, in_place_of, &o);
	else
		table_add(ctx->table, &o);
}

static void put_latency(struct read_ctx *ctx, const struct observation *o,
			const struct report_line *r, const struct report_latency *l)
{
	char samples[64];
	const struct {
		const char *stat;
		double value;
	} all[] = {
		{ "mean", l->mean },  { "p50", l->p50 }, { "p99", l->p99 },
		{ "p99.9", l->p999 }, { "max", l->max },
	};

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		put(ctx, *o, r, l->name, METRIC_LATENCY, all[i].stat, all[i].value, SIZE_MAX);
	snprintf(samples, sizeof(samples), "%s_samples", l->name);
	put(ctx, *o, r, samples, METRIC_COUNT, "mean", l->n, SIZE_MAX);
}

/* What a report alone says about its work. */
static struct observation alone(struct read_ctx *ctx, const struct report_line *r)
{
	struct observation o = read_observation(ctx, NULL, r->line);
	const char *version = r->fio && !strncmp(r->fio, "fio-", 4) ? r->fio + 4 : r->fio;
	struct params_builder b = { 0 };

	o.tool = table_str(ctx->table, "fio");
	o.tool_version = table_str(ctx->table, version);
	o.op = table_str(ctx->table, r->op);
	o.job = table_str(ctx->table, r->job);
	o.group = r->group;
	if (r->error > 0)
		o.flags |= FLAG_FAILED;
	params_text(ctx->table, &b, "ioengine", r->engine);
	params_number(ctx->table, &b, "files", r->files);
	params_number(ctx->table, &b, "jobs", (double)r->siblings);
	o.params = params_intern(ctx->table, &b);
	params_builder_free(&b);
	return o;
}

/* end: behind fio's observations of the section. */
static void place(struct read_ctx *ctx, const struct report_line *r, size_t end)
{
	struct match m = find_job(ctx, r, end);
	double jobs = m.found ? params_get_number(m.any.params, "jobs", 1) : 1;
	struct observation o;

	if ((double)r->siblings < jobs) {
		table_warn(
			ctx->table, SEVERITY_WARNING, ctx->source, r->line, "engine-report-missing",
			"job '%s' had %.0f processes, %zu reported: fio's own rate and time stand",
			r->job, jobs, r->siblings);
		return;
	}
	o = m.found ? m.any : alone(ctx, r);
	put(ctx, o, r, "rate", METRIC_RATE, "mean", report_rate(r), m.rate);
	put(ctx, o, r, "time", METRIC_TIME, "mean", report_seconds(r), m.time);
	put(ctx, o, r, "cpu", METRIC_LATENCY, "mean", r->cpu_ns, SIZE_MAX);
	for (size_t i = 0; i < r->nlatencies; i++)
		put_latency(ctx, &o, r, &r->latencies[i]);
}

static void finish(struct read_ctx *ctx)
{
	struct engine_state *state = read_state(ctx, sizeof(*state));
	size_t end = table_len(ctx->table), n = report_sum(state->v, state->n);

	for (size_t i = 0; i < n; i++)
		place(ctx, &state->v[i], end);
	free(state->v);
}

const struct reader reader_engine = {
	.name = "platter-engine",
	.title = "report lines of Platter's fio engines (report_file=)",
	.bid = bid,
	.read = read_engine,
	.finish = finish,
};

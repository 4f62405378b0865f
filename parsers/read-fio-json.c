/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Reader for fio's JSON and json+ (fio 2.1 to 3.42), one job at a time.
 * Merges numjobs siblings and the hosts of client/server runs, keeps only the
 * last of --status-interval's snapshots. Parsing is in fio-parse.c, units and
 * sums in fio-job.c, the meaning of options in fio-work.c.
 */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fio-emit.h"
#include "fio-parse.h"
#include "fio-snapshot.h"
#include "reader.h"
#include "text.h"

/* A job being summed up, and what its observations begin with. */
struct pending {
	struct fio_job sum;
	struct observation base;
	struct fio_job *parts; /* with --parts: each as it came */
	size_t nparts, parts_cap;
	size_t *hosts; /* of a client/server run: indices into object.hosts */
	size_t nhosts, hosts_cap;
};

/* What is kept between the objects of one file. */
struct fio_state {
	struct fio_snapshot now; /* of the object read last */
	size_t mark;		 /* table_len() and table_warnings() before it */
	size_t warnings;
};

/* One JSON object while it is read. */
struct object {
	struct read_ctx *ctx;
	struct fio_state *state;
	struct pending *v;
	size_t n, cap;
	size_t jobs;
	size_t mark; /* table_len() and table_warnings() before it */
	size_t warnings;
	bool replaces; /* it is the next snapshot of the run the object before shows */
	bool client;
	char **hosts; /* "name:port" */
	size_t nhosts, hosts_cap;
	char *hostname;	    /* of the first */
	struct fio_job all; /* the row "All clients" */
	bool has_all;
	double ios[FIO_DIRS]; /* of all jobs, to check it */
};

static int bid(const char *data, size_t len, bool bol)
{
	static const struct {
		const char *key;
		int bid;
	} firsts[] = {
		{ "\"fio version\"", BID_SURE },    { "\"global options\"", BID_LIKELY },
		{ "\"client_stats\"", BID_LIKELY }, { "\"disk_util\"", BID_LIKELY },
		{ "\"timestamp\"", BID_LIKELY },    { "\"timestamp_ms\"", BID_LIKELY },
		{ "\"time\"", BID_LIKELY },	    { "\"jobs\"", BID_LIKELY },
		{ "\"cpu_idleness\"", BID_LIKELY },
	};
	size_t i = 1;

	(void)bol;
	if (data[0] != '{')
		return BID_NO;
	while (i < len && isspace((unsigned char)data[i]))
		i++;
	for (size_t k = 0; k < sizeof(firsts) / sizeof(firsts[0]); k++) {
		size_t n = strlen(firsts[k].key), at = i + n;

		if (len < at || memcmp(data + i, firsts[k].key, n))
			continue;
		while (at < len && isspace((unsigned char)data[at]))
			at++;
		if (at < len && data[at] == ':')
			return firsts[k].bid;
	}
	return BID_NO;
}

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

static const char *version_of(struct read_ctx *ctx, const struct fio_output *out)
{
	const char *v = out->version;

	if (!v)
		return NULL;
	if (!strncmp(v, "fio-", 4))
		v += 4;
	return read_text(ctx, v, strlen(v));
}

/* errno as text, where it is one. */
static const char *error_name(double error)
{
	return error > 0 && error < 4096 ? strerror((int)error) : "unknown error";
}

static void emit(struct object *obj, const struct observation *base, const struct fio_job *j,
		 const struct fio_output *out, const char *part, unsigned flags)
{
	struct fio_work w = fio_work(obj->ctx->table, out, j);
	struct observation o = *base;

	o.part = part ? table_str(obj->ctx->table, part) : NULL;
	o.flags |= flags;
	o.line = j->line;
	if (!fio_emit(obj->ctx->table, &o, j, &w) && !part)
		table_warn(obj->ctx->table, SEVERITY_WARNING, obj->ctx->source, j->line,
			   "fio-nothing-measured", "job '%s' did no I/O and reported no error",
			   j->jobname ? j->jobname : "");
}

/* Siblings by number, those of several hosts by host and number. */
static void emit_part(struct object *obj, const struct pending *p, const struct fio_job *j,
		      const struct fio_output *out, size_t number)
{
	char *part;

	if (obj->client && j->hostname)
		part = xasprintf("%s:%.0f %zu", j->hostname, isnan(j->port) ? 0 : j->port, number);
	else
		part = xasprintf("%zu", number);
	emit(obj, &p->base, j, out, part, 0);
	free(part);
}

static void warn_job(struct object *obj, const struct fio_job *j, bool spread)
{
	struct read_ctx *ctx = obj->ctx;
	const char *name = j->jobname ? j->jobname : "";

	if (j->error > 0)
		table_warn(ctx->table, SEVERITY_WARNING, ctx->source, j->line, "fio-job-error",
			   "job '%s' failed with error %.0f (%s): its values are not averaged",
			   name, j->error, error_name(j->error));
	else if (j->total_err > 0)
		table_warn(ctx->table, SEVERITY_WARNING, ctx->source, j->line, "fio-io-errors",
			   "job '%s' went on over %.0f failed I/Os (first: %s): taken out of its "
			   "rates%s",
			   name, j->total_err, error_name(j->first_error),
			   spread ? ", in proportion over its directions" : "");
	if (j->steady_attained == 0)
		table_warn(ctx->table, SEVERITY_WARNING, ctx->source, j->line,
			   "fio-steadystate-not-attained",
			   "job '%s' was to reach a steady state and did not: run it longer", name);
}

static void pending_free(struct pending *p)
{
	fio_job_free(&p->sum);
	for (size_t i = 0; i < p->nparts; i++)
		fio_job_free(&p->parts[i]);
	free(p->parts);
	free(p->hosts);
}

static void flush(struct object *obj, const struct fio_output *out)
{
	const struct read_ctx *ctx = obj->ctx;
	/* The host is the system where all jobs ran on one. */
	bool by_host = obj->nhosts == 1 && !ctx->options->system && !ctx->origin.system;

	for (size_t i = 0; i < obj->n; i++) {
		struct pending *p = &obj->v[i];

		if (by_host)
			p->base.system = read_text(obj->ctx, obj->hostname, strlen(obj->hostname));
		if (p->nhosts)
			p->sum.hosts = p->nhosts;
		emit(obj, &p->base, &p->sum, out, NULL, 0);
		/* One that was alone is its own part. */
		for (size_t k = 0; k < p->nparts && p->nparts > 1; k++)
			emit_part(obj, p, &p->parts[k], out, k + 1);
		pending_free(p);
	}
	obj->n = 0;
}

static struct pending *find_pending(struct object *obj, const struct fio_job *j)
{
	for (size_t i = 0; i < obj->n; i++)
		if (fio_job_same(&obj->v[i].sum, j))
			return &obj->v[i];
	return NULL;
}

static void keep_part(const struct object *obj, struct pending *p, const struct fio_job *j)
{
	if (!obj->ctx->options->parts)
		return;
	xgrow(&p->parts, &p->parts_cap, p->nparts + 1, sizeof(*p->parts));
	fio_job_copy(&p->parts[p->nparts++], j);
}

static struct pending *new_pending(struct object *obj, const struct fio_output *out,
				   const struct fio_job *j)
{
	struct pending *p;

	xgrow(&obj->v, &obj->cap, obj->n + 1, sizeof(*obj->v));
	p = &obj->v[obj->n++];
	*p = (struct pending){ 0 };
	fio_job_copy(&p->sum, j);
	keep_part(obj, p, j);
	p->base = read_observation(obj->ctx, NULL, j->line);
	p->base.tool = table_str(obj->ctx->table, "fio");
	p->base.tool_version = version_of(obj->ctx, out);
	return p;
}

static void note_host(struct object *obj, struct pending *p, const struct fio_job *j)
{
	char *id = xasprintf("%s:%.0f", j->hostname, isnan(j->port) ? 0 : j->port);
	size_t at = 0;

	while (at < obj->nhosts && strcmp(obj->hosts[at], id))
		at++;
	if (at == obj->nhosts) {
		xgrow(&obj->hosts, &obj->hosts_cap, at + 1, sizeof(*obj->hosts));
		obj->hosts[obj->nhosts++] = id;
		if (!at)
			obj->hostname = xstrdup(j->hostname);
	} else {
		free(id);
	}
	for (size_t i = 0; i < p->nhosts; i++)
		if (p->hosts[i] == at)
			return;
	xgrow(&p->hosts, &p->hosts_cap, p->nhosts + 1, sizeof(*p->hosts));
	p->hosts[p->nhosts++] = at;
}

static void begin_object(struct object *obj, const struct fio_output *out,
			 const struct fio_job *first)
{
	struct fio_snapshot now = fio_snapshot(out, first);

	obj->replaces = fio_snapshot_follows(&obj->state->now, &now);
	fio_snapshot_free(&obj->state->now);
	obj->state->now = now;
}

static void on_job(void *arg, const struct fio_output *out, struct fio_job *j)
{
	struct object *obj = arg;
	struct pending *p;
	bool spread = !fio_job_settle(j);

	obj->client = out->client;
	if (obj->client && same_text(j->jobname, "All clients")) {
		if (!obj->has_all)
			fio_job_copy(&obj->all, j);
		obj->has_all = true;
		return;
	}
	if (!obj->jobs++)
		begin_object(obj, out, j);
	warn_job(obj, j, spread);
	for (int i = 0; i < FIO_DIRS; i++)
		if (j->dir[i].active && !isnan(j->dir[i].total_ios))
			obj->ios[i] += j->dir[i].total_ios;
	p = find_pending(obj, j);
	if (p) {
		keep_part(obj, p, j);
		fio_job_merge(&p->sum, j);
	} else {
		/* Siblings follow one another; only hosts take turns. */
		if (!obj->client)
			flush(obj, out);
		p = new_pending(obj, out, j);
	}
	if (obj->client && j->hostname)
		note_host(obj, p, j);
}

/* fio's own sum over all jobs of all clients is no result of its own, but must agree. */
static void check_all(struct object *obj, const struct fio_output *out)
{
	struct read_ctx *ctx = obj->ctx;
	struct observation base;

	if (!obj->has_all)
		return;
	for (int i = 0; i < FIO_DIRS; i++) {
		double said = obj->all.dir[i].active ? obj->all.dir[i].total_ios : 0;

		if (said == obj->ios[i] || isnan(said))
			continue;
		table_warn(ctx->table, SEVERITY_WARNING, ctx->source, obj->all.line,
			   "fio-aggregate-differs",
			   "the clients' jobs did %.0f I/Os together, 'All clients' says %.0f: a "
			   "client may be missing",
			   obj->ios[i], said);
		break;
	}
	if (ctx->options->parts) {
		base = read_observation(ctx, NULL, obj->all.line);
		base.tool = table_str(ctx->table, "fio");
		base.tool_version = version_of(ctx, out);
		emit(obj, &base, &obj->all, out, "All clients", FLAG_AGGREGATE);
	}
}

static void end_object(struct object *obj, const struct fio_output *out)
{
	struct fio_state *state = obj->state;

	flush(obj, out);
	check_all(obj, out);
	if (obj->replaces) {
		table_cut(obj->ctx->table, state->mark, obj->mark);
		table_cut_warnings(obj->ctx->table, state->warnings, obj->warnings);
	} else {
		state->mark = obj->mark;
		state->warnings = obj->warnings;
	}
}

/* The object broke off. Jobs read whole stand, unless later siblings may be missing from their sum or
 * the snapshot before has them already. */
static void broken_object(struct object *obj)
{
	if (obj->replaces) {
		table_cut(obj->ctx->table, obj->mark, SIZE_MAX);
		table_cut_warnings(obj->ctx->table, obj->warnings, SIZE_MAX);
	} else if (obj->jobs) {
		obj->state->mark = obj->mark;
		obj->state->warnings = obj->warnings;
	}
}

static void object_free(struct object *obj)
{
	for (size_t i = 0; i < obj->n; i++)
		pending_free(&obj->v[i]);
	for (size_t i = 0; i < obj->nhosts; i++)
		free(obj->hosts[i]);
	free(obj->v);
	free(obj->hosts);
	free(obj->hostname);
	if (obj->has_all)
		fio_job_free(&obj->all);
}

static int parse(struct object *obj, struct fio_parser *p)
{
	struct input *in = obj->ctx->in;

	for (;;) {
		size_t len, used;
		unsigned line = input_lineno(in);
		char *data = input_peek(in, &len);
		enum fio_parse status;

		if (!data) {
			broken_object(obj);
			return read_fail(obj->ctx, line, "fio-json-truncated",
					 "the JSON ends in the middle: fio was stopped, or the "
					 "file was cut");
		}
		status = fio_parser_feed(p, data, len, line, len < INPUT_WINDOW, &used);
		input_consume(in, used);
		if (status == FIO_PARSE_DONE) {
			end_object(obj, fio_parser_output(p));
			return 0;
		}
		if (status == FIO_PARSE_ERROR) {
			broken_object(obj);
			return read_fail(obj->ctx, fio_parser_error_line(p), "fio-json-error", "%s",
					 fio_parser_error(p));
		}
	}
}

static int read_fio_json(struct read_ctx *ctx)
{
	struct object obj = {
		.ctx = ctx,
		.state = read_state(ctx, sizeof(struct fio_state)),
		.mark = table_len(ctx->table),
		.warnings = table_warnings(ctx->table),
	};
	struct fio_parser *p = fio_parser_new(on_job, &obj);
	int ret;

	if (!p)
		return read_fail(ctx, input_lineno(ctx->in), "no-memory", "out of memory");
	ret = parse(&obj, p);
	if (!ret && !obj.jobs)
		table_warn(ctx->table, SEVERITY_WARNING, ctx->source, input_lineno(ctx->in),
			   "fio-no-jobs", "fio's JSON holds no job");
	object_free(&obj);
	fio_parser_free(p);
	return ret;
}

static void finish(struct read_ctx *ctx)
{
	struct fio_state *state = read_state(ctx, sizeof(*state));

	fio_snapshot_free(&state->now);
}

const struct reader reader_fio_json = {
	.name = "fio-json",
	.title = "fio --output-format=json or json+, 2.1 to 3.42, also client/server",
	.bid = bid,
	.read = read_fio_json,
	.finish = finish,
};

/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * yajl events to struct fio_job. A table of keys for each kind of object
 * says where a value goes; everything else (bins, histograms, disk_util)
 * is passed over without being looked at.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yajl/yajl_parse.h>

#include "arena.h"
#include "fio-parse.h"
#include "input.h"
#include "json.h"
#include "json-words.h"
#include "text.h"

#define DEPTH	32		  /* fio nests 6 deep */
#define OPTIONS (1024 * 1024)	  /* bytes of a job's options */
#define TOKEN	(4 * 1024 * 1024) /* bytes without an end of a word: no string of fio's is as long */

enum node {
	NODE_SKIP, /* nothing in here is wanted */
	NODE_TOP,
	NODE_JOBS,
	NODE_JOB,
	NODE_OPTIONS, /* of the job, or global: see struct level */
	NODE_DIRECTION,
	NODE_SYNC,
	NODE_LATENCY,
	NODE_PERCENTILES,
	NODE_STEADY,
};

/* What the next value is. */
enum kind { KIND_NONE, KIND_NUMBER, KIND_STRING, KIND_OBJECT, KIND_OPTION, KIND_PERCENTILE };

struct key {
	const char *name;
	enum kind kind;
	size_t offset;	   /* in the object's struct */
	enum node node;	   /* of KIND_OBJECT */
	double latency_ns; /* of NODE_LATENCY: ns in one unit */
};

#define TOP(member) offsetof(struct fio_output, member)
#define JOB(member) offsetof(struct fio_job, member)
#define DIR(member) offsetof(struct fio_direction, member)
#define LAT(member) offsetof(struct fio_latency, member)

static const struct key top_keys[] = {
	{ "fio version", KIND_STRING, TOP(version), 0, 0 },
	{ "timestamp", KIND_NUMBER, TOP(timestamp), 0, 0 },
	{ "timestamp_ms", KIND_NUMBER, TOP(timestamp_ms), 0, 0 },
	{ "global options", KIND_OBJECT, TOP(globals), NODE_OPTIONS, 0 },
	{ "jobs", KIND_OBJECT, 0, NODE_JOBS, 0 },
	{ "client_stats", KIND_OBJECT, TOP(client), NODE_JOBS, 0 },
	{ 0 },
};

static const struct key job_keys[] = {
	{ "jobname", KIND_STRING, JOB(jobname), 0, 0 },
	{ "groupid", KIND_NUMBER, JOB(groupid), 0, 0 },
	{ "job_start", KIND_NUMBER, JOB(job_start), 0, 0 },
	{ "error", KIND_NUMBER, JOB(error), 0, 0 },
	{ "hostname", KIND_STRING, JOB(hostname), 0, 0 },
	{ "port", KIND_NUMBER, JOB(port), 0, 0 },
	{ "usr_cpu", KIND_NUMBER, JOB(usr_cpu), 0, 0 },
	{ "sys_cpu", KIND_NUMBER, JOB(sys_cpu), 0, 0 },
	{ "total_err", KIND_NUMBER, JOB(total_err), 0, 0 },
	{ "first_error", KIND_NUMBER, JOB(first_error), 0, 0 },
	{ "job options", KIND_OBJECT, JOB(options), NODE_OPTIONS, 0 },
	{ "read", KIND_OBJECT, JOB(dir[FIO_READ]), NODE_DIRECTION, 0 },
	{ "write", KIND_OBJECT, JOB(dir[FIO_WRITE]), NODE_DIRECTION, 0 },
	{ "trim", KIND_OBJECT, JOB(dir[FIO_TRIM]), NODE_DIRECTION, 0 },
	{ "mixed", KIND_OBJECT, JOB(dir[FIO_MIXED]), NODE_DIRECTION, 0 },
	{ "sync", KIND_OBJECT, 0, NODE_SYNC, 0 },
	{ "steadystate", KIND_OBJECT, 0, NODE_STEADY, 0 },
	{ 0 },
};

static const struct key direction_keys[] = {
	{ "io_bytes", KIND_NUMBER, DIR(io_bytes), 0, 0 },
	{ "io_kbytes", KIND_NUMBER, DIR(io_kbytes), 0, 0 },
	{ "bw_bytes", KIND_NUMBER, DIR(bw_bytes), 0, 0 },
	{ "bw", KIND_NUMBER, DIR(bw), 0, 0 },
	{ "iops", KIND_NUMBER, DIR(iops), 0, 0 },
	{ "runtime", KIND_NUMBER, DIR(runtime), 0, 0 },
	{ "total_ios", KIND_NUMBER, DIR(total_ios), 0, 0 },
	{ "slat_ns", KIND_OBJECT, DIR(lat[FIO_SLAT]), NODE_LATENCY, 1 },
	{ "clat_ns", KIND_OBJECT, DIR(lat[FIO_CLAT]), NODE_LATENCY, 1 },
	{ "lat_ns", KIND_OBJECT, DIR(lat[FIO_LAT]), NODE_LATENCY, 1 },
	{ "slat", KIND_OBJECT, DIR(lat[FIO_SLAT]), NODE_LATENCY, 1000 },
	{ "clat", KIND_OBJECT, DIR(lat[FIO_CLAT]), NODE_LATENCY, 1000 },
	{ "lat", KIND_OBJECT, DIR(lat[FIO_LAT]), NODE_LATENCY, 1000 },
	{ "bw_min", KIND_NUMBER, DIR(bw_min), 0, 0 },
	{ "bw_max", KIND_NUMBER, DIR(bw_max), 0, 0 },
	{ "bw_dev", KIND_NUMBER, DIR(bw_dev), 0, 0 },
	{ "bw_samples", KIND_NUMBER, DIR(bw_samples), 0, 0 },
	{ "iops_min", KIND_NUMBER, DIR(iops_min), 0, 0 },
	{ "iops_max", KIND_NUMBER, DIR(iops_max), 0, 0 },
	{ "iops_stddev", KIND_NUMBER, DIR(iops_stddev), 0, 0 },
	{ "iops_samples", KIND_NUMBER, DIR(iops_samples), 0, 0 },
	{ 0 },
};

static const struct key sync_keys[] = {
	{ "total_ios", KIND_NUMBER, JOB(sync_ios), 0, 0 },
	{ "lat_ns", KIND_OBJECT, JOB(sync_lat), NODE_LATENCY, 1 },
	{ 0 },
};

static const struct key latency_keys[] = {
	{ "min", KIND_NUMBER, LAT(min), 0, 0 },
	{ "max", KIND_NUMBER, LAT(max), 0, 0 },
	{ "mean", KIND_NUMBER, LAT(mean), 0, 0 },
	{ "stddev", KIND_NUMBER, LAT(stddev), 0, 0 },
	{ "N", KIND_NUMBER, LAT(samples), 0, 0 },
	{ "percentile", KIND_OBJECT, 0, NODE_PERCENTILES, 0 },
	{ 0 },
};

static const struct key steady_keys[] = {
	{ "attained", KIND_NUMBER, JOB(steady_attained), 0, 0 },
	{ 0 },
};

static const struct key *const keys[] = {
	[NODE_TOP] = top_keys,	 [NODE_JOB] = job_keys,		[NODE_DIRECTION] = direction_keys,
	[NODE_SYNC] = sync_keys, [NODE_LATENCY] = latency_keys, [NODE_STEADY] = steady_keys,
};

struct level {
	enum node node;
	bool array;
	void *base;	   /* the struct that the offsets of node's keys count from */
	double latency_ns; /* NODE_LATENCY and below */
};

struct fio_parser {
	yajl_handle yajl;
	fio_job_fn fn;
	void *arg;
	struct json_words words;

	struct level levels[DEPTH];
	int depth;
	bool done;

	/* what the value of the key just seen is */
	enum kind kind;
	const struct key *key;
	double percent;
	char *option;

	struct fio_output out;
	struct fio_job job;

	/* line numbers: that of the byte at counted */
	const char *counted;
	unsigned counted_line;
	const char *piece;

	size_t bytes_idle; /* since the last event */
	bool event;

	unsigned error_line;
	char error[160];
};

static unsigned line_now(struct fio_parser *p)
{
	const char *now = p->piece + yajl_get_bytes_consumed(p->yajl);

	p->counted_line += (unsigned)input_count_lines(p->counted, (size_t)(now - p->counted));
	p->counted = now;
	return p->counted_line;
}

static struct level *top(struct fio_parser *p)
{
	return &p->levels[p->depth - 1];
}

static char *text_copy(const unsigned char *s, size_t len)
{
	char *copy = utf8_from((const char *)s, len);

	json_text_restore(copy);
	return copy;
}

static bool is_job(const struct level *l)
{
	return l->node == NODE_JOB && !l->array;
}

/* The object or array that begins here: what its members are. */
static struct level open_level(struct fio_parser *p, bool array)
{
	const struct level *in = p->depth ? top(p) : NULL;
	struct level l = { .node = NODE_SKIP, .array = array };

	if (!in) {
		l.node = array ? NODE_SKIP : NODE_TOP;
		l.base = &p->out;
	} else if (in->array && in->node == NODE_JOBS && !array) {
		l.node = NODE_JOB;
		l.base = &p->job;
		free(p->job.jobname);
		free(p->job.hostname);
		fio_job_init(&p->job);
		p->job.line = line_now(p);
	} else if (!in->array && p->kind == KIND_OBJECT && (p->key->node == NODE_JOBS) == array) {
		l.node = p->key->node;
		l.base = (char *)in->base + p->key->offset;
		l.latency_ns = p->key->latency_ns;
		if (l.node == NODE_SYNC || l.node == NODE_STEADY)
			l.base = &p->job;
		else if (l.node == NODE_JOBS)
			p->out.client = p->key->offset != 0;
		else if (l.node == NODE_PERCENTILES) {
			l.base = in->base;
			l.latency_ns = in->latency_ns;
		} else if (l.node == NODE_OPTIONS) {
			((struct fio_options *)l.base)->len = 0;
		}
	}
	return l;
}

static int begin(struct fio_parser *p, bool array)
{
	struct level l;

	p->event = true;
	if (p->depth == DEPTH) {
		snprintf(p->error, sizeof(p->error), "nested more than %d deep", DEPTH);
		return 0;
	}
	l = open_level(p, array);
	p->levels[p->depth++] = l;
	p->kind = KIND_NONE;
	return 1;
}

static int end(struct fio_parser *p)
{
	const struct level *l = top(p);

	if (is_job(l))
		p->fn(p->arg, &p->out, &p->job);
	p->kind = KIND_NONE;
	if (!--p->depth)
		p->done = true;
	return 1;
}

static int on_start_map(void *arg)
{
	return begin(arg, false);
}

static int on_start_array(void *arg)
{
	return begin(arg, true);
}

static int on_end(void *arg)
{
	return end(arg);
}

static int on_key(void *arg, const unsigned char *s, size_t len)
{
	struct fio_parser *p = arg;
	const struct level *l = top(p);

	p->event = true;
	p->kind = KIND_NONE;
	if (l->node == NODE_SKIP)
		return 1;
	if (l->node == NODE_OPTIONS) {
		free(p->option);
		p->option = text_copy(s, len);
		p->kind = KIND_OPTION;
	} else if (l->node == NODE_PERCENTILES) {
		/* Unused slots of 3.1 come as "0.00", again and again. */
		if (text_numbern((const char *)s, len, &p->percent) && p->percent > 0)
			p->kind = KIND_PERCENTILE;
	} else if (l->node != NODE_JOBS) {
		for (p->key = keys[l->node]; p->key->name; p->key++) {
			if (strncmp(p->key->name, (const char *)s, len) || p->key->name[len])
				continue;
			p->kind = p->key->kind;
			break;
		}
	}
	return 1;
}

static void add_percentile(struct fio_latency *l, double percent, double value)
{
	if (l->npercentiles < FIO_PERCENTILES)
		l->percentiles[l->npercentiles++] =
			(struct fio_percentile){ .percent = percent, .value = value };
}

static bool add_option(struct fio_parser *p, const unsigned char *s, size_t len)
{
	struct fio_options *o = top(p)->base;
	char *text;

	if (o->len + len > OPTIONS) {
		snprintf(p->error, sizeof(p->error), "more than %d bytes of options", OPTIONS);
		return false;
	}
	text = text_copy(s, len);
	fio_options_add(o, p->option, text);
	free(text);
	return true;
}

/* Into the member that the key names; latencies in ns. */
static void set_number(struct fio_parser *p, double value)
{
	const struct level *l = top(p);
	void *member = (char *)l->base + p->key->offset;
	double *number = member;

	if (l->latency_ns && p->key->offset != LAT(samples))
		value *= l->latency_ns;
	*number = value;
}

static int on_number(void *arg, const char *s, size_t len)
{
	struct fio_parser *p = arg;
	const struct level *l;
	double value;

	p->event = true;
	if (p->kind == KIND_NONE || !p->depth)
		return 1;
	l = top(p);
	if (p->kind == KIND_OPTION) {
		if (!add_option(p, (const unsigned char *)s, len))
			return 0;
	} else if (p->kind == KIND_NUMBER || p->kind == KIND_PERCENTILE) {
		if (json_number_missing(s, len) || !text_numbern(s, len, &value))
			value = NAN;
		if (p->kind == KIND_PERCENTILE && !isnan(value))
			add_percentile(l->base, p->percent, value * l->latency_ns);
		else if (p->kind == KIND_NUMBER)
			set_number(p, value);
	}
	p->kind = KIND_NONE;
	return 1;
}

static int on_string(void *arg, const unsigned char *s, size_t len)
{
	struct fio_parser *p = arg;

	p->event = true;
	if (p->kind == KIND_OPTION && !add_option(p, s, len))
		return 0;
	if (p->kind == KIND_STRING) {
		void *member = (char *)top(p)->base + p->key->offset;
		char **to = member;

		free(*to);
		*to = text_copy(s, len);
	}
	p->kind = KIND_NONE;
	return 1;
}

static int on_other(void *arg)
{
	struct fio_parser *p = arg;

	p->event = true;
	p->kind = KIND_NONE;
	return 1;
}

static int on_boolean(void *arg, int value)
{
	(void)value;
	return on_other(arg);
}

static const yajl_callbacks callbacks = {
	.yajl_null = on_other,
	.yajl_boolean = on_boolean,
	.yajl_number = on_number,
	.yajl_string = on_string,
	.yajl_start_map = on_start_map,
	.yajl_map_key = on_key,
	.yajl_end_map = on_end,
	.yajl_start_array = on_start_array,
	.yajl_end_array = on_end,
};

struct fio_parser *fio_parser_new(fio_job_fn fn, void *arg)
{
	struct fio_parser *p = xcalloc(1, sizeof(*p));

	p->fn = fn;
	p->arg = arg;
	p->out.timestamp = p->out.timestamp_ms = NAN;
	p->yajl = yajl_alloc(&callbacks, NULL, p);
	if (!p->yajl) {
		free(p);
		return NULL;
	}
	/* Names may be Latin-1; what follows the object is not ours. */
	yajl_config(p->yajl, yajl_dont_validate_strings, 1);
	yajl_config(p->yajl, yajl_allow_trailing_garbage, 1);
	return p;
}

void fio_parser_free(struct fio_parser *p)
{
	if (!p)
		return;
	yajl_free(p->yajl);
	free(p->option);
	fio_job_free(&p->job);
	fio_output_free(&p->out);
	free(p);
}

enum fio_parse fio_parser_feed(struct fio_parser *p, char *data, size_t len, unsigned line,
			       bool last, size_t *used)
{
	size_t ready = json_words_mend(&p->words, data, len, last);
	yajl_status status;
	const char *start;

	p->piece = p->counted = data;
	p->counted_line = line;
	status = yajl_parse(p->yajl, (const unsigned char *)data, ready);
	*used = ready;
	if (status == yajl_status_ok && p->done) {
		*used = yajl_get_bytes_consumed(p->yajl);
		return FIO_PARSE_DONE;
	}
	p->bytes_idle = p->event ? 0 : p->bytes_idle + ready;
	p->event = false;
	/* yajl keeps a word whole until it ends. */
	if (p->bytes_idle > TOKEN) {
		snprintf(p->error, sizeof(p->error), "a word longer than %d bytes", TOKEN);
		p->error_line = line;
		return FIO_PARSE_ERROR;
	}
	if (status == yajl_status_ok)
		return FIO_PARSE_MORE;
	if (!p->error[0])
		json_yajl_error(p->yajl, data, ready, p->error, sizeof(p->error));
	*used = yajl_get_bytes_consumed(p->yajl);
	p->error_line = line + (unsigned)input_count_lines(data, *used);
	start = *used ? memrchr(data, '\n', *used - 1) : NULL;
	*used = start ? (size_t)(start + 1 - data) : 0;
	return FIO_PARSE_ERROR;
}

unsigned fio_parser_error_line(const struct fio_parser *p)
{
	return p->error_line;
}

const char *fio_parser_error(const struct fio_parser *p)
{
	return p->error;
}

const struct fio_output *fio_parser_output(const struct fio_parser *p)
{
	return &p->out;
}

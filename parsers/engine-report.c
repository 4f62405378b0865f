/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Report lines of our engines, single and summed. Where they come from and
 * where they go is read-engine.c's.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "engine-report.h"
#include "text.h"

static void take_latencies(struct report_line *r, const struct json *all, struct table *t)
{
	if (!all || all->type != JSON_OBJECT)
		return;
	for (const struct json *m = all->first; m; m = m->next) {
		struct report_latency *l = &r->latencies[r->nlatencies];
		double n = json_number(m, "n", NAN);

		if (r->nlatencies == REPORT_LATENCIES || !(n > 0))
			continue;
		*l = (struct report_latency){
			.name = table_str(t, m->key),
			.n = n,
			.mean = json_number(m, "mean", NAN),
			.max = json_number(m, "max", NAN),
			.p50 = json_number(m, "p50", NAN),
			.p99 = json_number(m, "p99", NAN),
			.p999 = json_number(m, "p99.9", NAN),
		};
		r->nlatencies++;
	}
}

const char *report_from_json(struct report_line *r, const struct json *j, struct table *t)
{
	const struct json *errors = json_get(j, "errors");

	*r = (struct report_line){
		.engine = table_str(t, json_string(j, "platter-engine")),
		.fio = table_str(t, json_string(j, "fio")),
		.job = table_str(t, json_string(j, "job")),
		.op = table_str(t, json_string(j, "op")),
		.group = text_int(json_number(j, "group", -1), -1),
		.jobnum = text_int(json_number(j, "jobnum", 0), 0),
		.files = json_number(j, "files", NAN),
		.start_ns = json_number(j, "start_ns", NAN),
		.end_ns = json_number(j, "end_ns", NAN),
		.cpu_ns = json_number(j, "cpu_us_per_op", NAN) * 1000,
		.error = json_number(j, "error", 0),
		.siblings = 1,
	};
	if (!r->engine || !*r->engine)
		return "'platter-engine' is no name";
	if (!r->job)
		return "no 'job'";
	if (!r->op || !*r->op)
		return "no 'op'";
	if (!(r->files >= 0))
		return "no 'files'";
	if (isnan(r->start_ns) || isnan(r->end_ns))
		return "no 'start_ns' and 'end_ns'";
	if (errors && errors->type == JSON_ARRAY && errors->first)
		r->errors = errors;
	take_latencies(r, json_get(j, "latency_ns"), t);
	return NULL;
}

static double weighted(double a, double n, double b, double m)
{
	if (isnan(a) || n == 0)
		return b;
	if (isnan(b) || m == 0)
		return a;
	return (a * n + b * m) / (n + m);
}

static void merge_latency(struct report_line *sum, const struct report_latency *l)
{
	size_t i = 0;

	while (i < sum->nlatencies && sum->latencies[i].name != l->name)
		i++;
	if (i == REPORT_LATENCIES)
		return;
	if (i == sum->nlatencies) {
		sum->latencies[sum->nlatencies++] = *l;
	} else {
		struct report_latency *to = &sum->latencies[i];

		to->mean = weighted(to->mean, to->n, l->mean, l->n);
		to->max = fmax(to->max, l->max);
		to->n += l->n;
	}
}

static void merge(struct report_line *sum, const struct report_line *r)
{
	sum->cpu_ns = weighted(sum->cpu_ns, sum->files, r->cpu_ns, r->files);
	sum->files += r->files;
	/* A job that did nothing has no first and last operation. */
	if (r->end_ns > r->start_ns && sum->end_ns > sum->start_ns) {
		sum->start_ns = fmin(sum->start_ns, r->start_ns);
		sum->end_ns = fmax(sum->end_ns, r->end_ns);
	} else if (r->end_ns > r->start_ns) {
		sum->start_ns = r->start_ns;
		sum->end_ns = r->end_ns;
	}
	if (sum->error == 0)
		sum->error = r->error;
	for (size_t i = 0; i < r->nlatencies; i++)
		merge_latency(sum, &r->latencies[i]);
	for (size_t i = 0; i < sum->nlatencies; i++)
		sum->latencies[i].p50 = sum->latencies[i].p99 = sum->latencies[i].p999 = NAN;
	sum->siblings++;
}

/* -1, 0, 1 as a is less than, equal to or greater than b. */
#define ORDER(a, b) (((a) > (b)) - ((a) < (b)))

/* By process: interned names compare by address. */
static int by_process(const struct report_line *a, const struct report_line *b)
{
	int cmp = ORDER((uintptr_t)a->engine, (uintptr_t)b->engine);

	cmp = cmp ? cmp : ORDER((uintptr_t)a->job, (uintptr_t)b->job);
	cmp = cmp ? cmp : ORDER(a->group, b->group);
	return cmp ? cmp : ORDER(a->jobnum, b->jobnum);
}

static int by_time(const void *x, const void *y)
{
	const struct report_line *a = x, *b = y;
	int cmp = by_process(a, b);

	cmp = cmp ? cmp : ORDER(a->start_ns, b->start_ns);
	cmp = cmp ? cmp : ORDER(a->end_ns, b->end_ns);
	return cmp ? cmp : ORDER(a->line, b->line);
}

static int by_repeat(const void *x, const void *y)
{
	int cmp = by_process(x, y);

	return cmp ? cmp :
		     ORDER(((const struct report_line *)x)->line,
			   ((const struct report_line *)y)->line);
}

static int by_job(const struct report_line *a, const struct report_line *b)
{
	int cmp = ORDER((uintptr_t)a->engine, (uintptr_t)b->engine);

	cmp = cmp ? cmp : ORDER((uintptr_t)a->job, (uintptr_t)b->job);
	cmp = cmp ? cmp : ORDER((uintptr_t)a->op, (uintptr_t)b->op);
	cmp = cmp ? cmp : ORDER(a->group, b->group);
	return cmp ? cmp : ORDER(a->occurrence, b->occurrence);
}

static int by_job_and_line(const void *x, const void *y)
{
	int cmp = by_job(x, y);

	return cmp ? cmp :
		     ORDER(((const struct report_line *)x)->line,
			   ((const struct report_line *)y)->line);
}

static int by_line(const void *x, const void *y)
{
	return ORDER(((const struct report_line *)x)->line, ((const struct report_line *)y)->line);
}

size_t report_sum(struct report_line *v, size_t n)
{
	size_t kept = 0;

	if (!n)
		return 0;
	qsort(v, n, sizeof(*v), by_time);
	for (size_t i = 0; i < n; i++)
		if (!i || by_process(&v[kept - 1], &v[i]) ||
		    v[kept - 1].start_ns != v[i].start_ns || v[kept - 1].end_ns != v[i].end_ns)
			v[kept++] = v[i];
	n = kept;
	qsort(v, n, sizeof(*v), by_repeat);
	for (size_t i = 0; i < n; i++)
		v[i].occurrence = i && !by_process(&v[i - 1], &v[i]) ? v[i - 1].occurrence + 1 : 0;
	qsort(v, n, sizeof(*v), by_job_and_line);
	kept = 0;
	for (size_t i = 0; i < n; i++) {
		if (kept && !by_job(&v[kept - 1], &v[i]))
			merge(&v[kept - 1], &v[i]);
		else
			v[kept++] = v[i];
	}
	qsort(v, kept, sizeof(*v), by_line);
	return kept;
}

double report_seconds(const struct report_line *r)
{
	return (r->end_ns - r->start_ns) / 1e9;
}

double report_rate(const struct report_line *r)
{
	double s = report_seconds(r);

	return s > 0 ? r->files / s : NAN;
}

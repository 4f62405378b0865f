/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A settled fio job as observations: one for each number fio measured.
 * Numbers that are missing give none; fio's own zeros for directions that did
 * nothing give none either.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fio-emit.h"
#include "text.h"

struct emit {
	struct table *t;
	struct observation o;
	const char *dir; /* "read" */
	size_t added;
};

static void add(struct emit *e, enum metric metric, const char *stat, double value)
{
	if (isnan(value))
		return;
	e->o.metric = metric;
	e->o.stat = table_str(e->t, stat);
	e->o.value = value;
	table_add(e->t, &e->o);
	e->added++;
}

static void native(struct emit *e, const char *what)
{
	char name[64];

	snprintf(name, sizeof(name), "%s/%s", e->dir, what);
	e->o.native = table_str(e->t, name);
}

/* What our engines report themselves more exactly goes by the engine's name. */
static void engine_native(struct emit *e, const struct fio_work *w, const char *what)
{
	char name[64];

	snprintf(name, sizeof(name), "%s/%s", w->engine, what);
	e->o.native = table_str(e->t, name);
}

static void latency(struct emit *e, const struct fio_latency *l, const char *what)
{
	char samples[32];

	if (!l->measured)
		return;
	native(e, what);
	add(e, METRIC_LATENCY, "mean", l->mean);
	add(e, METRIC_LATENCY, "min", l->min);
	add(e, METRIC_LATENCY, "max", l->max);
	add(e, METRIC_LATENCY, "stddev", l->stddev);
	for (size_t i = 0; i < l->npercentiles; i++) {
		char stat[32];

		snprintf(stat, sizeof(stat), "p%.9g", l->percentiles[i].percent);
		add(e, METRIC_LATENCY, stat, l->percentiles[i].value);
	}
	snprintf(samples, sizeof(samples), "%s_samples", what);
	native(e, samples);
	add(e, METRIC_COUNT, "mean", l->samples);
}

/* fio's clock counts whole ms: I/O in 0 ms has no rate, and fio prints 0. */
static void too_fast(struct emit *e, enum metric metric)
{
	e->o.metric = metric;
	e->o.stat = table_str(e->t, "mean");
	e->o.value = NAN;
	e->o.flags |= FLAG_TOO_FAST;
	table_add(e->t, &e->o);
	e->o.flags &= ~(unsigned)FLAG_TOO_FAST;
	e->added++;
}

static void direction(struct emit *e, const struct fio_direction *d, const struct fio_work *w)
{
	/* Not for a failed job, which may have stopped before it began. */
	bool fast = d->runtime == 0 && !(e->o.flags & FLAG_FAILED);

	if (!w->metadata) {
		native(e, "bw");
		if (fast)
			too_fast(e, METRIC_THROUGHPUT);
		else
			add(e, METRIC_THROUGHPUT, "mean", d->bw_bytes);
		add(e, METRIC_THROUGHPUT, "min", d->bw_min);
		add(e, METRIC_THROUGHPUT, "max", d->bw_max);
		add(e, METRIC_THROUGHPUT, "stddev", d->bw_dev);
	}
	if (w->metadata)
		engine_native(e, w, "rate");
	else
		native(e, "iops");
	if (fast)
		too_fast(e, METRIC_RATE);
	else
		add(e, METRIC_RATE, "mean", d->iops);
	if (!w->metadata) {
		add(e, METRIC_RATE, "min", d->iops_min);
		add(e, METRIC_RATE, "max", d->iops_max);
		add(e, METRIC_RATE, "stddev", d->iops_stddev);
		native(e, "runtime");
	} else {
		engine_native(e, w, "time");
	}
	if (d->runtime > 0)
		add(e, METRIC_TIME, "mean", d->runtime / 1000);
	native(e, "total_ios");
	add(e, METRIC_COUNT, "mean", d->total_ios);
	if (!w->metadata) {
		native(e, "io_bytes");
		add(e, METRIC_COUNT, "mean", d->io_bytes);
	}
	latency(e, &d->lat[FIO_SLAT], "slat");
	latency(e, &d->lat[FIO_CLAT], "clat");
	latency(e, &d->lat[FIO_LAT], "lat");
}

size_t fio_emit(struct table *t, const struct observation *base, const struct fio_job *j,
		const struct fio_work *w)
{
	static const char *const names[FIO_DIRS] = { "read", "write", "trim", "mixed" };
	struct emit e = { .t = t, .o = *base };
	int active = 0, only = w->main;

	e.o.job = table_str(t, j->jobname);
	e.o.group = text_int(j->groupid, -1);
	e.o.params = w->params;
	e.o.pattern = w->pattern;
	if (j->error > 0)
		e.o.flags |= FLAG_FAILED;
	for (int i = 0; i < FIO_DIRS; i++) {
		if (!j->dir[i].active)
			continue;
		active++;
		only = i;
		e.dir = names[i];
		e.o.op = w->op[i];
		direction(&e, &j->dir[i], w);
	}
	if (!active && j->error > 0) {
		/* It failed before it did anything: that is a result too. */
		e.o.op = w->op[w->main];
		e.dir = names[w->main];
		if (w->metadata)
			engine_native(&e, w, "rate");
		else
			native(&e, "iops");
		e.o.metric = METRIC_RATE;
		e.o.stat = table_str(t, "mean");
		e.o.value = NAN;
		table_add(t, &e.o);
		return 1;
	}
	if (!active)
		return 0;
	e.o.op = active == 1 ? w->op[only] : w->op[FIO_MIXED];
	e.o.native = table_str(t, "usr_cpu");
	add(&e, METRIC_CPU, "mean", j->usr_cpu);
	e.o.native = table_str(t, "sys_cpu");
	add(&e, METRIC_CPU, "mean", j->sys_cpu);
	if (j->sync_ios > 0) {
		e.dir = "sync";
		e.o.op = table_str(t, "sync");
		e.o.pattern = NULL;
		native(&e, "total_ios");
		add(&e, METRIC_COUNT, "mean", j->sync_ios);
		latency(&e, &j->sync_lat, "lat");
	}
	return e.added;
}

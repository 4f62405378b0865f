/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * One fio job: units, sentinels, failed I/Os, and the sum of siblings. Knows
 * neither JSON nor the result model.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "fio-job.h"

static void latency_init(struct fio_latency *l)
{
	l->min = l->max = l->mean = l->stddev = l->samples = l->weight = NAN;
	l->measured = false;
	l->npercentiles = 0;
}

static void direction_init(struct fio_direction *d)
{
	d->active = false;
	d->io_bytes = d->io_kbytes = d->bw = d->bw_bytes = d->iops = d->runtime = NAN;
	d->total_ios = d->bw_min = d->bw_max = d->bw_dev = d->bw_samples = NAN;
	d->iops_min = d->iops_max = d->iops_stddev = d->iops_samples = NAN;
	for (int i = 0; i < FIO_LATS; i++)
		latency_init(&d->lat[i]);
}

void fio_job_init(struct fio_job *j)
{
	char *options = j->options.text;
	size_t cap = j->options.cap;

	memset(j, 0, offsetof(struct fio_job, dir));
	j->options.text = options;
	j->options.cap = cap;
	j->port = j->groupid = j->error = j->total_err = j->first_error = NAN;
	j->job_start = j->usr_cpu = j->sys_cpu = j->steady_attained = NAN;
	for (int i = 0; i < FIO_DIRS; i++)
		direction_init(&j->dir[i]);
	latency_init(&j->sync_lat);
	j->sync_ios = NAN;
	j->siblings = j->hosts = 1;
}

void fio_job_free(struct fio_job *j)
{
	free(j->jobname);
	free(j->hostname);
	free(j->options.text);
	j->jobname = j->hostname = NULL;
	j->options = (struct fio_options){ 0 };
}

void fio_output_free(struct fio_output *out)
{
	free(out->version);
	free(out->globals.text);
	*out = (struct fio_output){ 0 };
}

void fio_options_add(struct fio_options *o, const char *key, const char *value)
{
	size_t k = strlen(key) + 1, v = strlen(value) + 1;

	xgrow(&o->text, &o->cap, o->len + k + v, 1);
	memcpy(o->text + o->len, key, k);
	memcpy(o->text + o->len + k, value, v);
	o->len += k + v;
}

bool fio_options_next(const struct fio_options *o, size_t *at, const char **key, const char **value)
{
	if (!o->text || *at >= o->len)
		return false;
	*key = o->text + *at;
	*value = *key + strlen(*key) + 1;
	*at = (size_t)(*value - o->text) + strlen(*value) + 1;
	return true;
}

const char *fio_options_get(const struct fio_options *o, const char *key)
{
	const char *found = NULL, *k, *v;

	for (size_t at = 0; fio_options_next(o, &at, &k, &v);)
		if (!strcmp(k, key))
			found = v;
	return found;
}

void fio_options_copy(struct fio_options *to, const struct fio_options *from)
{
	*to = (struct fio_options){ 0 };
	if (!from->len)
		return;
	xgrow(&to->text, &to->cap, from->len, 1);
	memcpy(to->text, from->text, from->len);
	to->len = from->len;
}

void fio_job_copy(struct fio_job *to, const struct fio_job *from)
{
	*to = *from;
	to->jobname = from->jobname ? xstrdup(from->jobname) : NULL;
	to->hostname = from->hostname ? xstrdup(from->hostname) : NULL;
	fio_options_copy(&to->options, &from->options);
}

/* fio starts minima at the largest number of the type (stat.c) and prints that, or a rounded
 * double of it, where nothing was sampled. */
static double no_sentinel(double v)
{
	return v >= 9.2e18 ? NAN : v;
}

static bool positive(double v)
{
	return isfinite(v) && v > 0;
}

static void settle_latency(struct fio_latency *l)
{
	l->min = no_sentinel(l->min);
	l->max = no_sentinel(l->max);
	l->mean = no_sentinel(l->mean);
	l->stddev = no_sentinel(l->stddev);
	if (l->min > l->max)
		l->min = NAN;
	if (!isnan(l->samples))
		l->measured = l->samples > 0;
	else
		l->measured = positive(l->max) || positive(l->mean);
}

static void settle_direction(struct fio_direction *d)
{
	/* io_bytes was KiB up to 2.20; io_kbytes came when it became bytes. */
	if (isnan(d->io_kbytes))
		d->io_bytes *= 1024;
	if (isnan(d->bw_bytes))
		d->bw_bytes = d->bw * 1024;
	d->bw_bytes = no_sentinel(d->bw_bytes);
	d->iops = no_sentinel(d->iops);
	for (int i = 0; i < FIO_LATS; i++)
		settle_latency(&d->lat[i]);
	d->active = positive(d->total_ios) || positive(d->io_bytes) || positive(d->runtime) ||
		    positive(d->iops);
	if (d->bw_samples == 0 || !positive(d->bw_max))
		d->bw_min = d->bw_max = d->bw_dev = NAN;
	d->bw_min = no_sentinel(d->bw_min) * 1024;
	d->bw_max *= 1024;
	d->bw_dev *= 1024;
	if (d->bw_min > d->bw_max)
		d->bw_min = NAN;
	if (d->iops_samples == 0 || !positive(d->iops_max))
		d->iops_min = d->iops_max = d->iops_stddev = NAN;
	if (d->iops_min > d->iops_max)
		d->iops_min = NAN;
}

/* Failed I/Os of one direction: those issued that never completed. */
static double not_completed(const struct fio_direction *d)
{
	const struct fio_latency *l = &d->lat[FIO_CLAT];

	if (!l->measured)
		l = &d->lat[FIO_LAT];
	return isnan(l->samples) ? NAN : d->total_ios - l->samples;
}

static void take_out(struct fio_direction *d, double failed)
{
	if (positive(d->total_ios) && failed > 0)
		d->iops *= fmax(0, d->total_ios - failed) / d->total_ios;
}

/* fio counts an I/O that failed as one of its IOPS; total_err says how many did, for all
 * directions together. */
static bool take_errors_out(struct fio_job *j)
{
	double ios = 0, lost = 0;
	int active = 0;

	if (!positive(j->total_err))
		return true;
	for (int i = 0; i < FIO_MIXED; i++) {
		if (!j->dir[i].active)
			continue;
		active++;
		ios += j->dir[i].total_ios;
		lost += not_completed(&j->dir[i]);
	}
	/* The mixed section is all of them together. */
	take_out(&j->dir[FIO_MIXED], j->total_err);
	for (int i = 0; i < FIO_MIXED; i++) {
		struct fio_direction *d = &j->dir[i];

		if (!d->active)
			continue;
		if (active == 1)
			take_out(d, j->total_err);
		else if (lost == j->total_err)
			take_out(d, not_completed(d));
		else if (positive(ios))
			take_out(d, j->total_err * d->total_ios / ios);
	}
	return active < 2 || lost == j->total_err;
}

bool fio_job_settle(struct fio_job *j)
{
	for (int i = 0; i < FIO_DIRS; i++)
		settle_direction(&j->dir[i]);
	settle_latency(&j->sync_lat);
	return take_errors_out(j);
}

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

bool fio_job_same(const struct fio_job *a, const struct fio_job *b)
{
	return same_text(a->jobname, b->jobname) &&
	       (a->groupid == b->groupid || (isnan(a->groupid) && isnan(b->groupid))) &&
	       a->options.len == b->options.len &&
	       (!a->options.len || !memcmp(a->options.text, b->options.text, a->options.len));
}

/* a + b where one may be missing; missing if both are. */
static double plus(double a, double b)
{
	return isnan(a) ? b : isnan(b) ? a : a + b;
}

static double weight_of(const struct fio_latency *l, double ios)
{
	if (!isnan(l->weight))
		return l->weight;
	return isnan(l->samples) ? ios : l->samples;
}

/* ios: I/Os of the jobs, which stand in for the samples that 2.x does not print. */
static void merge_latency(struct fio_latency *sum, const struct fio_latency *l, double sum_ios,
			  double ios)
{
	double n = weight_of(sum, sum_ios), m = weight_of(l, ios);
	double delta, mean, squares;

	sum->npercentiles = 0;
	if (!l->measured)
		return;
	if (!sum->measured) {
		*sum = *l;
		sum->weight = m;
		sum->npercentiles = 0;
		return;
	}
	sum->min = fmin(sum->min, l->min);
	sum->max = fmax(sum->max, l->max);
	/* Chan, Golub and LeVeque (1979), on sample variances as fio prints them. */
	delta = l->mean - sum->mean;
	mean = (n * sum->mean + m * l->mean) / (n + m);
	squares = (n - 1) * sum->stddev * sum->stddev + (m - 1) * l->stddev * l->stddev +
		  delta * delta * n * m / (n + m);
	sum->mean = mean;
	sum->stddev = sqrt(squares / (n + m - 1));
	sum->weight = n + m;
	sum->samples += l->samples;
}

/* I/Os of a direction: counted, or by its rate in 2.x. */
static double ios_of(const struct fio_direction *d)
{
	return isnan(d->total_ios) ? d->iops * d->runtime / 1000 : d->total_ios;
}

static void merge_direction(struct fio_direction *sum, const struct fio_direction *d)
{
	if (!d->active)
		return;
	if (!sum->active) {
		*sum = *d;
		for (int i = 0; i < FIO_LATS; i++)
			sum->lat[i].npercentiles = 0;
	} else {
		for (int i = 0; i < FIO_LATS; i++)
			merge_latency(&sum->lat[i], &d->lat[i], ios_of(sum), ios_of(d));
		sum->io_bytes = plus(sum->io_bytes, d->io_bytes);
		sum->total_ios = plus(sum->total_ios, d->total_ios);
		sum->bw_bytes += d->bw_bytes;
		sum->iops += d->iops;
		/* A sibling that was too fast for fio's clock has no rate: neither has the sum. */
		if (!positive(sum->runtime) || !positive(d->runtime))
			sum->runtime = 0;
		else
			sum->runtime = fmax(sum->runtime, d->runtime);
	}
	sum->bw_min = sum->bw_max = sum->bw_dev = NAN;
	sum->iops_min = sum->iops_max = sum->iops_stddev = NAN;
}

void fio_job_merge(struct fio_job *sum, const struct fio_job *j)
{
	double n = (double)sum->siblings;

	if (!positive(sum->error) && positive(j->error))
		sum->error = j->error;
	sum->total_err = plus(sum->total_err, j->total_err);
	sum->usr_cpu = (sum->usr_cpu * n + j->usr_cpu) / (n + 1);
	sum->sys_cpu = (sum->sys_cpu * n + j->sys_cpu) / (n + 1);
	if (!isnan(j->steady_attained))
		sum->steady_attained = fmin(sum->steady_attained, j->steady_attained);
	for (int i = 0; i < FIO_DIRS; i++)
		merge_direction(&sum->dir[i], &j->dir[i]);
	merge_latency(&sum->sync_lat, &j->sync_lat, sum->sync_ios, j->sync_ios);
	sum->sync_ios = plus(sum->sync_ios, j->sync_ios);
	sum->siblings++;
}

unsigned long fio_job_fingerprint(const struct fio_job *j)
{
	uint64_t h = HASH_SEED;

	for (int i = 0; i < FIO_DIRS; i++) {
		const struct fio_direction *d = &j->dir[i];
		const double v[] = {
			d->io_bytes,	     d->bw_bytes,	   d->iops,
			d->runtime,	     d->lat[FIO_CLAT].max, d->lat[FIO_CLAT].mean,
			d->lat[FIO_LAT].max, d->lat[FIO_LAT].mean
		};

		h = hash_bytes(h, v, sizeof(v));
	}
	return (unsigned long)hash_bytes(h, &j->usr_cpu, sizeof(j->usr_cpu));
}

/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Snapshots of one run (--status-interval) against runs of their own.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "fio-snapshot.h"

void fio_snapshot_free(struct fio_snapshot *s)
{
	free(s->version);
	free(s->jobname);
	free(s->options.text);
	*s = (struct fio_snapshot){ 0 };
}

struct fio_snapshot fio_snapshot(const struct fio_output *out, const struct fio_job *j)
{
	struct fio_snapshot s = {
		.seen = true,
		.version = out->version ? xstrdup(out->version) : NULL,
		.jobname = j->jobname ? xstrdup(j->jobname) : NULL,
		.timestamp_ms = out->timestamp_ms,
		.job_start = j->job_start,
		.fingerprint = fio_job_fingerprint(j),
		.failed = j->error > 0,
	};

	fio_options_copy(&s.options, &j->options);
	if (isnan(s.timestamp_ms)) {
		s.timestamp_ms = out->timestamp * 1000;
		s.whole_seconds = true;
	}
	for (int i = 0; i < FIO_DIRS; i++) {
		const struct fio_direction *d = &j->dir[i];

		if (!d->active)
			continue;
		s.runtime = fmax(s.runtime, d->runtime);
		s.ios += isnan(d->total_ios) ? d->io_bytes : d->total_ios;
	}
	return s;
}

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

/* Snapshots are cumulative: either nothing changed in the first job, or it went on by as much as the
 * clock did. A run of its own begins after the one before ended and counts from zero. */
bool fio_snapshot_follows(const struct fio_snapshot *before, const struct fio_snapshot *now)
{
	double clock = now->timestamp_ms - before->timestamp_ms;
	double ran = now->runtime - before->runtime;
	double slack = now->whole_seconds ? 1100 : 300;

	if (!before->seen || !same_text(before->version, now->version) ||
	    !same_text(before->jobname, now->jobname) || before->options.len != now->options.len ||
	    (now->options.len && memcmp(before->options.text, now->options.text, now->options.len)))
		return false;
	/* 3.36 and later say when the job began; 0 where it has not. */
	if (now->job_start > 0 && before->job_start > 0)
		return now->job_start == before->job_start;
	if (now->fingerprint == before->fingerprint)
		return true;
	/* It had not begun. */
	if (!before->failed && before->runtime == 0 && before->ios == 0)
		return true;
	if (ran <= 0 || now->ios <= before->ios)
		return false;
	/* 2.1 prints no time of day. */
	if (isnan(clock))
		return ran >= 100;
	return fabs(clock - ran) <= slack;
}

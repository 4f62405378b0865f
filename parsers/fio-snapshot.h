/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * fio --status-interval prints whole JSON objects one after another, each
 * with everything since the start. Tells such snapshots of one run from
 * separate runs in one file, by the first job.
 */
#ifndef PLATTER_FIO_SNAPSHOT_H
#define PLATTER_FIO_SNAPSHOT_H

#include "fio-job.h"

struct fio_snapshot {
	bool seen;
	bool failed;
	char *version;
	struct fio_options options;
	char *jobname;
	double timestamp_ms; /* when it was printed */
	bool whole_seconds;
	double job_start;
	double runtime; /* ms, of the direction that took longest */
	double ios;	/* or bytes, where fio does not count I/Os */
	unsigned long fingerprint;
};

/* Of the first (settled) job of an object. */
struct fio_snapshot fio_snapshot(const struct fio_output *out, const struct fio_job *j);
void fio_snapshot_free(struct fio_snapshot *s);
/* Whether `now` is a later (or the final) snapshot of the run that `before` shows. */
bool fio_snapshot_follows(const struct fio_snapshot *before, const struct fio_snapshot *now);

#endif

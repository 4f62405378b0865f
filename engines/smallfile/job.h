/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A job before and after its operations: what it opens and checks, its clocks, and whether it
 * was stopped.
 */
#ifndef SMALLFILE_JOB_H
#define SMALLFILE_JOB_H

#include "smallfile.h"

/* A job that has done nothing yet, in setup; NULL if there is no memory. */
struct sf_job *sf_job_new(struct thread_data *td, const struct sf_conf *c);

/*
 * All that comes before the first operation and is not timed: directories, count_file, cleanup's
 * check, what list and order need, drop_caches. Returns 0 or an errno, reported.
 */
int sf_job_start(struct sf_job *j);

/* Clocks and counters begin, at the first operation that counts. */
void sf_job_stats_start(struct sf_job *j, const struct io_u *io_u);

/*
 * The clocks stand: at the end of the last pass, or where the job was at work last if it ended
 * within one; then what sync_file=end and sync_dir=end ask for is done and timed here.
 */
void sf_job_stats_end(struct sf_job *j);

/*
 * True if the job was stopped before its end by a signal or another job's error: not by
 * runtime=, steady state or exitall.
 */
bool sf_job_stopped(const struct sf_job *j);

/* Closes and frees all but the conf. */
void sf_job_free(struct sf_job *j);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What the jobs of one fio run know of each other: for each root the jobs that use it, and
 * which of them are done; for each count_file whether one has begun it. In memory shared by
 * threads and forked processes, made in setup (in the parent, before any job starts). The last
 * job out of a root does what must be done once (tidy.h). fio calls cleanup only for jobs that
 * started: one that never will, because the run was stopped, counts as done; and when a job
 * was killed, the parent does it at exit.
 */
#ifndef SMALLFILE_SHARED_H
#define SMALLFILE_SHARED_H

#include <pthread.h>

#include "smallfile.h"

struct sf_member {
	const struct sf_conf *conf;
	bool ran;    /* its init succeeded */
	bool out;    /* its cleanup was called */
	bool failed; /* it ended with an error, or was stopped */
};

struct sf_root {
	pthread_mutex_t lock;
	struct sf_root *next;
	bool made;    /* this run made the directory */
	bool checked; /* nothing that cleanup= would remove was there before */
	bool refused; /* something was: nothing is removed */
	bool tidied;
	unsigned int count;
	struct sf_member member[REAL_MAX_JOBS];
};

/* Enters a job into its root and its count_file; called in setup. False: out of memory, said. */
bool sf_shared_join(struct sf_conf *c);

/* Marks the job as running; called in init. */
void sf_shared_ran(const struct sf_conf *c);

/* Marks the job as done, and tidies the root if no other is left; called in cleanup. Returns 0
 * or an errno, said. */
int sf_shared_leave(const struct sf_conf *c, bool failed);

/* A number above all first-pass numbers of the root's jobs: how far apart passes are. */
uint64_t sf_root_stride(const struct sf_root *root);

/* True for the first caller of this fio run. */
bool sf_tally_first(struct sf_tally *tally);

void sf_root_lock(struct sf_root *root);
void sf_root_unlock(struct sf_root *root);

/* Frees a conf that never joined. */
void sf_conf_free(struct sf_conf *c);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Failures of a job: each errno is printed once, with operation and path, and counted; the
 * report has the counts. Decides nothing: whether the job goes on is fio's (continue_on_error)
 * and smallfile.c's affair.
 */
#ifndef SMALLFILE_FAIL_H
#define SMALLFILE_FAIL_H

#include <stdint.h>

#define SF_FAILURE_KINDS 8

struct sf_job;
struct sf_format;

/* All failures with one errno. */
struct sf_failure {
	int err;
	uint64_t count;
	const char *call; /* of the first */
	char *path;	  /* of the first, allocated */
};

struct sf_failures {
	uint64_t total;	 /* of all kinds, also those beyond SF_FAILURE_KINDS */
	uint64_t streak; /* operations failed in a row */
	unsigned int kinds;
	struct sf_failure kind[SF_FAILURE_KINDS];
};

/*
 * Counts a failure of the system call named call on path and prints
 *   smallfile: OP: CALL 'PATH': TEXT (job 'JOB')
 * if it is the first with this errno. text NULL: that of the errno. Returns err.
 */
int sf_fail(struct sf_job *j, const char *call, int err, const char *path, const char *text);

/* The same for the file with this number, in the job's name_format. */
int sf_fail_file(struct sf_job *j, const char *call, int err, uint64_t number);

/* The symbol of an errno, such as "ENOSPC", or "errno N" in a static buffer of the thread. */
const char *sf_errno_name(int err);

/* Frees the paths. */
void sf_failures_free(struct sf_failures *f);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What the last job out of a root does: removes what the run made (cleanup=), and the
 * directories that a phase of rm, delete or rmdir has emptied. Untimed. Removes nothing but
 * names that the run's own jobs would make: files by name_format with a number of a job that
 * makes or removes files, directories d0, d1, ... and job-0, job-1, ... that are empty, and the
 * root itself only where filename= names it.
 */
#ifndef SMALLFILE_TIDY_H
#define SMALLFILE_TIDY_H

#include "shared.h"

/* Under the root's lock, once, after its last job. Returns 0 or an errno, said. */
int sf_tidy(struct sf_root *root);

/*
 * Called in init of a job that makes files: with cleanup= asked for, a file that was there
 * before and has a name that would be removed is refused, unless a job of this run removes it
 * anyway. root_made: this job has just made the root. Returns 0 or an errno, said.
 */
int sf_tidy_check(const struct sf_conf *c, bool root_made);

#endif

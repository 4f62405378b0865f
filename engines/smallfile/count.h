/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * count_file: how many files each create (or mkdir) job really made, for the phases after it,
 * in the same fio or another. A text file, one line a job:
 *   first span made stride root
 * first and span (how many) are the numbers of the job's first pass, made counts over all its
 * passes, later passes lie stride further each; root is the rest of the line. A later line with the
 * same first and root replaces an earlier one.
 */
#ifndef SMALLFILE_COUNT_H
#define SMALLFILE_COUNT_H

#include "smallfile.h"

/*
 * Called in init of a job that makes files: empties the count_file if this job is the first of
 * this fio run to use it. Returns 0 or an errno, reported.
 */
int sf_count_begin(struct sf_job *j);

/* Adds the line of a job that has ended. Returns 0 or an errno, reported. */
int sf_count_write(struct sf_job *j);

/*
 * Sets segments and total of a job that takes the files of others: those the count_file knows
 * in the job's root, as far as their number in the first pass is the job's. No file at all is
 * an error. Returns 0 or an errno, reported.
 */
int sf_count_read(struct sf_job *j);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What a job says at its end: a line on stderr, and a JSON line in report_file= (its keys are
 * in smallfile(7), REPORT).
 */
#ifndef SMALLFILE_JOB_REPORT_H
#define SMALLFILE_JOB_REPORT_H

#include "smallfile.h"

/* Called once, when nothing is counted any more and td->error is final. */
void sf_report(struct sf_job *j);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * RESULT names: what a run calls a number in the lines it prints for Phoronix, and by which a
 * profile's results-definition.xml picks its rows.
 */
#ifndef PLATTER_RESULTS_NAME_H
#define PLATTER_RESULTS_NAME_H

#include <stdbool.h>

#include "model.h"

/*
 * "<job>_<what>" for an observation: what is seconds, rate, mbs (10^6 B/s), usr_cpu, sys_cpu, and for
 * a latency mean_us min_us max_us p50_us p99.9_us ... in microseconds; a latency other than that of
 * the operation (fio's clat) has its kind in front (slat_p99_us, open_p99_us). With WITH_OP
 * "<job>_<op>_<what>", for jobs that mix operations. Characters outside [A-Za-z0-9_.-] become '_'.
 * Returns NULL (else free) for what has no name: parts of a job, counts, and the spread, minimum and
 * maximum of sampled rates.
 */
char *result_name(const struct observation *o, bool with_op);

/* The number a RESULT line shows = value in the model's unit / this. */
double result_name_divide(enum metric metric);

#endif

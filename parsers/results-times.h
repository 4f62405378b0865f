/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Wall time of whole runs, where the runner noted it (condition "elapsed", seconds).
 */
#ifndef PLATTER_RESULTS_TIMES_H
#define PLATTER_RESULTS_TIMES_H

#include <stddef.h>

#include "group.h"
#include "model.h"

struct run_times; /* opaque */

struct run_times *run_times_make(const struct table *t);
void run_times_free(struct run_times *times);

/*
 * "s:s:s", two decimals, for the runs that count in G, in their order (free); NULL unless the time
 * of each of them is known.
 */
char *run_times_text(const struct run_times *times, const struct group *g);

#endif

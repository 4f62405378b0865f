/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Names for people: of a piece of work ("create, 10000 files of 1 KiB"), of
 * a metric ("latency p99"), of a whole table (suite and labels).
 */
#ifndef PLATTER_LABEL_H
#define PLATTER_LABEL_H

#include "model.h"

/* malloc'ed, never empty. */
char *label_work(const struct observation *o);
/* What of the parameters label_work() says already. */
bool label_says(const struct observation *o, const char *key);
/* Of one parameter: "runtime=10"; malloc'ed. */
char *label_param(const struct param *p);
/* "throughput", "latency p99"; `native`: add the tool's own name of it. malloc'ed. */
char *label_metric(const struct observation *o, bool native);
/* "small-files (lab: loopback, one machine)": suites and labels of all observations; NULL if
 * there are none. malloc'ed. */
char *label_title(const struct table *t);

#endif

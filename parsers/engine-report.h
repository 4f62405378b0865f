/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The report lines of our engines: one JSON line for each fio job process,
 * written at its end. One line, and the sum of the lines of numjobs siblings.
 */
#ifndef PLATTER_ENGINE_REPORT_H
#define PLATTER_ENGINE_REPORT_H

#include <stdbool.h>
#include <stddef.h>

#include "json.h"
#include "model.h"

#define REPORT_LATENCIES 8

struct report_latency {
	const char *name;      /* "open", "write", "close" */
	double n, mean, max;   /* ns */
	double p50, p99, p999; /* NAN for a sum: not known */
};

struct report_line {
	unsigned line;
	const char *engine, *fio, *job, *op;
	int group, jobnum;
	double files;		   /* operations that succeeded */
	double start_ns, end_ns;   /* CLOCK_MONOTONIC, the same for all jobs of a host */
	double cpu_ns;		   /* of one operation; NAN unknown */
	double error;		   /* errno of the job, 0 none */
	const struct json *errors; /* [{errno, name, count, path, func}], NULL none */
	size_t nlatencies;
	struct report_latency latencies[REPORT_LATENCIES];
	size_t siblings;     /* lines in a sum; 1 */
	unsigned occurrence; /* the same job again in one file: 0, 1, .. */
};

/* From a parsed line; strings are interned in t, errors stay the tree's. Returns NULL, or what is
 * missing or wrong. */
const char *report_from_json(struct report_line *r, const struct json *j, struct table *t);
/* The lines of one file in place as sums of siblings, one for each time a job ran, in the order of
 * their first lines; returns how many. A line that is there twice (from stderr and from the report
 * file) counts once. Files are summed, time is from the first start to the last end, means are
 * weighted. */
size_t report_sum(struct report_line *v, size_t n);
/* Seconds and operations a second; rate is NAN where no time passed. */
double report_seconds(const struct report_line *r);
double report_rate(const struct report_line *r);

#endif

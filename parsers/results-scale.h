/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Phoronix's scales ("Seconds", "MB/s", "Files/s": free text that names the unit of a result) and
 * the model's metrics, both ways.
 */
#ifndef PLATTER_RESULTS_SCALE_H
#define PLATTER_RESULTS_SCALE_H

#include "model.h"

struct scale {
	const char *name;
	enum metric metric;
	double divide; /* value in the scale = value in metric_unit(metric) / divide */
};

/*
 * What SCALE means. A scale that is not known, or whose metric goes the other way than PROPORTION
 * ("HIB", "LIB", else neither is held against it), is a METRIC_COUNT of 1. SI and binary prefixes
 * are taken at their word: MB/s is 1000000 B/s, MiB/s 1048576; so is KB/s, 1000.
 */
struct scale scale_find(const char *scale, const char *proportion);

/* The scale results of METRIC are written in where no profile says one. */
struct scale scale_of_metric(enum metric metric);

#endif

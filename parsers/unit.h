/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Units and digits for people: the unit in which a row's values read best,
 * and numbers in it.
 */
#ifndef PLATTER_UNIT_H
#define PLATTER_UNIT_H

#include "model.h"

struct unit {
	const char *name; /* "MiB/s" */
	double factor;	  /* model value / factor is the value in this unit */
};

/* For rows whose observation is o and whose values lie between least and most (not missing ones);
 * `throughput`: the --unit asked for, or NULL. */
struct unit unit_choose(const struct observation *o, double least, double most,
			const char *throughput);
/* NULL, or the unit of throughput by that name. */
const struct unit *unit_throughput(const char *name);
/* The number in the unit with four significant digits, more only before the point; malloc'ed. */
char *unit_format(const struct unit *u, double value);
/* The same without zeros at the end: for figures that are no measurements, like bounds. */
char *unit_format_short(const struct unit *u, double value);
/* Bytes as people name sizes: "4 KiB", "1536 B", "1 GiB"; malloc'ed. */
char *unit_size(double bytes);
/* The shortest decimal that reads back as the same double; buf of 32 bytes. Returns buf. */
const char *number_exact(char *buf, double value);

#endif

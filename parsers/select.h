/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Which observations a table for people shows. Unasked, what a storage
 * engineer wants first: throughput, rate, time where there is no throughput,
 * completion latency mean and p99. JSON and CSV always hold everything.
 */
#ifndef PLATTER_SELECT_H
#define PLATTER_SELECT_H

#include <stdbool.h>

#include "model.h"

struct selection {
	const char *
		keys; /* --metric, comma separated: NAME, NAME.STAT, NAME.all, STAT; NULL: default */
	bool all;     /* --all */
};

/* Whether o may be shown. What depends on the other metrics of the same work is
 * selection_needs()'s. */
bool selection_takes(const struct selection *s, const struct observation *o);

/* What a piece of work (one job, one operation) has among its observations. */
struct selection_work {
	bool throughput;
	bool clat;
};

void selection_note(struct selection_work *w, const struct observation *o);
/* Whether o, taken, is still shown given the rest of its work: lat only where there is no clat,
 * time only where there is no throughput (unless asked for). */
bool selection_needs(const struct selection *s, const struct selection_work *w,
		     const struct observation *o);
/* Whether the metric's name alone tells it from others shown (else the native name is added). */
bool selection_is_plain(const struct selection *s, const struct observation *o);

/* The first key of keys that no observation of t has, malloc'ed; NULL when each has some. */
char *selection_unknown(const struct selection *s, const struct table *t);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The Entry elements of a composite.xml: Value, RawString and JSON from a group, and back.
 */
#ifndef PLATTER_RESULTS_ENTRY_H
#define PLATTER_RESULTS_ENTRY_H

#include <stddef.h>

#include "group.h"
#include "results-rows.h"
#include "results-times.h"

/* The group that differs from G, one of GROUPS, only in its statistic, STAT, and has a value; or
 * NULL. */
const struct group *group_other_stat(const struct groups *groups, const struct group *g,
				     const char *stat);

struct entry_source {
	const struct groups *groups; /* all of them: a mean finds its minimum and maximum there */
	const struct run_times *times;
};

/*
 * Fills E in for group G of SOURCE. Value is the mean of the runs that count, RawString these runs,
 * both in the scale of the work's test (else of its metric). A group of bounds has platter-flags
 * "bound" with its interval as min-result and max-result; where nothing but the interval is known
 * Value is its upper end. Without a run that counts Value is empty and JSON says why ("error").
 */
void result_entry_make(struct result_entry *e, const struct entry_source *source,
		       const struct group *g);

/* What an Entry of a composite says; numbers in the scale of its Result. */
struct entry_json {
	double min, max;    /* NAN: not said; of all runs */
	unsigned int flags; /* of platter-flags */
	char *error;	    /* why there is no value, or NULL */
};

/*
 * Reads the text of an Entry's JSON, TEXT "" or NULL for none. Phoronix writes min-result and
 * max-result as a number or as text with ':' between the runs' numbers. Unknown members are
 * ignored. False when it is no JSON object: *json is then empty.
 */
bool entry_json_read(const char *text, struct entry_json *json);

#endif

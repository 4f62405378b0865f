/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Observations gathered into groups: one group is one work in one system,
 * its values the runs. Groups of the same work stand side by side in tables
 * and comparisons. Made once, between the readers and the writers.
 */
#ifndef PLATTER_GROUP_H
#define PLATTER_GROUP_H

#include <stdbool.h>
#include <stddef.h>

#include "model.h"
#include "stats.h"

struct group {
	struct observation first; /* its first observation: names, params, metric, test, labels */
	size_t work;		  /* index of the work; groups of the same work are neighbours */
	size_t system;		  /* index into systems */
	size_t n;		  /* values that count */
	const double *values;	  /* in the order of their run numbers */
	const unsigned *runs;	  /* run number of each value */
	size_t excluded;	  /* observations with a flag of FLAGS_NOT_AVERAGED */
	double shown;		  /* mean of values, else the last excluded value, else NAN */
	unsigned flags;		  /* of all observations, excluded ones too */
	double low;		  /* mean of the bounds, where every value is a bound; else NAN */
	double high;
	struct summary sum; /* of values */
};

struct groups {
	size_t n;
	struct group *v; /* by work in the order first seen, then system in input order */
	size_t nsystems;
	const char **systems; /* in input order */
	size_t nworks;
};

/* keep (may be NULL) chooses observations: return false to leave one out. */
struct groups *groups_make(const struct table *t,
			   bool (*keep)(const struct observation *o, void *arg), void *arg);
void groups_free(struct groups *g);
/* The group of a work in a system, or NULL. */
const struct group *groups_find(const struct groups *g, size_t work, size_t system);
/* Index of a system by name, or g->nsystems. */
size_t groups_system(const struct groups *g, const char *name);

#endif

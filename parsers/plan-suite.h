/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A suite written out: every run configuration that suites/SUITE/suite-definition.xml stands for, in
 * the order of the file, nested suites in their place, the same work once (as Phoronix does).
 * A processing instruction <?platter runs="3"?> sets the number of runs for our runner; Phoronix,
 * which has no such element, passes over it. In a nested suite it counts for nothing.
 */
#ifndef PLATTER_PLAN_SUITE_H
#define PLATTER_PLAN_SUITE_H

#include <stddef.h>

#include "profile.h"

struct plan_case {
	const struct profile *profile; /* owned by the plan */
	char *arguments;
	char *description;
};

struct plan {
	char *suite;	   /* its directory's name */
	char *title;	   /* its Title */
	unsigned int runs; /* of each case, by <?platter runs="N"?>; 0: the profile's TimesToRun */
	struct plan_case *cases;
	size_t n;
	struct profile **profiles; /* each profile once, in the order first used */
	size_t n_profiles;
	size_t cases_cap, profiles_cap;
};

/*
 * Reads SUITE: a name under SUITES_DIR, or a path (it holds a '/') of a suite's directory or its
 * suite-definition.xml; profiles are always those of SUITES_DIR/profiles. NULL with *err = one line
 * (free): an unknown suite or profile is answered with the list of what there is, a suite that holds
 * itself and a case that the profile's options cannot give are refused.
 */
struct plan *plan_read(const char *suites_dir, const char *suite, char **err);
void plan_free(struct plan *plan);

#endif

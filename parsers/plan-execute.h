/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Between plan-suite.c, which walks a suite, and plan-execute.c, which knows what one Execute of a
 * profile stands for.
 */
#ifndef PLATTER_PLAN_EXECUTE_H
#define PLATTER_PLAN_EXECUTE_H

#include <libxml/tree.h>
#include <stdbool.h>

#include "plan-suite.h"

struct plan_reading {
	struct plan *plan;
	const char *suites_dir;
	char **err; /* one line, set by the first failure */
};

/*
 * Adds to the plan what the element EXECUTE of the suite file PATH asks of profile NAME, which
 * exists. Cases the plan has already are not added again. False with *r->err set.
 */
bool plan_add_profile(struct plan_reading *r, const char *name, const xmlNode *execute,
		      const char *path);

#endif

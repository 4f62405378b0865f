/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The System elements of a composite.xml: what a configuration is called there and what is known of
 * it, from the conditions of its observations, and back.
 */
#ifndef PLATTER_RESULTS_SYSTEM_H
#define PLATTER_RESULTS_SYSTEM_H

#include <stddef.h>

#include "model.h"
#include "params.h"

/*
 * Identifiers for N system names: 1 to 128 characters, no '<', unique. Where every name is
 * "SYSTEM: CONFIG" with one ':' they stay (Phoronix then groups its graphs by SYSTEM), else no
 * identifier has a ':' at all. Returns N texts (system_identifiers_free).
 */
char **system_identifiers(const char *const *names, size_t n);
void system_identifiers_free(char **identifiers, size_t n);

struct system_text {
	char *hardware, *software; /* "Key: value, Key: value" */
	char *user, *timestamp;	   /* "" and "YYYY-MM-DD hh:mm:ss", NOW when the run does not say */
	char *notes;		   /* its labels and notes */
	char *json;		   /* or NULL when there is nothing to say */
};

/* Of the system that O was measured on. NOW: a text for a missing time. */
void system_describe(const struct observation *o, const char *now, struct system_text *text);
void system_text_free(struct system_text *text);

/*
 * The way back: conditions from the texts of a System element, any of which may be NULL. Known keys
 * get the names the runner uses (cpu, memory, device, os, kernel, filesystem, options, scheduler
 * ...), others their own in lower case with '-' for blanks; notes that begin with "lab: " are the
 * labels that are returned (NULL: none).
 */
const struct strlist *system_conditions(struct table *t, struct params_builder *b,
					const struct system_text *text);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Between read-composite.c, which walks a result file, and results-composite.c, which makes the
 * observations of one Entry.
 */
#ifndef PLATTER_RESULTS_COMPOSITE_H
#define PLATTER_RESULTS_COMPOSITE_H

#include <libxml/tree.h>

#include "reader.h"

struct composite_system {
	const char *name;
	unsigned int line;
	const struct params *conditions;
	const struct strlist *labels;
};

struct composite_key {
	char *text;
	unsigned int line;
};

struct composite {
	struct read_ctx *ctx;
	unsigned int line_offset;	  /* of the document in its file */
	const char *client;		  /* TestClient */
	struct composite_system *systems; /* sorted by name */
	size_t n_systems, systems_cap;
	struct composite_key *keys;
	size_t n_keys, keys_cap;
};

enum composite_format {
	COMPOSITE_BAR,	  /* Value is a number */
	COMPOSITE_SERIES, /* Value is a list with commas */
	COMPOSITE_OTHER,  /* pictures, passed or failed */
};

struct composite_result {
	struct test test; /* not interned; result is NULL */
	enum composite_format format;
	enum metric metric;
	const char *native; /* "TITLE: DESCRIPTION" */
};

/*
 * Adds the observations of the Entry NODE in LINE: one a run (RawString, else Value), with its bounds
 * or its minimum and maximum; for a series its mean, minimum and maximum, and with --parts its samples. An
 * empty Value is a failed observation and a warning. Returns 0, or -1 after read_fail(): an unknown
 * system, a Value that is no number.
 */
int composite_entry(struct composite *c, const struct composite_result *result, const xmlNode *node,
		    unsigned int line);

#endif

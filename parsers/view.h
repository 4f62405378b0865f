/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The table as people see it: which works and metrics, in which unit, with
 * how many digits, all of it UTF-8 text already. The writers for people
 * (text, markdown) lay it out and decide nothing.
 */
#ifndef PLATTER_VIEW_H
#define PLATTER_VIEW_H

#include <stdbool.h>
#include <stddef.h>

#include "group.h"
#include "select.h"

struct view_column {
	const char *name;
	const char *of; /* of a comparison: the base's name; else NULL. Lives as long as the table */
	bool right;	/* numbers */
};

enum view_tone { TONE_PLAIN, TONE_GOOD, TONE_BAD, TONE_ALERT };

struct view_row {
	char **cells;	       /* one for each column; "" for nothing */
	enum view_tone *tones; /* one for each column */
	size_t nrepeats;       /* so many of the first cells are those of the row above */
};

struct view {
	size_t ncolumns;
	struct view_column *columns;
	size_t nrows;
	struct view_row *rows;
	size_t nnotes;
	char **notes; /* what the signs in the table mean, one sentence each */
};

struct view_options {
	const struct selection *selection;
	const char *unit;     /* --unit, for throughput; NULL: chosen */
	const char *baseline; /* --baseline: name of a system in the table; NULL */
};

struct view *view_make(const struct table *t, const struct view_options *options);
void view_free(struct view *v);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Output formats. A writer prints what it is given and computes nothing:
 * statistics, comparison, choice of rows and units are done before.
 * To add a format: one file write-NAME.c with a `const struct writer
 * writer_NAME`, one line in writers.c.
 */
#ifndef PLATTER_WRITER_H
#define PLATTER_WRITER_H

#include <stdbool.h>
#include <stdio.h>

#include "group.h"
#include "model.h"
#include "view.h"

struct report {
	struct table *table;	     /* every observation, run numbers and tests given */
	const struct groups *groups; /* all of them grouped, nothing left out; not for view, flat */
	const struct view *view;     /* rows chosen for people; only where writer->view is set */
	const char *title;	     /* suite and labels, or --title; NULL if nothing is known */
	const char *suites_dir;	     /* where profiles and suites are; NULL if not found */
	bool color;
	int width; /* of the terminal; 0: not a terminal, do not fold */
};

struct writer {
	const char *name;  /* for --format and `platter formats` */
	const char *title; /* one line for `platter formats` */
	bool view;	   /* wants report->view */
	bool flat;	   /* wants neither view nor groups: both are NULL */
	/* Returns 0, or -1 with a message for people in err (errsize bytes, NUL ended). Errors of
	 * out itself need no check: the caller looks at ferror() and fclose(). */
	int (*write)(FILE *out, const struct report *r, char *err, size_t errsize);
};

/* The table of formats; NULL ends it. */
extern const struct writer *const writers[];
const struct writer *writer_by_name(const char *name);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A table's warnings on standard error, one line each, not more of a kind or
 * of a file than anyone reads; the JSON has them all.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "warn.h"

#define LIMIT	    10 /* of one code */
#define FILE_ERRORS 3  /* of one file */

struct count {
	const char *code;
	size_t n;
};

static struct count *count_of(struct count **v, size_t *n, size_t *cap, const char *code)
{
	for (size_t i = 0; i < *n; i++)
		if ((*v)[i].code == code)
			return &(*v)[i];
	xgrow(v, cap, *n + 1, sizeof(**v));
	(*v)[*n] = (struct count){ .code = code };
	return &(*v)[(*n)++];
}

static void print(const struct warning *w)
{
	const char *what = w->severity == SEVERITY_ERROR ? "cannot read" : "warning:";

	if (w->line)
		error_line("%s '%s': line %u: %s", what, w->source, w->line, w->message);
	else
		error_line("%s '%s': %s", what, w->source, w->message);
}

/* Errors of the file being looked at; those of one file stand together. */
struct file_errors {
	const char *source;
	size_t n;
};

static void end_file(const struct file_errors *f)
{
	if (f->n > FILE_ERRORS)
		error_line("cannot read '%s': %zu more errors (-f json lists them)", f->source,
			   f->n - FILE_ERRORS);
}

static void print_error(struct file_errors *f, const struct warning *w)
{
	if (f->source != w->source) {
		end_file(f);
		*f = (struct file_errors){ .source = w->source };
	}
	if (f->n++ < FILE_ERRORS)
		print(w);
}

void warnings_print(const struct table *t)
{
	struct file_errors file = { 0 };
	struct count *counts = NULL;
	size_t n = 0, cap = 0, notes = 0;

	for (size_t i = 0; i < table_warnings(t); i++) {
		const struct warning *w = table_warning(t, i);
		struct count *c;

		if (w->severity == SEVERITY_NOTE) {
			notes++;
			continue;
		}
		if (w->severity == SEVERITY_ERROR) {
			print_error(&file, w);
			continue;
		}
		c = count_of(&counts, &n, &cap, w->code);
		if (c->n++ < LIMIT)
			print(w);
	}
	end_file(&file);
	for (size_t i = 0; i < n; i++)
		if (counts[i].n > LIMIT)
			error_line("warning: %zu more of '%s' (-f json lists them)",
				   counts[i].n - LIMIT, counts[i].code);
	if (notes)
		error_line("note: %zu file%s held other text too, which was skipped (-f json says "
			   "where)",
			   notes, notes == 1 ? "" : "s");
	free(counts);
}

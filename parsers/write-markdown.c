/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Writer for Markdown: a heading, a pipe table (GitHub flavour) padded so that
 * it reads as plain text too, the notes as a list.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"
#include "writer.h"

/* What would break a cell or be taken for markup, escaped; malloc'ed. An underscore within a word is
 * no markup in this flavour. */
static char *escape(const char *s)
{
	char *copy = xmalloc(2 * strlen(s) + 1), *to = copy;
	bool in_word = false;

	for (; *s; s++) {
		if (strchr("|\\`*<", *s) || (*s == '_' && !in_word))
			*to++ = '\\';
		*to++ = (unsigned char)*s < ' ' ? ' ' : *s;
		in_word = isalnum((unsigned char)*s) || *s == '_';
	}
	*to = '\0';
	return copy;
}

static void pad(FILE *out, const char *s, size_t width, bool right)
{
	size_t columns = text_columns(s);
	int blanks = columns < width ? (int)(width - columns) : 0;

	fprintf(out, right ? " %2$*1$s%3$s |" : " %3$s%2$*1$s |", blanks, "", s);
}

static void rule(FILE *out, size_t width, bool right)
{
	fputc(' ', out);
	for (size_t i = 0; i < width - right; i++)
		fputc('-', out);
	fputs(right ? ": |" : " |", out);
}

/* names: of the columns; cells: row by row. */
static void print_table(FILE *out, const struct view *v, char *const *names, char *const *cells,
			const size_t *widths)
{
	fputc('|', out);
	for (size_t c = 0; c < v->ncolumns; c++)
		pad(out, names[c], widths[c], v->columns[c].right);
	fputs("\n|", out);
	for (size_t c = 0; c < v->ncolumns; c++)
		rule(out, widths[c], v->columns[c].right);
	for (size_t i = 0; i < v->nrows; i++) {
		fputs("\n|", out);
		for (size_t c = 0; c < v->ncolumns; c++)
			pad(out, cells[i * v->ncolumns + c], widths[c], v->columns[c].right);
	}
	fputc('\n', out);
}

static char *heading(const struct view_column *c)
{
	char *text = c->of ? xasprintf("%s vs %s", c->name, c->of) : xstrdup(c->name);
	char *escaped = escape(text);

	free(text);
	return escaped;
}

static int write_markdown(FILE *out, const struct report *r, char *err, size_t errsize)
{
	const struct view *v = r->view;
	char **cells = xmalloc(v->nrows * v->ncolumns * sizeof(*cells));
	char **names = xmalloc(v->ncolumns * sizeof(*names));
	size_t *widths = xmalloc(v->ncolumns * sizeof(*widths));

	(void)err;
	(void)errsize;
	for (size_t c = 0; c < v->ncolumns; c++) {
		names[c] = heading(&v->columns[c]);
		/* Three dashes make a rule, one more for the colon. */
		widths[c] = text_columns(names[c]);
		if (widths[c] < 4)
			widths[c] = 4;
		for (size_t i = 0; i < v->nrows; i++) {
			char **cell = &cells[i * v->ncolumns + c];

			*cell = escape(c < v->rows[i].nrepeats ? "" : v->rows[i].cells[c]);
			if (text_columns(*cell) > widths[c])
				widths[c] = text_columns(*cell);
		}
	}
	if (r->title) {
		char *title = escape(r->title);

		fprintf(out, "## %s\n\n", title);
		free(title);
	}
	print_table(out, v, names, cells, widths);
	for (size_t i = 0; i < v->nnotes; i++) {
		char *note = escape(v->notes[i]);

		fprintf(out, "%s- %s\n", i ? "" : "\n", note);
		free(note);
	}
	for (size_t i = 0; i < v->nrows * v->ncolumns; i++)
		free(cells[i]);
	for (size_t c = 0; c < v->ncolumns; c++)
		free(names[c]);
	free(names);
	free(cells);
	free(widths);
	return 0;
}

const struct writer writer_markdown = {
	.name = "markdown",
	.title = "a table for a README or an issue",
	.view = true,
	.write = write_markdown,
};

/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Writer for terminals, by libsmartcols: aligned columns, folded where the
 * terminal is narrow, coloured where asked for. main() has set LC_CTYPE:
 * without it libsmartcols would print "±" as \xc2\xb1.
 */
#include <langinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <libsmartcols/libsmartcols.h>

#include "writer.h"

static bool is_utf8(void)
{
	return !strcmp(nl_langinfo(CODESET), "UTF-8");
}

/* Signs of our own that the terminal's character set has not. malloc'ed. */
static char *for_terminal(const char *s)
{
	static const char sign[] = "±";
	char *copy = xstrdup(s), *at;

	if (is_utf8())
		return copy;
	while ((at = strstr(copy, sign)))
		memcpy(at, "+-", 2);
	return copy;
}

static const char *color_of(enum view_tone tone)
{
	static const char *const colors[] = {
		[TONE_GOOD] = "green", [TONE_BAD] = "red", [TONE_ALERT] = "yellow"
	};

	return colors[tone];
}

/* "CHANGE vs ext4"; malloc'ed. */
static char *heading(const struct view_column *c)
{
	char *text = c->of ? xasprintf("%s vs %s", c->name, c->of) : xstrdup(c->name);
	size_t upper = strlen(c->name);

	for (size_t i = 0; i < upper; i++)
		if (text[i] >= 'a' && text[i] <= 'z')
			text[i] -= 'a' - 'A';
	return text;
}

static int add_columns(struct libscols_table *t, const struct view *v)
{
	for (size_t i = 0; i < v->ncolumns; i++) {
		int flags = v->columns[i].right ? SCOLS_FL_RIGHT : 0;
		char *name = heading(&v->columns[i]);
		struct libscols_column *c;

		/* The long words give way before the numbers do. */
		if (!i)
			flags |= SCOLS_FL_WRAP;
		c = scols_table_new_column(t, name, 0, flags);
		free(name);
		if (!c)
			return -1;
	}
	return 0;
}

static int add_row(struct libscols_table *t, const struct view *v, const struct view_row *row,
		   bool color)
{
	struct libscols_line *line = scols_table_new_line(t, NULL);

	if (!line)
		return -1;
	for (size_t i = 0; i < v->ncolumns; i++) {
		char *text = for_terminal(i < row->nrepeats ? "" : row->cells[i]);

		if (scols_line_refer_data(line, i, text)) {
			free(text);
			return -1;
		}
		if (color && row->tones[i])
			scols_cell_set_color(scols_line_get_cell(line, i), color_of(row->tones[i]));
	}
	return 0;
}

static int print(FILE *out, const struct report *r, struct libscols_table *t)
{
	const struct view *v = r->view;

	scols_table_set_stream(t, out);
	scols_table_set_termforce(t, r->width ? SCOLS_TERMFORCE_ALWAYS : SCOLS_TERMFORCE_NEVER);
	if (r->width)
		scols_table_set_termwidth(t, (size_t)r->width);
	if (r->color)
		scols_table_enable_colors(t, 1);
	if (add_columns(t, v))
		return -1;
	for (size_t i = 0; i < v->nrows; i++)
		if (add_row(t, v, &v->rows[i], r->color))
			return -1;
	return scols_print_table(t);
}

static int write_text(FILE *out, const struct report *r, char *err, size_t errsize)
{
	struct libscols_table *t = scols_new_table();
	int ret;

	if (!t) {
		snprintf(err, errsize, "out of memory");
		return -1;
	}
	if (r->title) {
		char *title = for_terminal(r->title);

		fprintf(out, "%s\n\n", title);
		free(title);
	}
	ret = print(out, r, t);
	scols_unref_table(t);
	if (ret) {
		snprintf(err, errsize, "libsmartcols could not print the table");
		return -1;
	}
	for (size_t i = 0; i < r->view->nnotes; i++) {
		char *note = for_terminal(r->view->notes[i]);

		fprintf(out, "%s%s\n", i ? "" : "\n", note);
		free(note);
	}
	return 0;
}

const struct writer writer_text = {
	.name = "text",
	.title = "a table for the terminal",
	.view = true,
	.write = write_text,
};

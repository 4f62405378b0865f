/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What the unit tests share: fixtures as bytes or as a table, and looking
 * for one observation.
 */
#ifndef TESTS_FIXTURE_H
#define TESTS_FIXTURE_H

#include <stddef.h>

#include "reader.h"

/* Full path of tests/fixtures/NAME, malloc'ed. */
char *fixture_path(const char *name);
/* Its bytes, malloc'ed with a NUL behind; NULL where there is no such file. */
char *fixture_bytes(const char *name, size_t *len);
/* It read into a new table; options NULL: none. *ret (may be NULL): what read_path() returned. */
struct table *fixture_table(const char *name, const struct read_options *options, int *ret);
/* The same for text of the test itself, under the name "t". */
struct table *text_table(const char *text, const struct read_options *options, int *ret);

/* What an observation must be; NULL or 0: anything. */
struct wanted {
	const char *system, *job, *op, *native, *stat, *part;
	enum metric metric;
	unsigned run;
};

/* How many fit; the first is put into *o (may be NULL). An observation with a part only fits where
 * `part` is asked for. */
size_t find(const struct table *t, const struct wanted *w, struct observation *o);
/* The value of the only one; fails the test where there is none or more than one. */
double value_of(const struct table *t, const struct wanted *w);
/* How many warnings have this code; the first is put into *w (may be NULL). */
size_t find_warning(const struct table *t, const char *code, const struct warning **w);

/* Whether this runs under valgrind or with AddressSanitizer: time and memory are not its own. */
bool is_watched(void);

/* fn for every file below tests/fixtures/DIR whose name ends in `end`, sorted; name is what the
 * functions above take. Returns how many. */
size_t fixture_each(const char *dir, const char *end, void (*fn)(const char *name, void *arg),
		    void *arg);

#endif

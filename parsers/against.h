/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Other people's results beside one's own (--against): read last, kept only
 * where they are of the same work, never mixed into a system of one's own.
 */
#ifndef PLATTER_AGAINST_H
#define PLATTER_AGAINST_H

#include "reader.h"

/* what: a path, or "published": the published.xml of the suites the table's results are from. Reads
 * it behind what the table holds. Returns -1 with a warning of SEVERITY_ERROR on failure. */
int against_read(struct table *t, const char *what, const char *suites_dir);
/* Drop from number `mark` on what is of no work before it; give systems a name of their own.
 * Returns how many observations stayed. Call it when tests are attached. */
size_t against_match(struct table *t, size_t mark);

#endif

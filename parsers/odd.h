/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Values that do not look like the others of their group: flagged for the
 * reader, never dropped.
 */
#ifndef PLATTER_ODD_H
#define PLATTER_ODD_H

#include <stdbool.h>

#include "group.h"

/* Whether the first run is far worse than the others (a cold cache, a connection being made). */
bool odd_first(const struct group *g);
/* which[i] for each of g->n values: far from the median. Returns how many. */
size_t odd_outliers(const struct group *g, bool *which);

#endif

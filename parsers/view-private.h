/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Between view.c, which chooses and orders rows, and view-cells.c, which
 * writes them.
 */
#ifndef PLATTER_VIEW_PRIVATE_H
#define PLATTER_VIEW_PRIVATE_H

#include "view.h"

/* One work to be shown. */
struct line {
	const struct group *g; /* its first group; those of other systems follow it */
	size_t block;	       /* lines of the same job and operation have the same */
	char *label;
};

struct view *view_fill(const struct groups *groups, const struct line *lines, size_t n,
		       const struct view_options *options);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Where results are written to: a file opened before the work begins, or
 * standard output; a full disk is noticed, not only when it fills in the
 * middle of a write.
 */
#ifndef PLATTER_OUTPUT_H
#define PLATTER_OUTPUT_H

#include <stdio.h>

/* path NULL or "-": standard output. On failure prints one line and returns NULL. */
FILE *output_open(const char *path);
/* Flush and close. Returns 0; on any write error prints one line and returns -1. */
int output_close(FILE *out, const char *path);

#endif

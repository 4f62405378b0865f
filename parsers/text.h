/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Small things about text that several readers and writers need: UTF-8,
 * numbers as fio writes sizes, the last part of a path.
 */
#ifndef PLATTER_TEXT_H
#define PLATTER_TEXT_H

#include <stdbool.h>
#include <stddef.h>

bool utf8_valid(const char *s, size_t len);
/* A malloc'ed copy as UTF-8: as it stands where it is valid, else taken for Latin-1. A NUL
 * ends it. */
char *utf8_from(const char *s, size_t len);
/* Columns a terminal needs for s (UTF-8, no control characters), as wcwidth(3) counts. */
size_t text_columns(const char *s);

/* A number in the C locale filling the text wholly; false otherwise. "nan" and "inf" are no numbers. */
bool text_number(const char *s, double *value);
/* The same for len bytes. */
bool text_numbern(const char *s, size_t len, double *value);
/* A size as fio reads one (parse.c, __get_mult_bytes): "4k", "1m", "64KiB"; kb_base 1024 or 1000.
 * With kb_base 1024 fio takes KiB for 1000 and k for 1024, with 1000 the other way round. */
bool text_fio_size(const char *s, unsigned kb_base, double *bytes);

/* v as an int, fallback where it is missing or none fits. */
int text_int(double v, int fallback);

/* Behind the last '/'. */
const char *text_basename(const char *path);

#endif

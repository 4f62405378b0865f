/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What an engine needs to write its report lines (one JSON object a line, a line a job)
 * and fio does not give: JSON strings and numbers in any locale, and an append that keeps
 * the lines of jobs running at the same time apart. Knows nothing of any engine's fields:
 * the engine composes its line, with open_memstream(3) for instance.
 */
#ifndef PLATTER_REPORT_H
#define PLATTER_REPORT_H

#include <stddef.h>
#include <stdio.h>

/*
 * Writes s to out as a JSON string with its quotes (RFC 8259): quotation mark, backslash
 * and control characters escaped; each byte that is not part of valid UTF-8, as file names
 * may hold, becomes U+FFFD, so that the line is always valid JSON. NULL is written as null.
 */
void platter_json_string(FILE *out, const char *s);

/*
 * Writes value as a JSON number with the given count of decimals (0 to 9), always with a
 * point: fio sets the user's LC_NUMERIC, which printf(3) obeys. What JSON cannot hold (nan,
 * infinity) is written as null.
 */
void platter_json_number(FILE *out, double value, int decimals);

/*
 * Appends len bytes of line, which ends with its newline, to the file at path, made with
 * mode 0666 less umask if missing. A single write(2) with O_APPEND under a lock on the file
 * (flock(2), which jobs in threads and in processes both respect), so that lines never mix.
 * Returns 0, or -errno of the call that failed (-EIO for a write cut short).
 */
int platter_report_append(const char *path, const char *line, size_t len);

#endif

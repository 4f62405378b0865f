/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * fio's JSON, streamed: one job in memory at a time, handed over when its
 * object ends. Accepts what fio prints: duplicate keys, nan and inf, raw
 * tabs; ignores keys it does not know.
 */
#ifndef PLATTER_FIO_PARSE_H
#define PLATTER_FIO_PARSE_H

#include <stdbool.h>
#include <stddef.h>

#include "fio-job.h"

struct fio_parser; /* opaque */

/* Called for every job; the job is the parser's, to be changed and copied but not kept. */
typedef void (*fio_job_fn)(void *arg, const struct fio_output *out, struct fio_job *job);

enum fio_parse { FIO_PARSE_MORE, FIO_PARSE_DONE, FIO_PARSE_ERROR };

struct fio_parser *fio_parser_new(fio_job_fn fn, void *arg);
void fio_parser_free(struct fio_parser *p);

/* Parse the next piece of one JSON object (len bytes, the first on line number `line`; changed in
 * place). *used: bytes taken, on an error those before the line it is on; without an error the
 * rest, if any, must come again in front of the next piece. */
enum fio_parse fio_parser_feed(struct fio_parser *p, char *data, size_t len, unsigned line,
			       bool last, size_t *used);
/* After an error: the line and what is wrong, without the line. */
unsigned fio_parser_error_line(const struct fio_parser *p);
const char *fio_parser_error(const struct fio_parser *p);
/* What stood at the top of the object so far. */
const struct fio_output *fio_parser_output(const struct fio_parser *p);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A byte stream with a look-ahead window and line numbers, over a plain or
 * gzip file, standard input, or memory. Readers look at what comes next and
 * consume it; nothing is read twice.
 */
#ifndef PLATTER_INPUT_H
#define PLATTER_INPUT_H

#include <stdbool.h>
#include <stddef.h>

#define INPUT_WINDOW \
	(64 * 1024) /* what input_peek() can always look ahead, unless the input ends */

struct input; /* opaque */

/* path "-" is standard input. NULL with errno set on failure. */
struct input *input_open(const char *path);
struct input *input_memory(const void *data, size_t len);
void input_close(struct input *in);

/* The next bytes without consuming them: at least INPUT_WINDOW unless the input ends sooner, *len
 * of them; NULL and *len 0 at the end. Valid until the next input_ call. The caller may change
 * bytes it is about to consume, but no line ends. */
char *input_peek(struct input *in, size_t *len);
/* Take the next n bytes (n <= *len of the last peek). */
void input_consume(struct input *in, size_t n);
/* The next line without its end (LF, CR LF or lone CR), consumed; NULL at the end. A line longer
 * than the window comes in pieces, *whole tells (may be NULL). Valid until the next call. */
char *input_line(struct input *in, size_t *len, bool *whole);
/* The whole rest, at most max bytes, NUL added behind; malloc'ed, caller frees. NULL when there is more
 * than max (then nothing is consumed beyond what was read: the stream is spent). */
char *input_rest(struct input *in, size_t max, size_t *len);

/* Number of the line the next byte is on, from 1. */
unsigned input_lineno(const struct input *in);
/* Line feeds among len bytes. */
size_t input_count_lines(const char *data, size_t len);
/* Bytes consumed so far. */
size_t input_offset(const struct input *in);
/* True where the next byte begins a line. */
bool input_bol(const struct input *in);
/* The error that ended the stream early (corrupt gzip, I/O error), or NULL. */
const char *input_error(const struct input *in);

#endif

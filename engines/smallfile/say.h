/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What the engine has to say: whole lines on stderr, never on fio's stdout, where its JSON
 * may be. On a fio server the line goes to the client, as fio's own messages do.
 */
#ifndef SMALLFILE_SAY_H
#define SMALLFILE_SAY_H

#include <stddef.h>

/* Prints "smallfile: " and the formatted text as one line, in one write(2). */
void sf_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same for a finished line of len bytes that ends with its newline. */
void sf_say_line(const char *line, size_t len);

#endif

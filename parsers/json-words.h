/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What printf puts into JSON that is none: the bare words nan, -nan, inf,
 * -inf (and Python's NaN, Infinity), and raw control characters in strings.
 * Mended in place, before yajl sees it; lengths stay, so positions do too.
 */
#ifndef PLATTER_JSON_WORDS_H
#define PLATTER_JSON_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* State between the pieces of one text. Start with zeros. */
struct json_words {
	bool in_string;
	bool escaped;
};

/* A word becomes the number 0E0 (fio never prints one like it), padded with blanks: see
 * json_number_missing(). */
#define JSON_MISSING "0E0"
/* A raw tab inside a string becomes this byte, other control characters a blank: see
 * json_text_restore(). */
#define JSON_TAB '\x7f'

/* Mend len bytes, the next piece of the text; `last`: no more will come. Returns how many bytes are
 * ready: a word may be cut at the end of a piece, then it comes again with the next. */
size_t json_words_mend(struct json_words *w, char *data, size_t len, bool last);

/* Whether the text of a number (yajl's yajl_number callback) is a mended word. */
bool json_number_missing(const char *s, size_t len);
/* Put tabs back into a string's text. */
void json_text_restore(char *s);

#endif

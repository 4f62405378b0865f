/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Mending of near-JSON. Nearly every text needs none, so the whole is only
 * searched for candidates, eight bytes at a time where it is digits and
 * punctuation; whether a candidate stands in a string is then looked up in
 * its own line, since no string of JSON goes over a line end.
 */
#include <ctype.h>
#include <stdint.h>
#include <string.h>

#include "json-words.h"

#define ONES 0x0101010101010101ULL

/* Follow quotes over [from, to). */
static void follow(struct json_words *w, const char *from, const char *to)
{
	for (; from < to; from++) {
		if (w->escaped)
			w->escaped = false;
		else if (*from == '\\')
			w->escaped = w->in_string;
		else if (*from == '"')
			w->in_string = !w->in_string;
		else if (*from == '\n')
			w->in_string = false;
	}
}

/* Length of the word that begins at p, 0 where none does. */
static size_t word_at(const char *p, const char *end)
{
	static const char *const words[] = { "nan", "inf", "NaN", "Infinity" };

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		size_t len = strlen(words[i]);

		if (*p == words[i][0] && (size_t)(end - p) >= len && !memcmp(p, words[i], len))
			return len;
	}
	return 0;
}

static bool is_raw_control(char c)
{
	return (unsigned char)c < 0x20 && c != '\n' && c != '\r';
}

/* Whether eight bytes are all of 0x20 .. 0x3f: blanks, digits, punctuation. */
static bool is_dull(const char *p)
{
	uint64_t x;

	memcpy(&x, p, sizeof(x));
	return (x & ONES * 0xe0) == ONES * 0x20;
}

/* The next word or raw control character, NULL where there is none. */
static char *next_candidate(char *p, char *end)
{
	while (p < end) {
		if (end - p >= 8 && is_dull(p)) {
			p += 8;
			continue;
		}
		for (char *stop = end - p >= 8 ? p + 8 : end; p < stop; p++) {
			if (is_raw_control(*p))
				return p;
			if (((*p | 0x20) == 'n' || (*p | 0x20) == 'i') && word_at(p, end))
				return p;
		}
	}
	return NULL;
}

/* A word stands alone: nothing of a word before or behind it. */
static void mend_word(char *data, char *at, size_t len, const char *end)
{
	char *from = at;

	if (from > data && from[-1] == '-')
		from--;
	if (from > data && (isalnum((unsigned char)from[-1]) || from[-1] == '_'))
		return;
	/* -nan(0x8000...) and the like are left for yajl to refuse. */
	if (at + len < end && (isalnum((unsigned char)at[len]) || at[len] == '_'))
		return;
	memset(from, ' ', (size_t)(at - from) + len);
	memcpy(from, JSON_MISSING, sizeof(JSON_MISSING) - 1);
}

/* State at `to`, having been followed up to `from`. */
static void follow_lines(struct json_words *w, const char *from, const char *to)
{
	const char *line = memrchr(from, '\n', (size_t)(to - from));

	if (line)
		*w = (struct json_words){ 0 };
	follow(w, line ? line : from, to);
}

size_t json_words_mend(struct json_words *w, char *data, size_t len, bool last)
{
	char *end = data + len, *followed = data, *at;

	/* Hold back a word that may be cut off; a string of letters as long as this is no word. */
	while (!last && end > data && data + len - end < 16 &&
	       (isalpha((unsigned char)end[-1]) || end[-1] == '-'))
		end--;
	if (end == data)
		end = data + len;
	for (at = data; (at = next_candidate(at, end)); at++) {
		follow_lines(w, followed, at);
		followed = at;
		if (!is_raw_control(*at)) {
			if (!w->in_string)
				mend_word(data, at, word_at(at, end), end);
		} else if (w->in_string && !w->escaped) {
			*at = *at == '\t' ? JSON_TAB : ' ';
		}
	}
	follow_lines(w, followed, end);
	return (size_t)(end - data);
}

bool json_number_missing(const char *s, size_t len)
{
	return len == sizeof(JSON_MISSING) - 1 && !memcmp(s, JSON_MISSING, len);
}

void json_text_restore(char *s)
{
	while ((s = strchr(s, JSON_TAB)))
		*s++ = '\t';
}

/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Names of files: a number to a name and back, by a format such as "file-%u" or "f%08u.dat".
 * Building a name costs a few nanoseconds: it is kept in a buffer, and the next number of a
 * sequence changes one digit of it. Knows nothing of directories (layout.h).
 */
#ifndef SMALLFILE_NAMES_H
#define SMALLFILE_NAMES_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Bytes kept free before a name, for the directories of a path relative to the root. */
#define SF_PATH_ROOM 192

/* A parsed format: prefix, decimal number (padded with zeros to width), suffix. */
struct sf_format {
	char prefix[NAME_MAX + 1];
	char suffix[NAME_MAX + 1];
	unsigned int prefix_len;
	unsigned int suffix_len;
	unsigned int width;
};

/* One name that moves from number to number; text points into buf. */
struct sf_name {
	const struct sf_format *format;
	uint64_t number;
	char *text;
	char *end; /* behind the last digit */
	char buf[SF_PATH_ROOM + 2 * NAME_MAX + 2];
};

/*
 * Parses text into f. A format has exactly one %u, which may have a zero-padded width (%08u),
 * no slash, and gives names of at most NAME_MAX bytes for every number below 2^64. Returns
 * NULL, or what is wrong with it, as the end of a sentence that begins with the option.
 */
const char *sf_format_parse(struct sf_format *f, const char *text);

/* True if name is what f gives for a number, which is then stored in *number. */
bool sf_format_number(const struct sf_format *f, const char *name, uint64_t *number);

/* Writes number in decimal so that it ends before end, at least width digits; returns its start. */
char *sf_digits(char *end, uint64_t number, unsigned int width);

/* Prepares n for names of format f, which must outlive it. */
void sf_name_start(struct sf_name *n, const struct sf_format *f);

/* The name of any number; sf_name_of() is the fast way to call it. */
const char *sf_name_build(struct sf_name *n, uint64_t number);

/* The name of number, valid until the next call on n. */
static inline const char *sf_name_of(struct sf_name *n, uint64_t number)
{
	if (number == n->number + 1 && n->end[-1] != '9') {
		n->end[-1]++;
		n->number = number;
		return n->text;
	}
	return sf_name_build(n, number);
}

#endif

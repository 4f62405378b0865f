/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Names of files, see names.h. Uses no printf(3): a name is built for each operation.
 */
#include <stdlib.h>

#include "options.h"
#include "names.h"

#define SF_DIGITS_MAX 20 /* of 2^64 - 1 */

/* Parses "%u" or "%08u" at p; returns what follows it, or NULL. */
static const char *format_number(const char *p, unsigned int *width)
{
	*width = 0;
	p++;
	if (*p == '0') {
		char *end;
		unsigned long value = strtoul(p, &end, 10);

		if (value < 1 || value > NAME_MAX)
			return NULL;
		*width = (unsigned int)value;
		p = end;
	}
	return *p == 'u' ? p + 1 : NULL;
}

const char *sf_format_parse(struct sf_format *f, const char *text)
{
	const char *percent = strchr(text, '%');
	const char *suffix;
	unsigned int digits;

	if (!percent)
		return "has no %u for the file's number";
	suffix = format_number(percent, &f->width);
	if (!suffix || strchr(suffix, '%'))
		return "needs exactly one %u, or one padded with zeros such as %08u";
	if (strchr(text, '/'))
		return "has a slash: directories come from files_per_dir= and depth=";
	digits = f->width > SF_DIGITS_MAX ? f->width : SF_DIGITS_MAX;
	f->prefix_len = (unsigned int)(percent - text);
	f->suffix_len = (unsigned int)strlen(suffix);
	if ((size_t)f->prefix_len + f->suffix_len + digits > NAME_MAX)
		return "gives names longer than 255 bytes";
	memcpy(f->prefix, text, f->prefix_len);
	f->prefix[f->prefix_len] = '\0';
	memcpy(f->suffix, suffix, f->suffix_len + 1);
	return NULL;
}

sf_hot bool sf_format_number(const struct sf_format *f, const char *name, uint64_t *number)
{
	const char *p = name + f->prefix_len;
	const char *digits = p;
	uint64_t value = 0;
	size_t count;

	if (strncmp(name, f->prefix, f->prefix_len))
		return false;
	for (; *p >= '0' && *p <= '9'; p++) {
		unsigned int digit = (unsigned int)(*p - '0');

		if (value > (UINT64_MAX - digit) / 10)
			return false;
		value = value * 10 + digit;
	}
	count = (size_t)(p - digits);
	/* the one spelling that the format gives: no zero in front beyond the width */
	if (!count || count < f->width || (count > f->width && count > 1 && *digits == '0'))
		return false;
	if (strcmp(p, f->suffix))
		return false;
	*number = value;
	return true;
}

sf_hot char *sf_digits(char *end, uint64_t number, unsigned int width)
{
	char *p = end;

	do {
		*--p = (char)('0' + number % 10);
		number /= 10;
	} while (number);
	while ((unsigned int)(end - p) < width)
		*--p = '0';
	return p;
}

void sf_name_start(struct sf_name *n, const struct sf_format *f)
{
	n->format = f;
	n->end = n->buf + sizeof(n->buf) - f->suffix_len - 1;
	memcpy(n->end, f->suffix, f->suffix_len + 1);
	/* so that sf_name_of() takes the first number, whichever it is, to sf_name_build() */
	n->end[-1] = '9';
	n->number = UINT64_MAX;
	n->text = n->end;
}

sf_hot const char *sf_name_build(struct sf_name *n, uint64_t number)
{
	char *digits = sf_digits(n->end, number, n->format->width);

	n->text = digits - n->format->prefix_len;
	memcpy(n->text, n->format->prefix, n->format->prefix_len);
	n->number = number;
	return n->text;
}

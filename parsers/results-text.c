/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Texts and numbers for composite.xml and RESULT lines: what XML, Phoronix's PHP and its schema take,
 * whatever the locale of this process is.
 */
#include "results-text.h"

#include "arena.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The length of the character at S, which is valid UTF-8. */
static size_t char_length(const char *s)
{
	size_t n = 1;

	while (((unsigned char)s[n] & 0xc0) == 0x80)
		n++;
	return n;
}

char *composite_text(const char *text, bool plain, size_t max)
{
	const char *from = text ? text : "";
	char *copy = xmalloc(strlen(from) + 1);
	char *to = copy;
	size_t chars = 0;

	from += strspn(from, " \t\r\n");
	for (; *from && (!max || chars < max); chars++) {
		size_t n = char_length(from);

		if (n == 1 && ((unsigned char)*from < 0x20 || *from == 0x7f))
			*to++ = ' ';
		else if (n == 3 && !memcmp(from, "\xef\xbf", 2) && (unsigned char)from[2] >= 0xbe)
			*to++ = ' ';
		else if (plain && (*from == '<' || *from == '>'))
			*to++ = *from == '<' ? '[' : ']';
		else
			to = mempcpy(to, from, n);
		from += n;
	}
	while (to > copy && to[-1] == ' ')
		to--;
	*to = '\0';
	return copy;
}

char *composite_fixed(double value, int decimals)
{
	char *text = xasprintf("%.*f", decimals, value);
	size_t digits;

	/* the locale's decimal point, of whatever length, is the one run of other characters */
	digits = strspn(text, "-0123456789");
	if (text[digits]) {
		size_t point = strcspn(text + digits, "0123456789");

		text[digits] = '.';
		memmove(text + digits + 1, text + digits + point,
			strlen(text + digits + point) + 1);
	}
	if (!strcmp(text, "-0"))
		strcpy(text, "0");
	return text;
}

char *composite_number(double value)
{
	double size = fabs(value);
	int decimals = size > 0 ? 6 - (int)floor(log10(size)) : 0;
	char *text, *end;

	if (decimals < 0)
		decimals = 0;
	if (decimals > 9)
		decimals = 9;
	text = composite_fixed(value, decimals);
	if (!strchr(text, '.'))
		return text;
	end = text + strlen(text);
	while (end[-1] == '0')
		end--;
	if (end[-1] == '.')
		end--;
	*end = '\0';
	if (!strcmp(text, "-0"))
		strcpy(text, "0");
	return text;
}

int composite_decimals(const char *number)
{
	const char *dot = strchr(number, '.');

	return dot ? (int)strlen(dot + 1) : 0;
}

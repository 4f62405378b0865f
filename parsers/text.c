/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Small things about text: UTF-8, numbers, fio's sizes. strtod() is used in
 * the C locale: the program never sets LC_NUMERIC.
 */
#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>

#include "arena.h"
#include "text.h"

/* Length of the well-formed sequence at s (RFC 3629), 0 where there is none. */
static size_t utf8_sequence(const unsigned char *s, size_t len)
{
	static const unsigned least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	size_t n = s[0] < 0x80 ? 1 : s[0] < 0xc2 ? 0 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;
	unsigned c = s[0] & (0xffu >> (n + 1));

	if (n == 1)
		return 1;
	if (!n || s[0] > 0xf4 || len < n)
		return 0;
	for (size_t i = 1; i < n; i++) {
		if ((s[i] & 0xc0) != 0x80)
			return 0;
		c = c << 6 | (s[i] & 0x3f);
	}
	if (c < least[n] || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff))
		return 0;
	return n;
}

bool utf8_valid(const char *s, size_t len)
{
	const unsigned char *p = (const unsigned char *)s;
	size_t i = 0;

	while (i < len) {
		size_t n = utf8_sequence(p + i, len - i);

		if (!n)
			return false;
		i += n;
	}
	return true;
}

char *utf8_from(const char *s, size_t len)
{
	const char *nul = len ? memchr(s, '\0', len) : NULL;
	char *copy, *to;

	if (nul)
		len = (size_t)(nul - s);
	if (utf8_valid(s, len)) {
		copy = xmalloc(len + 1);
		if (len)
			memcpy(copy, s, len);
		copy[len] = '\0';
		return copy;
	}
	copy = to = xmalloc(2 * len + 1);
	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)s[i];

		if (c < 0x80) {
			*to++ = (char)c;
		} else {
			*to++ = (char)(0xc0 | c >> 6);
			*to++ = (char)(0x80 | (c & 0x3f));
		}
	}
	*to = '\0';
	return copy;
}

size_t text_columns(const char *s)
{
	mbstate_t state = { 0 };
	size_t columns = 0, left = strlen(s);

	while (left) {
		wchar_t wc;
		size_t n = mbrtowc(&wc, s, left, &state);
		int width;

		if (n == (size_t)-1 || n == (size_t)-2) {
			memset(&state, 0, sizeof(state));
			n = 1;
			width = 1;
		} else {
			width = wcwidth(wc);
		}
		columns += width > 0 ? (size_t)width : 0;
		s += n;
		left -= n;
	}
	return columns;
}

bool text_number(const char *s, double *value)
{
	char *end;

	/* No blanks in front, no hexadecimal, no words: strtod() takes them all. */
	if (!s[0] || s[strspn(s, "+-.0123456789eE")])
		return false;
	*value = strtod(s, &end);
	return !*end && isfinite(*value);
}

bool text_numbern(const char *s, size_t len, double *value)
{
	char copy[64];

	if (!len || len >= sizeof(copy))
		return false;
	memcpy(copy, s, len);
	copy[len] = '\0';
	return text_number(copy, value);
}

bool text_fio_size(const char *s, unsigned kb_base, double *bytes)
{
	static const char powers[] = "kmgtp";
	size_t digits = strspn(s, "0123456789.");
	const char *unit = s + digits, *power;
	double factor = kb_base;

	if (!digits || !text_numbern(s, digits, bytes))
		return false;
	if (!*unit)
		return true;
	power = strchr(powers, tolower((unsigned char)*unit));
	if (!power)
		return false;
	if (!strcasecmp(unit + 1, "ib"))
		factor = kb_base == 1000 ? 1024 : 1000;
	else if (unit[1] && strcasecmp(unit + 1, "b") && strcasecmp(unit + 1, "i"))
		return false;
	*bytes *= pow(factor, (double)(power - powers + 1));
	return true;
}

int text_int(double v, int fallback)
{
	return v >= INT_MIN && v <= INT_MAX ? (int)v : fallback;
}

const char *text_basename(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash && slash[1] ? slash + 1 : path;
}

/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Report lines, see report.h. Needs nothing of fio, so that it can be tested on its own.
 * Does not buffer or keep anything between calls.
 */
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <math.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "report.h"

/* Length of the valid UTF-8 sequence at s (RFC 3629: no surrogates, none overlong), else 0. */
static int utf8_length(const unsigned char *s)
{
	static const struct {
		unsigned char first, last; /* range of the lead byte */
		unsigned char low, high;   /* range of the second byte */
		int length;
	} forms[] = {
		{ 0x01, 0x7f, 0x00, 0x00, 1 }, { 0xc2, 0xdf, 0x80, 0xbf, 2 },
		{ 0xe0, 0xe0, 0xa0, 0xbf, 3 }, { 0xe1, 0xec, 0x80, 0xbf, 3 },
		{ 0xed, 0xed, 0x80, 0x9f, 3 }, { 0xee, 0xef, 0x80, 0xbf, 3 },
		{ 0xf0, 0xf0, 0x90, 0xbf, 4 }, { 0xf1, 0xf3, 0x80, 0xbf, 4 },
		{ 0xf4, 0xf4, 0x80, 0x8f, 4 },
	};

	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		if (s[0] < forms[i].first || s[0] > forms[i].last)
			continue;
		if (forms[i].length > 1 && (s[1] < forms[i].low || s[1] > forms[i].high))
			return 0;
		for (int j = 2; j < forms[i].length; j++) {
			if ((s[j] & 0xc0) != 0x80)
				return 0;
		}
		return forms[i].length;
	}
	return 0;
}

void platter_json_string(FILE *out, const char *s)
{
	const unsigned char *p = (const unsigned char *)s;

	if (!s) {
		fputs("null", out);
		return;
	}
	fputc('"', out);
	while (*p) {
		int length = utf8_length(p);

		if (*p == '"' || *p == '\\')
			fprintf(out, "\\%c", *p);
		else if (*p < 0x20 || *p == 0x7f)
			fprintf(out, "\\u%04x", *p);
		else if (length)
			fwrite(p, 1, length, out);
		else
			fputs("\\ufffd", out);
		p += length ? length : 1;
	}
	fputc('"', out);
}

void platter_json_number(FILE *out, double value, int decimals)
{
	const char *point = localeconv()->decimal_point;
	char text[400]; /* DBL_MAX has 309 digits */
	char *at;

	if (!isfinite(value)) {
		fputs("null", out);
		return;
	}
	snprintf(text, sizeof(text), "%.*f", decimals, value);
	at = strcmp(point, ".") ? strstr(text, point) : NULL;
	if (at)
		fprintf(out, "%.*s.%s", (int)(at - text), text, at + strlen(point));
	else
		fputs(text, out);
}

int platter_report_append(const char *path, const char *line, size_t len)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	ssize_t written;
	int ret = 0;

	if (fd < 0)
		return -errno;
	while (flock(fd, LOCK_EX) < 0) {
		if (errno == EINTR)
			continue;
		ret = -errno;
		close(fd);
		return ret;
	}
	written = write(fd, line, len);
	if (written < 0)
		ret = -errno;
	else if ((size_t)written != len)
		ret = -EIO;
	if (close(fd) < 0 && !ret)
		ret = -errno;
	return ret;
}

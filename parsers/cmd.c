/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What the commands share: how errors are said.
 */
#include <stdarg.h>
#include <stdio.h>

#include "cmd.h"

static void say(const char *fmt, va_list ap)
{
	fputs("platter: ", stderr);
	vfprintf(stderr, fmt, ap);
	fputc('\n', stderr);
}

void error_line(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say(fmt, ap);
	va_end(ap);
}

int usage_error(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say(fmt, ap);
	va_end(ap);
	fputs("try 'platter --help'\n", stderr);
	return EXIT_USAGE;
}

/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Lines on stderr, see say.h. fio's log_err() is not used but on a server: with --output=FILE
 * it writes to that file too, in front of the JSON.
 */
#include <stdarg.h>
#include <unistd.h>

#include "compat.h"
#include "say.h"

void sf_say_line(const char *line, size_t len)
{
	if (is_backend) {
		log_err("%.*s", (int)len, line);
		return;
	}
	while (len) {
		ssize_t done = write(STDERR_FILENO, line, len);

		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0)
			return;
		line += done;
		len -= (size_t)done;
	}
}

void sf_say(const char *format, ...)
{
	static const char head[] = "smallfile: ";
	char line[PATH_MAX + 1024];
	size_t len = sizeof(head) - 1;
	va_list args;
	int more;

	memcpy(line, head, sizeof(head));
	va_start(args, format);
	more = vsnprintf(line + len, sizeof(line) - len - 1, format, args);
	va_end(args);
	if (more > 0)
		len += (size_t)more < sizeof(line) - len - 1 ? (size_t)more :
							       sizeof(line) - len - 2;
	line[len++] = '\n';
	sf_say_line(line, len);
}

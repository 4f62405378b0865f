/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Output files and their errors.
 */
#include <errno.h>
#include <stdio_ext.h>
#include <string.h>

#include "cmd.h"
#include "output.h"

FILE *output_open(const char *path)
{
	FILE *out;

	out = !path || !strcmp(path, "-") ? stdout : fopen(path, "we");
	if (!out)
		error_line("cannot write '%s': %s", path, strerror(errno));
	else
		/* One thread writes: a lock for every character is a third of the time. */
		__fsetlocking(out, FSETLOCKING_BYCALLER);
	return out;
}

int output_close(FILE *out, const char *path)
{
	const char *name = out == stdout ? "standard output" : path;
	int failed = ferror(out);

	/* An error at some earlier write leaves no errno to go by. */
	errno = failed ? EIO : 0;
	if (fflush(out))
		failed = 1;
	if (out != stdout && fclose(out))
		failed = 1;
	if (!failed)
		return 0;
	error_line("cannot write '%s': %s", name, strerror(errno ? errno : EIO));
	if (out == stdout) {
		/* It has been said: main() need not find it again. */
		__fpurge(stdout);
		clearerr(stdout);
	}
	return -1;
}

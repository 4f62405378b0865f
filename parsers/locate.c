/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Finds the engines and the suites that belong to this program.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena.h"
#include "locate.h"

static bool is_directory(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISDIR(st.st_mode);
}

/* path if it is a directory, else NULL; takes path, gives it resolved. */
static char *if_directory(char *path)
{
	char *resolved = is_directory(path) ? realpath(path, NULL) : NULL;

	free(path);
	return resolved;
}

/* The directory this program is in, malloc'ed, or NULL. */
static char *own_directory(void)
{
	char *path = realpath("/proc/self/exe", NULL);
	char *slash = path ? strrchr(path, '/') : NULL;

	if (slash)
		*slash = '\0';
	return path;
}

static bool is_build_tree(const char *own)
{
	char *engines = xasprintf("%s/engines", own);
	bool yes = is_directory(engines);

	free(engines);
	return yes;
}

/* "3.33" of "fio-3.33" as fio --version prints it, malloc'ed; NULL where there is no fio. */
static char *fio_version(void)
{
	char line[128] = "";
	FILE *p = popen("fio --version 2>/dev/null", "re");
	size_t len;

	if (!p)
		return NULL;
	if (!fgets(line, sizeof(line), p))
		line[0] = '\0';
	pclose(p);
	len = strcspn(line, "\r\n");
	line[len] = '\0';
	if (strncmp(line, "fio-", 4) || strchr(line, '/'))
		return NULL;
	return xstrdup(line + 4);
}

char *locate_suites(void)
{
	const char *env = getenv("PLATTER_SUITES");
	char *own, *found;

	if (env && *env)
		return if_directory(xstrdup(env));
	own = own_directory();
	if (!own)
		return NULL;
	if (is_build_tree(own))
		found = if_directory(xasprintf("%s/../suites", own));
	else
		found = if_directory(xasprintf("%s/../share/platter/suites", own));
	free(own);
	return found;
}

char *locate_engines(void)
{
	const char *env = getenv("PLATTER_ENGINES");
	char *own, *version, *found = NULL;

	if (env && *env)
		return if_directory(xstrdup(env));
	own = own_directory();
	if (!own)
		return NULL;
	if (is_build_tree(own)) {
		found = if_directory(xasprintf("%s/engines", own));
	} else {
		version = fio_version();
		if (version)
			found = if_directory(xasprintf("%s/../lib/platter/fio-%s", own, version));
		free(version);
	}
	free(own);
	return found;
}

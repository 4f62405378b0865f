/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Other people's results beside one's own.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "against.h"
#include "text.h"

static int fail(struct table *t, const char *message)
{
	table_warn(t, SEVERITY_ERROR, "published", 0, "against", "%s", message);
	return -1;
}

/* Each suite once, in the order first seen. */
static size_t suites_of(const struct table *t, const char ***suites)
{
	size_t n = 0, cap = 0;
	const char *last = NULL;

	*suites = NULL;
	for (size_t i = 0; i < table_len(t); i++) {
		struct observation o;
		size_t k = 0;

		if (!table_get(t, i, &o) || !o.suite || o.suite == last)
			continue;
		last = o.suite;
		while (k < n && (*suites)[k] != o.suite)
			k++;
		if (k < n)
			continue;
		xgrow(suites, &cap, n + 1, sizeof(**suites));
		(*suites)[n++] = o.suite;
	}
	return n;
}

/* A suite's name comes out of a file: it must not lead anywhere else. */
static bool is_plain(const char *suite)
{
	return *suite && *suite != '.' && !strchr(suite, '/');
}

int against_read(struct table *t, const char *what, const char *suites_dir)
{
	struct read_options options = { 0 };
	const char **suites;
	size_t n;
	int ret = 0;

	if (strcmp(what, "published"))
		return read_path(t, what, &options);
	if (!suites_dir)
		return fail(t, "the suites were not found: set PLATTER_SUITES");
	n = suites_of(t, &suites);
	if (!n)
		ret = fail(t, "the results do not say which suite they are from: name a file");
	for (size_t i = 0; i < n; i++) {
		char *path;

		if (!is_plain(suites[i]))
			continue;
		path = xasprintf("%s/%s/published.xml", suites_dir, suites[i]);
		if (access(path, F_OK)) {
			table_warn(t, SEVERITY_ERROR, path, 0, "against",
				   "suite '%s' comes with no published results", suites[i]);
			ret = -1;
		} else if (read_path(t, path, &options)) {
			ret = -1;
		}
		free(path);
	}
	free(suites);
	return ret;
}

static int by_pointer(const void *x, const void *y)
{
	const char *a = *(const char *const *)x, *b = *(const char *const *)y;

	return a < b ? -1 : a > b;
}

/* Systems named before mark, sorted by pointer. */
static size_t systems_before(const struct table *t, size_t mark, const char ***v)
{
	size_t n = 0, cap = 0, kept = 0;
	struct observation o;

	*v = NULL;
	for (size_t i = 0; i < mark; i++) {
		if (!table_get(t, i, &o) || (n && (*v)[n - 1] == o.system))
			continue;
		xgrow(v, &cap, n + 1, sizeof(**v));
		(*v)[n++] = o.system;
	}
	if (n)
		qsort(*v, n, sizeof(**v), by_pointer);
	for (size_t i = 0; i < n; i++)
		if (!kept || (*v)[kept - 1] != (*v)[i])
			(*v)[kept++] = (*v)[i];
	return kept;
}

static void name_apart(struct table *t, size_t mark)
{
	const char **own;
	size_t n = systems_before(t, mark, &own);

	for (size_t i = mark; n && i < table_len(t); i++) {
		struct observation o;
		char *name;

		if (!table_get(t, i, &o) || !bsearch(&o.system, own, n, sizeof(*own), by_pointer))
			continue;
		name = xasprintf("%s (%s)", o.system, text_basename(o.source));
		o.system = table_str(t, name);
		table_replace(t, i, &o);
		free(name);
	}
	free(own);
}

size_t against_match(struct table *t, size_t mark)
{
	bool *known = xcalloc(table_works(t), sizeof(*known));
	bool *drop = xcalloc(table_len(t), sizeof(*drop));
	struct observation o;
	size_t stayed = 0;

	for (size_t i = 0; i < mark; i++)
		if (table_get(t, i, &o))
			known[table_work(t, i)] = true;
	for (size_t i = mark; i < table_len(t); i++)
		drop[i] = table_get(t, i, &o) && !known[table_work(t, i)];
	for (size_t i = mark; i < table_len(t); i++) {
		if (drop[i])
			table_remove(t, i);
		else
			stayed += table_get(t, i, &o);
	}
	free(known);
	free(drop);
	name_apart(t, mark);
	return stayed;
}

/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Fixtures for the unit tests.
 */
#include <fts.h>
#include <stdarg.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "fixture.h"

char *fixture_path(const char *name)
{
	return xasprintf("%s/%s", FIXTURES, name);
}

char *fixture_bytes(const char *name, size_t *len)
{
	char *path = fixture_path(name), *data = NULL;
	struct input *in = input_open(path);

	if (in)
		data = input_rest(in, 1 << 26, len);
	input_close(in);
	free(path);
	return data;
}

struct table *fixture_table(const char *name, const struct read_options *options, int *ret)
{
	struct read_options none = { 0 };
	struct table *t = table_new();
	char *path = fixture_path(name);
	int status = read_path(t, path, options ? options : &none);

	if (ret)
		*ret = status;
	table_number_runs(t);
	free(path);
	return t;
}

struct table *text_table(const char *text, const struct read_options *options, int *ret)
{
	struct read_options none = { 0 };
	struct table *t = table_new();
	int status = read_memory(t, text, strlen(text), "t", options ? options : &none);

	if (ret)
		*ret = status;
	table_number_runs(t);
	return t;
}

static bool fits(const char *want, const char *have)
{
	return !want || (have && !strcmp(want, have));
}

size_t find(const struct table *t, const struct wanted *w, struct observation *o)
{
	size_t n = 0;

	for (size_t i = 0; i < table_len(t); i++) {
		struct observation x;

		if (!table_get(t, i, &x) || x.metric != w->metric || !fits(w->job, x.job) ||
		    !fits(w->op, x.op) || !fits(w->native, x.native) || !fits(w->stat, x.stat) ||
		    !fits(w->system, x.system) || (w->part ? !fits(w->part, x.part) : !!x.part) ||
		    (w->run && w->run != x.run))
			continue;
		if (!n++ && o)
			*o = x;
	}
	return n;
}

double value_of(const struct table *t, const struct wanted *w)
{
	struct observation o;
	size_t n = find(t, w, &o);

	if (n != 1)
		print_error("%zu observations of job %s, native %s, stat %s\n", n,
			    w->job ? w->job : "any", w->native ? w->native : "any",
			    w->stat ? w->stat : "any");
	assert_int_equal(n, 1);
	return o.value;
}

size_t find_warning(const struct table *t, const char *code, const struct warning **w)
{
	size_t n = 0;

	for (size_t i = 0; i < table_warnings(t); i++)
		if (!strcmp(table_warning(t, i)->code, code) && !n++ && w)
			*w = table_warning(t, i);
	return n;
}

bool is_watched(void)
{
#if defined(__SANITIZE_ADDRESS__)
	return true;
#else
	const char *preload = getenv("LD_PRELOAD");

	return preload && strstr(preload, "vgpreload");
#endif
}

static int by_path(const FTSENT **a, const FTSENT **b)
{
	return strcmp((*a)->fts_name, (*b)->fts_name);
}

size_t fixture_each(const char *dir, const char *end, void (*fn)(const char *name, void *arg),
		    void *arg)
{
	char *path = fixture_path(dir);
	char *paths[] = { path, NULL };
	FTS *fts = fts_open(paths, FTS_LOGICAL | FTS_NOCHDIR, by_path);
	size_t n = 0;
	FTSENT *e;

	while ((e = fts_read(fts))) {
		size_t len = strlen(e->fts_name), tail = strlen(end);

		if (e->fts_info != FTS_F || len < tail || strcmp(e->fts_name + len - tail, end))
			continue;
		fn(e->fts_path + strlen(FIXTURES) + 1, arg);
		n++;
	}
	fts_close(fts);
	free(path);
	return n;
}

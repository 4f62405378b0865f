/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * File names as names of systems.
 */
#include <stdlib.h>
#include <string.h>

#include "systems.h"

struct name {
	const char *system; /* interned */
	const char *shown;  /* likewise */
	bool is_path;	    /* the source's own path */
	size_t parts;	    /* of the path shown, from the end; 0: all */
};

struct names {
	struct name *v;
	size_t n, cap;
};

static int by_pointer(const void *x, const void *y)
{
	const struct name *a = x, *b = y;

	if (a->system != b->system)
		return a->system < b->system ? -1 : 1;
	return 0;
}

static struct names collect(const struct table *t)
{
	struct names names = { 0 };
	const char *last = NULL;
	size_t kept = 0;

	for (size_t i = 0; i < table_len(t); i++) {
		struct observation o;

		if (!table_get(t, i, &o) || o.system == last)
			continue;
		last = o.system;
		xgrow(&names.v, &names.cap, names.n + 1, sizeof(*names.v));
		names.v[names.n++] = (struct name){
			.system = o.system,
			.is_path = o.system == o.source,
			.parts = 1,
		};
	}
	if (names.n)
		qsort(names.v, names.n, sizeof(*names.v), by_pointer);
	for (size_t i = 0; i < names.n; i++) {
		if (kept && names.v[kept - 1].system == names.v[i].system)
			names.v[kept - 1].is_path &= names.v[i].is_path;
		else
			names.v[kept++] = names.v[i];
	}
	names.n = kept;
	return names;
}

/* The last `parts` parts of a path; all of it where it has no more or parts is 0. */
static const char *tail(const struct name *n)
{
	const char *p = n->system + strlen(n->system);
	size_t left = n->parts;

	if (!n->is_path || !left)
		return n->system;
	while (p > n->system) {
		if (p[-1] == '/' && p[0] && !--left)
			return p;
		p--;
	}
	return n->system;
}

struct shown {
	const char *text;
	struct name *name;
};

static int by_text(const void *x, const void *y)
{
	return strcmp(((const struct shown *)x)->text, ((const struct shown *)y)->text);
}

/* Lengthen what is still the same as another; false when nothing had to be or could be. */
static bool lengthen(struct names *names, struct shown *shown)
{
	bool changed = false;

	for (size_t i = 0; i < names->n; i++)
		shown[i] = (struct shown){ tail(&names->v[i]), &names->v[i] };
	qsort(shown, names->n, sizeof(*shown), by_text);
	for (size_t i = 0, end; i < names->n; i = end) {
		for (end = i + 1; end < names->n && !by_text(&shown[i], &shown[end]); end++)
			;
		if (end - i < 2)
			continue;
		for (size_t k = i; k < end; k++) {
			if (!shown[k].name->is_path || shown[k].text == shown[k].name->system)
				continue;
			shown[k].name->parts++;
			changed = true;
		}
	}
	return changed;
}

static const char *rename_one(const char *system, void *arg)
{
	const struct names *names = arg;
	struct name key = { .system = system };
	const struct name *n = bsearch(&key, names->v, names->n, sizeof(*names->v), by_pointer);

	/* Contexts of removed observations may have names no one else has. */
	return n ? n->shown : system;
}

void systems_shorten(struct table *t)
{
	struct names names = collect(t);
	struct shown *shown = xmalloc(names.n * sizeof(*shown));

	if (names.n) {
		while (lengthen(&names, shown))
			;
		for (size_t i = 0; i < names.n; i++)
			names.v[i].shown = table_str(t, tail(&names.v[i]));
		table_rename_systems(t, rename_one, &names);
	}
	free(shown);
	free(names.v);
}

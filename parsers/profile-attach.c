/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * profile_attach(): joins observations and profiles. What a run measured knows its profile and
 * arguments and gets the row its RESULT name stands for; what a composite says knows the row's
 * description and scale and gets the RESULT name, so that both are the same work. Changes nothing
 * but the test identity.
 */
#include "profile.h"

#include "arena.h"
#include "model.h"
#include "results-name.h"
#include "results-scale.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct known_profile {
	const char *name;	 /* interned */
	struct profile *profile; /* NULL: cannot be read, and that has been said */
	struct profile_case *cases;
	size_t n_cases;
};

struct attach {
	struct table *table;
	const char *suites_dir;
	struct known_profile *known;
	size_t n, cap;
	const struct test *warned; /* the last test a warning was about */
};

static void warn(struct attach *a, const struct observation *o, const char *code,
		 const char *message)
{
	table_warn(a->table, SEVERITY_WARNING, o->source, o->line, code, "%s", message);
}

static const struct known_profile *get_profile(struct attach *a, const struct observation *o)
{
	const char *name = o->test->profile;
	struct known_profile *k;
	char *dir, *err = NULL;

	for (size_t i = 0; i < a->n; i++)
		if (a->known[i].name == name)
			return &a->known[i];
	xgrow(&a->known, &a->cap, a->n + 1, sizeof(*a->known));
	k = &a->known[a->n++];
	*k = (struct known_profile){ .name = name };
	dir = xasprintf("%s/profiles/%s", a->suites_dir ? a->suites_dir : "", name);
	if (!a->suites_dir || !profile_name_ok(name) || access(dir, F_OK) != 0) {
		err = xasprintf(
			"profile '%s' is not known here; its results stand without its names",
			name);
		warn(a, o, "profile-unknown", err);
		free(err);
		free(dir);
		return k;
	}
	k->profile = profile_read(dir, &err);
	free(dir);
	if (k->profile)
		k->cases = profile_combine(k->profile, NULL, &k->n_cases, &err);
	if (err)
		warn(a, o, "profile-unknown", err);
	free(err);
	return k;
}

static const struct profile_case *find_case(const struct known_profile *k, const char *arguments)
{
	for (size_t i = 0; i < k->n_cases; i++)
		if (!strcmp(k->cases[i].arguments, arguments ? arguments : ""))
			return &k->cases[i];
	return NULL;
}

/* The row of what a run measured: by its RESULT name, that of a mixed job's operation first. */
static const struct profile_result *row_of_run(const struct profile *p, const struct observation *o)
{
	const struct profile_result *row = NULL;

	for (int with_op = 1; with_op >= 0 && !row; with_op--) {
		char *name = result_name(o, with_op);

		row = name ? profile_result(p, name) : NULL;
		free(name);
	}
	return row;
}

/* The row of what a composite says: by description and scale. */
static const struct profile_result *row_of_composite(const struct known_profile *k,
						     const struct test *test)
{
	const struct profile_case *c = find_case(k, test->arguments);

	for (size_t i = 0; c && i < k->profile->n_results; i++) {
		const struct profile_result *row = &k->profile->results[i];
		char *description = profile_row_description(row, c->description);
		bool same = test->description && !strcmp(description, test->description) &&
			    test->scale && !strcmp(row->scale, test->scale);

		free(description);
		if (same)
			return row;
	}
	return NULL;
}

static void attach_composite(struct attach *a, size_t i, const struct observation *o,
			     const struct known_profile *k)
{
	const struct profile_result *row = row_of_composite(k, o->test);
	struct test test = *o->test;
	char *message;

	if (!row)
		return;
	if (!test.app_version || strcmp(test.app_version, k->profile->app_version) != 0) {
		if (a->warned == o->test)
			return;
		a->warned = o->test;
		message = xasprintf(
			"result of version '%s' of profile '%s', here is '%s': they are not compared",
			test.app_version ? test.app_version : "", k->name, k->profile->app_version);
		warn(a, o, "profile-version", message);
		free(message);
		return;
	}
	test.result = table_str(a->table, row->name);
	test.title = table_str(a->table, k->profile->title);
	table_set_test(a->table, i, table_test(a->table, &test));
}

static void attach_run(struct attach *a, size_t i, const struct observation *o,
		       const struct known_profile *k)
{
	const struct profile_result *row = row_of_run(k->profile, o);
	const struct profile_case *c = find_case(k, o->test->arguments);
	struct test test = *o->test;
	struct scale scale;
	char *description;

	if (!test.arguments)
		test.arguments = table_str(a->table, "");
	test.title = table_str(a->table, k->profile->title);
	test.app_version = table_str(a->table, k->profile->app_version);
	if (row) {
		scale = scale_find(row->scale, row->proportion);
		description = profile_row_description(row, c ? c->description : test.arguments);
		test.description = table_str(a->table, description);
		test.result = table_str(a->table, row->name);
		test.scale = table_str(a->table, row->scale);
		test.proportion = table_str(a->table, row->proportion);
		test.divide = scale.metric == o->metric ? scale.divide :
							  result_name_divide(o->metric);
		free(description);
	}
	table_set_test(a->table, i, table_test(a->table, &test));
}

int profile_attach(struct table *t, const char *suites_dir)
{
	struct attach a = { .table = t, .suites_dir = suites_dir };
	struct observation o;

	for (size_t i = 0; i < table_len(t); i++) {
		const struct known_profile *k;

		if (!table_get(t, i, &o) || !o.test || !o.test->profile || o.test->result ||
		    !o.test->profile[0] || strchr(o.test->profile, '/'))
			continue;
		k = get_profile(&a, &o);
		if (!k->profile)
			continue;
		if (o.test->description)
			attach_composite(&a, i, &o, k);
		else
			attach_run(&a, i, &o, k);
	}
	for (size_t i = 0; i < a.n; i++) {
		profile_free(a.known[i].profile);
		profile_cases_free(a.known[i].cases, a.known[i].n_cases);
	}
	free(a.known);
	return 0;
}

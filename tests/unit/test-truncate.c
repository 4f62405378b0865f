/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Every fixture with results cut at every byte (the larger ones at a dense
 * sample of bytes): nothing crashes, hangs, or invents a value. What a cut
 * file gives must be the beginning of what the whole file gives.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "fixture.h"

/* Bytes read for one fixture, all cuts together. */
#define WORK	     (6 * 1024 * 1024)
#define WORK_WATCHED (2 * 1024 * 1024)

struct cuts {
	size_t files, cuts, compared;
	bool compare;
};

static bool same_text(const char *a, const char *b)
{
	return (!a && !b) || (a && b && !strcmp(a, b));
}

static bool same(const struct observation *a, const struct observation *b)
{
	return a->metric == b->metric && a->group == b->group && a->flags == b->flags &&
	       same_text(a->job, b->job) && same_text(a->op, b->op) &&
	       same_text(a->native, b->native) && same_text(a->stat, b->stat) &&
	       same_text(a->part, b->part) &&
	       (a->value == b->value || (isnan(a->value) && isnan(b->value)));
}

static void compare(const char *name, size_t cut, const struct table *whole, const struct table *t,
		    struct cuts *c)
{
	for (size_t i = 0; i < table_len(t); i++) {
		struct observation a, b;

		assert_true(table_get(t, i, &a));
		if (i >= table_len(whole) || !table_get(whole, i, &b) || !same(&a, &b))
			fail_msg("%s cut at byte %zu: '%s' %s %s %.9g is not in the whole file",
				 name, cut, a.job, a.native, a.stat, a.value);
		c->compared++;
	}
}

static void cut_file(const char *name, void *arg)
{
	struct cuts *c = arg;
	struct read_options options = { .parts = true };
	size_t len, step;
	char *data, *copy;
	struct table *whole;

	if (strstr(name, "expect.json"))
		return;
	data = fixture_bytes(name, &len);
	if (!strstr(data, "\"fio version\"") && !strstr(data, "platter-")) {
		free(data);
		return;
	}
	c->files++;
	step = 1 + len * len / 2 / (is_watched() ? WORK_WATCHED : WORK);
	whole = table_new();
	read_memory(whole, data, len, "whole", &options);
	for (size_t cut = 0; cut < len; cut += step) {
		struct table *t = table_new();

		/* Of its own, so that a read past the end is seen. */
		copy = malloc(cut ? cut : 1);
		memcpy(copy, data, cut);
		read_memory(t, copy, cut, "cut", &options);
		table_number_runs(t);
		if (c->compare)
			compare(name, cut, whole, t, c);
		table_free(t);
		free(copy);
		c->cuts++;
	}
	table_free(whole);
	free(data);
}

static void cut_cases(void **state)
{
	struct cuts c = { .compare = true };

	(void)state;
	fixture_each("cases", ".txt", cut_file, &c);
	print_message("%zu files, %zu cuts, %zu values\n", c.files, c.cuts, c.compared);
	assert_true(c.files >= 12 && c.cuts > 9000 && c.compared > 50);
}

static void cut_fio(void **state)
{
	struct cuts c = { .compare = true };

	(void)state;
	fixture_each("fio/2.1.10", ".json", cut_file, &c);
	fixture_each("fio/3.33", ".txt", cut_file, &c);
	fixture_each("fio/3.36", ".txt", cut_file, &c);
	fixture_each("fio/3.42", ".txt", cut_file, &c);
	print_message("%zu files, %zu cuts, %zu values\n", c.files, c.cuts, c.compared);
	assert_true(c.files >= 90 && c.cuts > 10000 && c.compared > 100000);
}

/* Cut snapshots give an earlier snapshot, cut runs fio's figures instead of the engine's: values that
 * are true and not those of the whole. */
static void cut_others(void **state)
{
	struct cuts c = { 0 };

	(void)state;
	fixture_each("fio/3.33/more", ".json", cut_file, &c);
	fixture_each("run", "", cut_file, &c);
	assert_true(c.files >= 12);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cut_cases),
		cmocka_unit_test(cut_fio),
		cmocka_unit_test(cut_others),
	};

	return cmocka_run_group_tests_name("truncate", tests, NULL, NULL);
}

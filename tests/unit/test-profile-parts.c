/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What test profiles are made of: menu choices as Phoronix words them,
 * combinations, names in the environment; and XML that is not to be trusted.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "arena.h"
#include "profile-xml.h"
#include "profile.h"

static void choice_texts(void **state)
{
	/* what real Phoronix 10.8.6 made of these names (pts_test_option) */
	static const char *const names[][2] = {
		{ "10000", "Files: 10000" },
		{ "0", "Files: 0" },
		{ "4 KiB (default)", "Files: 4 KiB" },
		{ "(x) y", "Files: (x) y" },
		{ "a(b)", "Files: a(b)" },
		{ "ab(c)d", "Files: ab" },
		{ "ab (c", "Files: ab (c" },
		{ "ab) (c", "Files: ab) (c" },
		{ "ab) (c)", "Files: ab) (c)" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		struct profile_entry entry = { (char *)names[i][0], "", "" };
		struct profile_option option = { .display = "Files",
						 .entries = &entry,
						 .n_entries = 1 };
		char *text = profile_choice_text(&option, 0);

		assert_string_equal(text, names[i][1]);
		free(text);
	}
}

/* Options of 101 x 100 entries, every entry called by its number. */
static void too_many_combinations(void **state)
{
	struct profile_entry entries[101] = { { 0 } };
	struct profile_option options[2] = { { 0 } };
	struct profile p = { .name = "storm", .options = options, .n_options = 2 };
	struct profile_case *cases;
	char *err = NULL;
	size_t n;

	(void)state;
	for (int i = 0; i < 101; i++) {
		entries[i].name = entries[i].value = xasprintf("%d", i);
		entries[i].message = "";
	}
	for (int i = 0; i < 2; i++) {
		options[i] = (struct profile_option){
			.display = "N",
			.prefix = "--n=",
			.postfix = "",
			.entries = entries,
			.n_entries = 100,
		};
	}
	cases = profile_combine(&p, NULL, &n, &err);
	assert_non_null(cases);
	assert_int_equal(n, PROFILE_CASES_MAX);
	assert_string_equal(cases[n - 1].arguments, "--n=99 --n=99");
	profile_cases_free(cases, n);
	options[0].n_entries = 101;
	assert_null(profile_combine(&p, NULL, &n, &err));
	assert_non_null(strstr(err, "over 10000 combinations"));
	free(err);
	for (int i = 0; i < 101; i++)
		free(entries[i].name);
}

static void environment_names(void **state)
{
	static const char *const refused_ones[] = {
		"--files",
		"-files=1",
		"files=1",
		"--Files=1",
		"--=1",
		"--fi_les=1",
		"--path=/x",
		"--home=/",
		"--ld-preload=x",
		"--target=/x",
		"--platter-suites=/x",
		"--bash-env=x",
		"--files=1 2",
		"--1=2",
	};
	const char *value;
	char *name;

	(void)state;
	name = profile_env_name("--read-size=4k=x", &value);
	assert_string_equal(name, "READ_SIZE");
	assert_string_equal(value, "4k=x");
	free(name);
	name = profile_env_name("--n2=", &value);
	assert_string_equal(name, "N2");
	assert_string_equal(value, "");
	free(name);
	for (size_t i = 0; i < sizeof(refused_ones) / sizeof(refused_ones[0]); i++)
		assert_null(profile_env_name(refused_ones[i], &value));
}

/* TEXT is no XML that is taken; the message holds WANTED and names the line. */
static void hostile(const char *text, long line, const char *wanted)
{
	struct xml_fault fault = { 0, NULL };
	xmlDoc *doc = xml_load_memory(text, strlen(text), &fault);

	assert_null(doc);
	assert_non_null(fault.message);
	if (!strstr(fault.message, wanted))
		fail_msg("message '%s' does not hold '%s'", fault.message, wanted);
	assert_int_equal(fault.line, line);
	assert_null(strchr(fault.message, '\n'));
	free(fault.message);
}

static void hostile_xml(void **state)
{
	char deep[4096] = "";
	struct xml_fault fault = { 0, NULL };

	(void)state;
	hostile("<!DOCTYPE x [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]>\n<x>&b;</x>", 1,
		"document type declaration");
	hostile("<?xml version=\"1.0\"?>\n<!DOCTYPE x SYSTEM \"file:///etc/passwd\">\n<x/>", 2,
		"document type declaration");
	hostile("<?xml version=\"1.0\"?>\n<!DOCTYPE x SYSTEM \"http://127.0.0.1/x.dtd\">\n<x/>", 2,
		"document type declaration");
	hostile("<x>\n<xi:include xmlns:xi=\"http://www.w3.org/2001/XInclude\" href=\"/etc/passwd\"/></x>",
		2, "XInclude");
	hostile("<x>\n\n&nbsp;</x>", 3, "'nbsp'");
	hostile("<x>\n<y></x>", 2, "y");
	hostile("", 1, "");
	hostile("no xml", 1, "");
	for (int i = 0; i < 600; i++)
		strcat(deep, "<a>");
	hostile(deep, 1, "depth");
	assert_null(xml_load_memory("x", (size_t)XML_LOAD_MAX + 1, &fault));
	assert_string_equal(fault.message, "larger than 64 MiB");
	free(fault.message);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(choice_texts),
		cmocka_unit_test(too_many_combinations),
		cmocka_unit_test(environment_names),
		cmocka_unit_test(hostile_xml),
	};

	return cmocka_run_group_tests_name("profile-parts", tests, NULL, NULL);
}

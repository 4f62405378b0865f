/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a profile's options stand for: the argument lists and descriptions of all combinations, byte
 * for byte as Phoronix Test Suite 10.8 builds them (pts_test_option, pts_test_run_options), since
 * both are part of the key that decides whether two results may be compared.
 */
#include "profile.h"

#include "arena.h"
#include "profile-xml.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *profile_choice_text(const struct profile_option *o, size_t entry)
{
	const char *name = o->entries[entry].name;
	const char *open = strchr(name, '(');
	const char *close = strchr(name, ')');
	size_t len = strlen(name);

	if (open && open - name > 1 && close && close > open) {
		len = (size_t)(open - name);
		while (len && strchr(" \t\r\n", name[len - 1]))
			len--;
	}
	if (!len || !o->display[0])
		return xstrdup("");
	return xasprintf("%s: %.*s", o->display, (int)len, name);
}

static char *choice_argument(const struct profile_option *o, size_t entry)
{
	return xasprintf("%s%s%s", o->prefix, o->entries[entry].value, o->postfix);
}

/* SO_FAR + DELIMITER + NEXT; no delimiter after what PHP calls empty, and "0" is empty in PHP. */
static char *join(const char *so_far, const char *delimiter, const char *next)
{
	bool empty = !so_far[0] || !strcmp(so_far, "0");

	return xasprintf("%s%s%s", so_far, empty ? "" : delimiter, next);
}

static char *trimmed(char *text)
{
	size_t start = strspn(text, " \t\r\n");
	size_t end = strlen(text);

	while (end > start && strchr(" \t\r\n", text[end - 1]))
		end--;
	memmove(text, text + start, end - start);
	text[end - start] = '\0';
	return text;
}

char *profile_env_name(const char *argument, const char **value)
{
	static const char *const reserved[] = {
		"PATH", "HOME", "IFS", "ENV", "SHELL", "PWD", "TMPDIR", "USER", "LANG", "TARGET",
	};
	static const char *const reserved_start[] = { "LD_", "LC_", "BASH_", "PLATTER_", "LOG_" };
	const char *equals = strchr(argument, '=');
	char *name;

	if (strncmp(argument, "--", 2) != 0 || !equals || argument[2] < 'a' || argument[2] > 'z' ||
	    strspn(argument + 2, "abcdefghijklmnopqrstuvwxyz0123456789-") !=
		    (size_t)(equals - argument - 2) ||
	    strchr(equals, ' '))
		return NULL;
	name = xasprintf("%.*s", (int)(equals - argument - 2), argument + 2);
	for (char *at = name; *at; at++)
		*at = *at == '-' ? '_' : (char)toupper((unsigned char)*at);
	for (size_t i = 0; i < sizeof(reserved) / sizeof(reserved[0]); i++)
		if (!strcmp(name, reserved[i]))
			goto refused;
	for (size_t i = 0; i < sizeof(reserved_start) / sizeof(reserved_start[0]); i++)
		if (!strncmp(name, reserved_start[i], strlen(reserved_start[i])))
			goto refused;
	*value = equals + 1;
	return name;
refused:
	free(name);
	return NULL;
}

struct combine {
	const struct profile *p;
	bool *const *chosen;
	struct profile_case *cases;
	size_t n;
};

static bool is_chosen(const struct combine *c, size_t option, size_t entry)
{
	return !c->chosen || !c->chosen[option] || c->chosen[option][entry];
}

/* Depth is the number of options, which the XML's size bounds; each level owns its two strings. */
static void combine_from(struct combine *c, size_t option, const char *arguments,
			 const char *description)
{
	const struct profile_option *o;

	if (option == c->p->n_options) {
		struct profile_case *out = &c->cases[c->n++];

		out->arguments = xstrdup(arguments);
		out->description = xstrdup(description);
		trimmed(out->arguments);
		trimmed(out->description);
		return;
	}
	o = &c->p->options[option];
	for (size_t i = 0; i < o->n_entries; i++) {
		char *argument, *text, *more_arguments, *more_description;

		if (!is_chosen(c, option, i))
			continue;
		argument = choice_argument(o, i);
		text = profile_choice_text(o, i);
		more_arguments = join(arguments, " ", argument);
		more_description = join(description, " - ", text);
		combine_from(c, option + 1, more_arguments, more_description);
		free(argument);
		free(text);
		free(more_arguments);
		free(more_description);
	}
}

struct profile_case *profile_combine(const struct profile *p, bool *const *chosen, size_t *n,
				     char **err)
{
	struct combine c = { .p = p, .chosen = chosen };
	size_t total = 1;

	for (size_t i = 0; i < p->n_options; i++) {
		size_t choices = 0;

		for (size_t k = 0; k < p->options[i].n_entries; k++)
			choices += is_chosen(&c, i, k);
		total *= choices;
		if (total > PROFILE_CASES_MAX) {
			text_error(
				err,
				"profile '%s' has over %d combinations of options; limit them with OptionSelect",
				p->name, PROFILE_CASES_MAX);
			return NULL;
		}
	}
	c.cases = xcalloc(total, sizeof(*c.cases));
	combine_from(&c, 0, "", "");
	*n = c.n;
	return c.cases;
}

void profile_cases_free(struct profile_case *cases, size_t n)
{
	for (size_t i = 0; cases && i < n; i++) {
		free(cases[i].arguments);
		free(cases[i].description);
	}
	free(cases);
}

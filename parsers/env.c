/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * `platter env`: prints, for `eval "$(platter env)"`, the exports that let a profile's job file run
 * by hand: where the engines and suites are, where engines report to (nowhere, unless
 * PLATTER_REPORT is set already), and each profile option's default value, unless the variable is
 * set already. TARGET is the user's to give. Sets nothing itself.
 */
#include "arena.h"
#include "cmd.h"
#include "locate.h"
#include "profile.h"

#include <dirent.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char usage_text[] =
	"usage: platter env\n"
	"\n"
	"Prints shell exports with which a profile's job file runs by hand:\n"
	"\n"
	"  eval \"$(platter env)\"\n"
	"  TARGET=/mnt/x fio \"$PLATTER_SUITES\"/profiles/smallfile/smallfile.fio\n";

/* Variables printed so far, and the profile each came from. */
struct printed {
	struct {
		char *name;
		char *value;
		char *profile;
	} * v;
	size_t n, cap;
};

/* 'TEXT' in single quotes for sh. */
static void put_quoted(const char *text)
{
	putchar('\'');
	for (; *text; text++) {
		if (*text == '\'')
			fputs("'\\''", stdout);
		else
			putchar(*text);
	}
	putchar('\'');
}

static void export_path(const char *name, const char *path)
{
	char *whole = realpath(path, NULL);

	printf("export %s=", name);
	put_quoted(whole ? whole : path);
	putchar('\n');
	free(whole);
}

/* VALUE holds argument characters only (profile_read saw to it): nothing a double quote expands. */
static void export_default(struct printed *done, const char *profile, const char *argument)
{
	const char *value;
	char *name = profile_env_name(argument, &value);

	for (size_t i = 0; name && i < done->n; i++) {
		if (strcmp(done->v[i].name, name) != 0)
			continue;
		if (strcmp(done->v[i].value, value) != 0)
			printf("# %s: profile '%s' has default '%s', '%s' has '%s'\n", name,
			       done->v[i].profile, done->v[i].value, profile, value);
		free(name);
		return;
	}
	if (!name)
		return;
	printf("export %s=\"${%s:-%s}\"\n", name, name, value);
	xgrow(&done->v, &done->cap, done->n + 1, sizeof(*done->v));
	done->v[done->n].name = name;
	done->v[done->n].value = xstrdup(value);
	done->v[done->n].profile = xstrdup(profile);
	done->n++;
}

static void export_arguments(struct printed *done, const struct profile *p, const char *arguments)
{
	char *text = xstrdup(arguments);
	char *save, *argument;

	for (argument = strtok_r(text, " ", &save); argument; argument = strtok_r(NULL, " ", &save))
		export_default(done, p->name, argument);
	free(text);
}

static void export_profile(struct printed *done, const struct profile *p)
{
	export_arguments(done, p, p->default_args);
	for (size_t i = 0; i < p->n_options; i++) {
		const struct profile_option *o = &p->options[i];
		char *argument = xasprintf("%s%s%s", o->prefix, o->entries[o->default_entry].value,
					   o->postfix);

		export_default(done, p->name, argument);
		free(argument);
	}
	export_arguments(done, p, p->post_args);
}

static int profile_entry_filter(const struct dirent *e)
{
	return profile_name_ok(e->d_name);
}

/* Every profile of SUITES; one that cannot be read costs its own variables only. */
static int export_profiles(const char *suites)
{
	char *dir = xasprintf("%s/profiles", suites);
	struct printed done = { NULL, 0, 0 };
	struct dirent **entries = NULL;
	int n = scandir(dir, &entries, profile_entry_filter, alphasort);
	int status = EXIT_OK;

	if (n < 0) {
		error_line("cannot read '%s': %m", dir);
		status = EXIT_INPUT;
	}
	for (int i = 0; i < n; i++) {
		char *path = xasprintf("%s/%s", dir, entries[i]->d_name);
		char *err = NULL;
		struct profile *p = profile_read(path, &err);

		if (p) {
			export_profile(&done, p);
		} else {
			error_line("%s", err);
			status = EXIT_INPUT;
		}
		profile_free(p);
		free(err);
		free(path);
		free(entries[i]);
	}
	free(entries);
	for (size_t i = 0; i < done.n; i++) {
		free(done.v[i].name);
		free(done.v[i].value);
		free(done.v[i].profile);
	}
	free(done.v);
	free(dir);
	return status;
}

int cmd_env(int argc, char **argv)
{
	static const struct option options[] = {
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	char *engines, *suites;
	int c, status = EXIT_OK;

	opterr = 0;
	optind = 0;
	while ((c = getopt_long(argc, argv, "h", options, NULL)) != -1) {
		if (c != 'h' && optopt)
			return usage_error("unknown option '-%c' of env", optopt);
		if (c != 'h')
			return usage_error("unknown option '%s' of env", argv[optind - 1]);
		fputs(usage_text, stdout);
		return EXIT_OK;
	}
	if (optind < argc)
		return usage_error("env takes no arguments, got '%s'", argv[optind]);
	engines = locate_engines();
	suites = locate_suites();
	if (engines) {
		export_path("PLATTER_ENGINES", engines);
	} else {
		error_line(
			"cannot find engines built for the installed fio; run 'make' or set PLATTER_ENGINES");
		status = EXIT_INPUT;
	}
	fputs("export PLATTER_REPORT=\"${PLATTER_REPORT:-/dev/null}\"\n", stdout);
	if (suites) {
		export_path("PLATTER_SUITES", suites);
		if (export_profiles(suites) != EXIT_OK)
			status = EXIT_INPUT;
	} else {
		error_line("cannot find the suites directory; set PLATTER_SUITES to it");
		status = EXIT_INPUT;
	}
	free(engines);
	free(suites);
	if (fflush(stdout) != 0 || ferror(stdout)) {
		error_line("cannot write to standard output: %m");
		status = EXIT_INPUT;
	}
	return status;
}

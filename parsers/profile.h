/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A test profile: what suites/profiles/NAME/{test-definition,results-definition}.xml say, in the
 * formats of Phoronix Test Suite 10.8. A profile is read whole and checked whole; whoever holds a
 * struct profile need not check anything again.
 */
#ifndef PLATTER_PROFILE_H
#define PLATTER_PROFILE_H

#include <stdbool.h>
#include <stddef.h>

struct table;

struct profile_entry {
	char *name;  /* what a menu shows */
	char *value; /* what the argument gets */
	char *message;
};

/* One menu; its argument is prefix + value + postfix. */
struct profile_option {
	char *display;	  /* "Files" */
	char *identifier; /* "files", for OptionSelect */
	char *prefix, *postfix, *message;
	size_t default_entry; /* counts from 0 */
	struct profile_entry *entries;
	size_t n_entries;
};

/* One line "RESULT <name>: <number>" of a run, and the row it becomes. */
struct profile_result {
	char *name;	   /* "create_seconds" */
	char *scale;	   /* "Seconds"; never empty */
	char *proportion;  /* "HIB" or "LIB" */
	char *description; /* ArgumentsDescription: replaces the options' description; or NULL */
	char *append;	   /* AppendToArgumentsDescription, or NULL */
	int precision;	   /* decimals of Value, -1: as many as the runs show */
	bool minmax;	   /* the line also has min: and max: */
	bool secondary;	   /* subordinate to the first result of the profile */
	long line;	   /* in results-definition.xml */
};

struct profile {
	char *name; /* directory name: Phoronix knows it as local/NAME */
	char *dir;
	char *title, *app_version, *description, *executable;
	char *scale, *proportion; /* of results that say nothing else; may be empty */
	char *version;		  /* of the profile itself */
	char *ignore_runs;	  /* "1" or "1,2", or empty */
	unsigned int times_to_run;
	unsigned int est_seconds; /* a run, 0: not said */
	double needs_mb;	  /* EnvironmentTestingSize, MB of free space a run takes */
	bool requires_root;
	char *default_args, *post_args;
	struct profile_option *options;
	size_t n_options;
	struct profile_result *results;
	size_t n_results;
};

/* All choices of a profile's options, or some of them: what one run is called with. */
struct profile_case {
	char *arguments;   /* "--files=10000" */
	char *description; /* "Files: 10000" */
};

/*
 * Reads the profile in directory DIR, whose last component is its name ([a-z0-9-], at most 50).
 * NULL with *err = one line that names file and line (free).
 */
struct profile *profile_read(const char *dir, char **err);
void profile_free(struct profile *p);

/* Reads results-definition.xml of P; profile_read calls it. False with *err set. */
bool profile_read_results(struct profile *p, char **err);

/* The row of RESULT name NAME, or NULL. */
const struct profile_result *profile_result(const struct profile *p, const char *name);

/*
 * Description of a row as Phoronix builds it (pts_test_result_parser, 10.8): the case's description
 * with " - " and the row's append text, or the row's own description in its place (free).
 */
char *profile_row_description(const struct profile_result *r, const char *description);

/*
 * How Phoronix shows a menu's choice (pts_test_option): "DISPLAY: NAME", NAME cut at its first "("
 * unless that is one of its first two characters or no ")" follows; "" when either is empty (free).
 */
char *profile_choice_text(const struct profile_option *o, size_t entry);

/*
 * All combinations of the given choices, last option fastest (pts_test_run_options). CHOSEN[i] is a
 * list of n_entries flags for option i (at least one of them set), or NULL for all of them; CHOSEN
 * NULL: all of everything. Returns the cases and sets *n (profile_cases_free); a profile without
 * options has one case of two empty strings. NULL with *err over PROFILE_CASES_MAX cases.
 */
#define PROFILE_CASES_MAX 10000
struct profile_case *profile_combine(const struct profile *p, bool *const *chosen, size_t *n,
				     char **err);
void profile_cases_free(struct profile_case *cases, size_t n);

/*
 * Arguments reach fio as environment: "--read-size=4k" is READ_SIZE=4k. Returns the variable's name
 * (free) and points *value into ARGUMENT, or NULL when ARGUMENT is not "--name=value" with a name of
 * [a-z0-9-] and a value without blanks, or the variable means something to the system or to Platter
 * (PATH, HOME, LD_*, TARGET, PLATTER_* ...). A profile whose options or Default arguments break
 * this is refused by profile_read().
 */
char *profile_env_name(const char *argument, const char **value);

/* True when NAME may be the name of a profile or a suite: [a-z0-9-], 1 to 50 characters. */
bool profile_name_ok(const char *name);

/*
 * Gives every observation of T that has a test identity (profile and arguments, from a run's header)
 * the rest of it, from the profile in SUITES_DIR/profiles: title, app_version, and where a row has
 * its RESULT name (results-name.h) also description, result, scale, proportion and divide. What came
 * from a composite (description and scale known) gets its RESULT name. What no row is for keeps
 * description and result NULL. Profiles that are unknown or cannot be read, and results of another
 * AppVersion, become warnings of the table. SUITES_DIR may be NULL. Returns 0.
 */
int profile_attach(struct table *t, const char *suites_dir);

#endif

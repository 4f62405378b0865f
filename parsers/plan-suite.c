/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads suite-definition.xml (Phoronix's test-suite.xsd, tightened): finds the file, checks it, goes
 * through its Execute elements and into the suites they name. Which cases an Execute of a profile
 * stands for: plan-execute.c. No output here: plan.c.
 */
#include "plan-suite.h"

#include "arena.h"
#include "plan-execute.h"
#include "profile-rules.h"
#include "profile-xml.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SUITE_DEPTH 16
#define TEST_TYPES  "System|Processor|Disk|Graphics|Memory|Network|OS|Other"

static const struct xml_rule information_rules[] = {
	{ "Title", RULE_TEXT, RULE_REQUIRED, 2, 50, NULL, NULL },
	{ "Version", RULE_VERSION, RULE_REQUIRED, 0, 0, NULL, NULL },
	{ "TestType", RULE_CHOICE, RULE_REQUIRED, 0, 0, TEST_TYPES, NULL },
	{ "Description", RULE_TEXT, RULE_REQUIRED, 0, 2048, NULL, NULL },
	{ "Maintainer", RULE_TEXT, RULE_REQUIRED, 0, 0, NULL, NULL },
	{ "PreRunMessage", RULE_TEXT, 0, 0, 0, NULL, NULL },
	{ "PostRunMessage", RULE_TEXT, 0, 0, 0, NULL, NULL },
	{ "RunMode", RULE_REFUSED, 0, 0, 0, "give each Execute its Mode", NULL },
	{ "RequiresCoreVersionMin", RULE_INT, 0, 2950, 99999, NULL, NULL },
	{ "RequiresCoreVersionMax", RULE_INT, 0, 2950, 99999, NULL, NULL },
	{ "Status", RULE_TEXT, 0, 0, 0, NULL, NULL },
	{ .name = NULL },
};

static const struct xml_rule execute_rules[] = {
	{ "Test", RULE_EXACT, RULE_REQUIRED, 3, 64, NULL, NULL },
	{ "Arguments", RULE_ARG, 0, 0, 0, NULL, NULL },
	{ "Description", RULE_EXACT, 0, 0, 0, NULL, NULL },
	{ "Mode", RULE_CHOICE, 0, 0, 0, "BATCH|DEFAULTS|", NULL },
	{ "OptionSelect", RULE_TEXT, 0, 0, 0, NULL, NULL },
	{ .name = NULL },
};

static const struct xml_rule suite_rules[] = {
	{ "SuiteInformation", RULE_GROUP, RULE_REQUIRED, 0, 0, NULL, information_rules },
	{ "Execute", RULE_GROUP, RULE_REQUIRED | RULE_MANY, 0, 0, NULL, execute_rules },
	{ .name = NULL },
};

static const struct xml_rule suite_rule = {
	"PhoronixTestSuite", RULE_GROUP, 0, 0, 0, NULL, suite_rules,
};

/* The suites being read, innermost first: a suite found among them holds itself. */
struct nesting {
	const struct nesting *outer;
	const char *path;
	unsigned int depth;
};

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Names of the directories under DIR that hold FILE, sorted, joined by ", "; "none" (free). */
static char *names_with(const char *dir, const char *file)
{
	DIR *d = opendir(dir);
	char **names = NULL;
	size_t n = 0, cap = 0;
	char *list = NULL;
	struct dirent *e;

	while (d && (e = readdir(d))) {
		char *path;

		if (e->d_name[0] == '.')
			continue;
		path = xasprintf("%s/%s/%s", dir, e->d_name, file);
		if (!access(path, R_OK)) {
			xgrow(&names, &cap, n + 1, sizeof(*names));
			names[n++] = xstrdup(e->d_name);
		}
		free(path);
	}
	if (d)
		closedir(d);
	if (n)
		qsort(names, n, sizeof(*names), by_text);
	for (size_t i = 0; i < n; i++) {
		char *longer = list ? xasprintf("%s, %s", list, names[i]) : xstrdup(names[i]);

		free(list);
		list = longer;
		free(names[i]);
	}
	free(names);
	return list ? list : xstrdup("none");
}

static char *existing_names(const char *suites_dir)
{
	char *dir = xasprintf("%s/profiles", suites_dir);
	char *profiles = names_with(dir, "test-definition.xml");
	char *suites = names_with(suites_dir, "suite-definition.xml");
	char *list = xasprintf("suites: %s; profiles: %s", suites, profiles);

	free(dir);
	free(profiles);
	free(suites);
	return list;
}

static bool is_file(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISREG(st.st_mode);
}

static bool read_suite(struct plan_reading *r, const char *path, const struct nesting *outer);

/* Test is local/NAME or NAME; as with Phoronix a profile is looked for first, then a suite. */
static bool add_execute(struct plan_reading *r, const xmlNode *execute, const char *path,
			const struct nesting *nesting)
{
	char *test = xml_text(xml_child(execute, "Test"));
	const char *name = strncmp(test, "local/", 6) ? test : test + 6;
	char *profile = xasprintf("%s/profiles/%s/test-definition.xml", r->suites_dir, name);
	char *suite = xasprintf("%s/%s/suite-definition.xml", r->suites_dir, name);
	long line = xmlGetLineNo((xmlNode *)execute);
	bool ok = false;

	if (profile_name_ok(name) && is_file(profile)) {
		ok = plan_add_profile(r, name, execute, path);
	} else if (profile_name_ok(name) && is_file(suite)) {
		if (xml_next(xml_child(execute, "Test"), NULL))
			xml_error(r->err, path, line,
				  "'%s' is a suite: it takes no arguments and no mode", name);
		else
			ok = read_suite(r, suite, nesting);
	} else {
		char *names = existing_names(r->suites_dir);

		xml_error(r->err, path, line, "unknown profile or suite '%s'; there are %s", test,
			  names);
		free(names);
	}
	free(test);
	free(profile);
	free(suite);
	return ok;
}

/* The value of runs="N", 0 if that is not what CONTENT says. */
static unsigned int instruction_runs(const char *content)
{
	unsigned int runs = 0;
	int end = 0;

	if (!content || sscanf(content, "runs=\"%4u\"%n", &runs, &end) != 1 || !end || content[end])
		return 0;
	return runs;
}

/* Our instructions to the runner, see plan-suite.h; unknown ones are refused. */
static bool read_instructions(struct plan_reading *r, const xmlDoc *doc, const char *path)
{
	for (xmlNode *n = doc->children; n; n = n->next) {
		const char *content = (const char *)n->content;

		if (n->type != XML_PI_NODE || strcmp((const char *)n->name, "platter"))
			continue;
		r->plan->runs = instruction_runs(content);
		if (!r->plan->runs) {
			xml_error(r->err, path, xmlGetLineNo(n),
				  "unknown instruction 'platter %s'; there is runs=\"N\"",
				  content ? content : "");
			return false;
		}
	}
	return true;
}

static bool read_suite(struct plan_reading *r, const char *path, const struct nesting *outer)
{
	struct nesting nesting = { .outer = outer,
				   .path = path,
				   .depth = outer ? outer->depth + 1 : 1 };
	xmlNode *root, *execute;
	bool ok = true;
	xmlDoc *doc;

	for (const struct nesting *n = outer; n; n = n->outer) {
		struct stat a, b;

		if (stat(n->path, &a) || stat(path, &b) || a.st_ino != b.st_ino ||
		    a.st_dev != b.st_dev)
			continue;
		text_error(r->err, "cannot read '%s': the suite holds itself", path);
		return false;
	}
	if (nesting.depth > SUITE_DEPTH) {
		text_error(r->err, "cannot read '%s': suites nested over %d deep", path,
			   SUITE_DEPTH);
		return false;
	}
	doc = xml_load_file(path, r->err);
	if (!doc)
		return false;
	root = xmlDocGetRootElement(doc);
	ok = xml_check(root, &suite_rule, path, r->err);
	if (ok && !outer)
		ok = read_instructions(r, doc, path);
	if (ok && !outer)
		r->plan->title = xml_text(xml_child(xml_child(root, "SuiteInformation"), "Title"));
	execute = ok ? xml_child(root, "Execute") : NULL;
	for (; ok && execute; execute = xml_next(execute, "Execute"))
		ok = add_execute(r, execute, path, &nesting);
	xmlFreeDoc(doc);
	return ok;
}

/* The suite-definition.xml meant by SUITE, a name or a path (free); NULL with *err set. */
static char *suite_path(const char *suites_dir, const char *suite, char **err)
{
	char *path, *names;

	if (strchr(suite, '/')) {
		struct stat st;

		if (!stat(suite, &st) && S_ISDIR(st.st_mode))
			return xasprintf("%s/suite-definition.xml", suite);
		return xstrdup(suite);
	}
	path = xasprintf("%s/%s/suite-definition.xml", suites_dir, suite);
	if (profile_name_ok(suite) && is_file(path))
		return path;
	free(path);
	names = existing_names(suites_dir);
	text_error(err, "unknown suite '%s'; there are %s", suite, names);
	free(names);
	return NULL;
}

/* Name of the directory of PATH (free). */
static char *directory_name(const char *path)
{
	char *copy = xstrdup(path);
	char *slash = strrchr(copy, '/');
	char *name;

	if (slash)
		*slash = '\0';
	while (slash && (slash = strrchr(copy, '/')) && !slash[1] && slash > copy)
		*slash = '\0';
	name = xstrdup(slash ? slash + 1 : copy);
	free(copy);
	return name;
}

struct plan *plan_read(const char *suites_dir, const char *suite, char **err)
{
	struct plan_reading r = { .suites_dir = suites_dir, .err = err };
	char *path = suite_path(suites_dir, suite, err);
	struct plan *plan;

	if (!path)
		return NULL;
	plan = xcalloc(1, sizeof(*plan));
	plan->suite = directory_name(path);
	r.plan = plan;
	if (!read_suite(&r, path, NULL)) {
		plan_free(plan);
		plan = NULL;
	}
	free(path);
	return plan;
}

void plan_free(struct plan *plan)
{
	if (!plan)
		return;
	for (size_t i = 0; i < plan->n; i++) {
		free(plan->cases[i].arguments);
		free(plan->cases[i].description);
	}
	for (size_t i = 0; i < plan->n_profiles; i++)
		profile_free(plan->profiles[i]);
	free(plan->cases);
	free(plan->profiles);
	free(plan->suite);
	free(plan->title);
	free(plan);
}

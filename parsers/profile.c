/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads suites/profiles/NAME/test-definition.xml (Phoronix's test-profile.xsd, tightened) into a
 * struct profile, and builds the arguments and descriptions its options stand for. What Phoronix
 * would find out only at run time (a character a shell acts on, an option whose choices depend on
 * the machine) is refused here. Rows of results: profile-results.c.
 */
#include "profile.h"

#include "arena.h"
#include "profile-rules.h"
#include "profile-xml.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define END_OF_RULES         \
	{                    \
		.name = NULL \
	}
#define PROPORTIONS    "HIB|LIB"
#define TEST_TYPES     "System|Processor|Disk|Graphics|Memory|Network|OS|Other"
#define STATES	       "Verified|Unverified|Private|Broken|Experimental|Deprecated"
#define SOFTWARE_TYPES "BaseTestProfile|Utility|Simulator|Scientific|Benchmark|Application|Game"

static const struct xml_rule information_rules[] = {
	{ "Title", RULE_EXACT, RULE_REQUIRED, 2, 50, NULL, NULL },
	{ "AppVersion", RULE_EXACT, RULE_REQUIRED, 1, 0, NULL, NULL },
	{ "Description", RULE_TEXT, 0, 0, 2048, NULL, NULL },
	{ "ResultScale", RULE_EXACT, 0, 0, 0, NULL, NULL },
	{ "Proportion", RULE_CHOICE, 0, 0, 0, PROPORTIONS, NULL },
	{ "ResultQuantifier", RULE_CHOICE, 0, 0, 0, "AVG", NULL },
	{ "DisplayFormat", RULE_CHOICE, 0, 0, 0, "BAR_GRAPH", NULL },
	{ "SubTitle", RULE_REFUSED, 0, 0, 0, "give the row an ArgumentsDescription", NULL },
	{ "Executable", RULE_EXACT, RULE_REQUIRED, 1, 0, NULL, NULL },
	{ "TimesToRun", RULE_INT, RULE_REQUIRED, 1, 1000, NULL, NULL },
	{ "IgnoreRuns", RULE_TEXT, 0, 0, 0, NULL, NULL },
	{ "InstallationAgreement", RULE_TEXT, 0, 0, 0, NULL, NULL },
	{ "PreInstallMessage", RULE_TEXT, 0, 0, 0, NULL, NULL },
	{ "PostInstallMessage", RULE_TEXT, 0, 0, 0, NULL, NULL },
	END_OF_RULES,
};

static const struct xml_rule profile_rules[] = {
	{ "Version", RULE_VERSION, RULE_REQUIRED, 0, 0, NULL, NULL },
	{ "SupportedPlatforms", RULE_TEXT, 0, 0, 95, NULL, NULL },
	{ "SoftwareType", RULE_CHOICE, 0, 0, 0, SOFTWARE_TYPES, NULL },
	{ "TestType", RULE_CHOICE, RULE_REQUIRED, 0, 0, TEST_TYPES, NULL },
	{ "License", RULE_CHOICE, 0, 0, 0, "Free|Non-Free|Retail|Restricted", NULL },
	{ "Status", RULE_CHOICE, RULE_REQUIRED, 0, 0, STATES, NULL },
	{ "SupportedArchitectures", RULE_TEXT, 0, 0, 0, NULL, NULL },
	{ "ExternalDependencies", RULE_TEXT, 0, 0, 0, NULL, NULL },
	{ "Extends", RULE_REFUSED, 0, 0, 0, "write the whole profile into its own file", NULL },
	{ "RequiresRoot", RULE_CHOICE, 0, 0, 0, "TRUE|FALSE", NULL },
	{ "RequiresRootInstall", RULE_CHOICE, 0, 0, 0, "TRUE|FALSE", NULL },
	{ "RequiresDisplay", RULE_CHOICE, RULE_REQUIRED, 0, 0, "FALSE", NULL },
	{ "RequiresNetwork", RULE_CHOICE, 0, 0, 0, "TRUE|FALSE", NULL },
	{ "InstallRequiresInternet", RULE_CHOICE, 0, 0, 0, "TRUE|FALSE", NULL },
	{ "RequiresInternet", RULE_CHOICE, 0, 0, 0, "TRUE|FALSE", NULL },
	{ "EnvironmentSize", RULE_DECIMAL, 0, 0, 0, NULL, NULL },
	{ "EnvironmentTestingSize", RULE_DECIMAL, 0, 0, 0, NULL, NULL },
	{ "EstimatedTimePerRun", RULE_INT, 0, 1, 0, NULL, NULL },
	{ "ProjectURL", RULE_URL, 0, 0, 0, NULL, NULL },
	{ "RepositoryURL", RULE_URL, 0, 0, 0, NULL, NULL },
	{ "RequiresCoreVersionMin", RULE_INT, 0, 2950, 99999, NULL, NULL },
	{ "RequiresCoreVersionMax", RULE_INT, 0, 2950, 99999, NULL, NULL },
	{ "InternalTags", RULE_TEXT, 0, 0, 0, NULL, NULL },
	{ "Maintainer", RULE_TEXT, 0, 0, 0, NULL, NULL },
	{ "AllowResultsSharing", RULE_CHOICE, RULE_REQUIRED, 0, 0, "FALSE", NULL },
	{ "AutoSaveResults", RULE_CHOICE, 0, 0, 0, "TRUE|FALSE", NULL },
	{ "RemoveInstallDirectoryOnReinstall", RULE_CHOICE, 0, 0, 0, "TRUE|FALSE", NULL },
	{ "SystemDependencies", RULE_TEXT, 0, 0, 0, NULL, NULL },
	END_OF_RULES,
};

static const struct xml_rule default_rules[] = {
	{ "Arguments", RULE_ARG, 0, 0, 0, NULL, NULL },
	{ "PostArguments", RULE_ARG, 0, 0, 0, NULL, NULL },
	{ "AllowCacheShare", RULE_CHOICE, 0, 0, 0, "TRUE|FALSE", NULL },
	{ "MinimumLength", RULE_DECIMAL, 0, 0, 0, NULL, NULL },
	{ "MaximumLength", RULE_DECIMAL, 0, 0, 0, NULL, NULL },
	END_OF_RULES,
};

static const struct xml_rule entry_rules[] = {
	{ "Name", RULE_EXACT, RULE_REQUIRED, 1, 0, NULL, NULL },
	{ "Value", RULE_ARG, RULE_REQUIRED, 0, 0, NULL, NULL },
	{ "Message", RULE_TEXT, 0, 0, 0, NULL, NULL },
	END_OF_RULES,
};

static const struct xml_rule menu_rules[] = {
	{ "Entry", RULE_GROUP, RULE_REQUIRED | RULE_MANY, 0, 0, NULL, entry_rules },
	END_OF_RULES,
};

static const struct xml_rule option_rules[] = {
	{ "DisplayName", RULE_EXACT, RULE_REQUIRED, 1, 0, NULL, NULL },
	{ "Identifier", RULE_ARG, RULE_REQUIRED, 1, 0, NULL, NULL },
	{ "ArgumentPrefix", RULE_ARG, 0, 0, 0, NULL, NULL },
	{ "ArgumentPostfix", RULE_ARG, 0, 0, 0, NULL, NULL },
	{ "DefaultEntry", RULE_INT, 0, 0, 10000, NULL, NULL },
	{ "Message", RULE_TEXT, 0, 0, 0, NULL, NULL },
	{ "Menu", RULE_GROUP, RULE_REQUIRED, 0, 0, NULL, menu_rules },
	END_OF_RULES,
};

static const struct xml_rule settings_rules[] = {
	{ "Default", RULE_GROUP, 0, 0, 0, NULL, default_rules },
	{ "Option", RULE_GROUP, RULE_MANY, 0, 0, NULL, option_rules },
	END_OF_RULES,
};

static const struct xml_rule root_rules[] = {
	{ "TestInformation", RULE_GROUP, RULE_REQUIRED, 0, 0, NULL, information_rules },
	{ "TestProfile", RULE_GROUP, RULE_REQUIRED, 0, 0, NULL, profile_rules },
	{ "TestSettings", RULE_GROUP, 0, 0, 0, NULL, settings_rules },
	END_OF_RULES,
};

static const struct xml_rule definition_rule = {
	"PhoronixTestSuite", RULE_GROUP, 0, 0, 0, NULL, root_rules,
};

/* Options whose menu Phoronix fills in from the machine it runs on (auto_process_test_option). */
static const char *const machine_options[] = {
	"auto-resolution",
	"auto-resolution-wide",
	"auto-disk-partitions",
	"auto-disk-mount-points",
	"auto-disks",
	"auto-removable-media",
	"auto-file-select",
	"auto-executable",
	"auto-directory-select",
	"cpu-threads",
	"cpu-physical-threads",
	"ram-capacity",
	"renderer",
};

bool profile_name_ok(const char *name)
{
	size_t len = strlen(name);

	return len >= 1 && len <= 50 &&
	       strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == len;
}

static size_t count_children(const xmlNode *node, const char *name)
{
	size_t n = 0;

	for (xmlNode *c = xml_child(node, name); c; c = xml_next(c, name))
		n++;
	return n;
}

static char *child_text(const xmlNode *node, const char *name)
{
	return xml_text(xml_child(node, name));
}

static char *child_raw(const xmlNode *node, const char *name)
{
	return xml_text_raw(xml_child(node, name));
}

static unsigned int child_uint(const xmlNode *node, const char *name)
{
	char *text = child_text(node, name);
	unsigned int value = (unsigned int)strtoul(text, NULL, 10);

	free(text);
	return value;
}

static double child_decimal(const xmlNode *node, const char *name)
{
	char *text = child_text(node, name);
	char *dot = strchr(text, '.');
	double value = (double)strtoull(text, NULL, 10);
	double place = 0.1;

	/* strtod follows the locale, and this number does not */
	for (dot = dot ? dot + 1 : NULL; dot && isdigit((unsigned char)*dot); dot++, place /= 10)
		value += (*dot - '0') * place;
	free(text);
	return value;
}

static bool child_true(const xmlNode *node, const char *name)
{
	char *text = child_text(node, name);
	bool is_true = !strcmp(text, "TRUE");

	free(text);
	return is_true;
}

static bool ignore_runs_ok(const char *text)
{
	const char *at = text;

	while (*at) {
		size_t digits = strspn(at, "0123456789");

		if (!digits || digits > 4 || (at[digits] && at[digits] != ',') ||
		    (at[digits] == ',' && !at[digits + 1]))
			return false;
		at += digits + (at[digits] == ',');
	}
	return true;
}

static bool check_argument(const char *argument, const char *path, long line, char **err)
{
	const char *value;
	char *name = profile_env_name(argument, &value);
	bool ok = name != NULL;

	if (!ok)
		xml_error(
			err, path, line,
			"argument '%s' is not '--name=value' with a name of [a-z0-9-] that is not reserved",
			argument);
	free(name);
	return ok;
}

/* Every blank separated argument of Default/Arguments or PostArguments. */
static bool check_arguments(const xmlNode *node, const char *path, char **err)
{
	char *text = xml_text(node);
	bool ok = true;
	char *save, *argument;

	for (argument = strtok_r(text, " ", &save); argument && ok;
	     argument = strtok_r(NULL, " ", &save))
		ok = check_argument(argument, path, xmlGetLineNo((xmlNode *)node), err);
	free(text);
	return ok;
}

static bool read_option(struct profile *p, struct profile_option *o, const xmlNode *node,
			const char *path, char **err)
{
	const xmlNode *menu = xml_child(node, "Menu");
	long line = xmlGetLineNo((xmlNode *)node);
	unsigned int preset = child_uint(node, "DefaultEntry");
	size_t i = 0;
	char *argument;
	bool ok;

	o->display = child_text(node, "DisplayName");
	o->identifier = child_text(node, "Identifier");
	o->prefix = child_raw(node, "ArgumentPrefix");
	o->postfix = child_raw(node, "ArgumentPostfix");
	o->message = child_text(node, "Message");
	o->n_entries = count_children(menu, "Entry");
	o->entries = xcalloc(o->n_entries, sizeof(*o->entries));
	for (xmlNode *e = xml_child(menu, "Entry"); e; e = xml_next(e, "Entry"), i++) {
		o->entries[i].name = child_text(e, "Name");
		o->entries[i].value = child_raw(e, "Value");
		o->entries[i].message = child_text(e, "Message");
		argument = xasprintf("%s%s%s", o->prefix, o->entries[i].value, o->postfix);
		ok = check_argument(argument, path, xmlGetLineNo(e), err);
		free(argument);
		if (!ok)
			return false;
		for (size_t k = 0; k < i; k++) {
			if (strcmp(o->entries[k].name, o->entries[i].name) != 0)
				continue;
			xml_error(err, path, xmlGetLineNo(e), "second entry '%s' in option '%s'",
				  o->entries[i].name, o->identifier);
			return false;
		}
	}
	for (i = 0; i < sizeof(machine_options) / sizeof(machine_options[0]); i++) {
		if (strcmp(o->identifier, machine_options[i]) != 0)
			continue;
		xml_error(
			err, path, line,
			"option '%s' gets its choices from the machine; use an identifier of its own",
			o->identifier);
		return false;
	}
	for (struct profile_option *other = p->options; other < o; other++) {
		if (strcmp(other->identifier, o->identifier) != 0)
			continue;
		xml_error(err, path, line, "second option '%s'", o->identifier);
		return false;
	}
	if (preset > o->n_entries) {
		xml_error(err, path, line,
			  "DefaultEntry '%u' of option '%s', which has %zu entries", preset,
			  o->identifier, o->n_entries);
		return false;
	}
	o->default_entry = preset ? preset - 1 : 0;
	return true;
}

static bool read_definition(struct profile *p, const xmlNode *root, const char *path, char **err)
{
	const xmlNode *info = xml_child(root, "TestInformation");
	const xmlNode *about = xml_child(root, "TestProfile");
	const xmlNode *settings = xml_child(root, "TestSettings");
	const xmlNode *standard = xml_child(settings, "Default");
	size_t i = 0;

	p->title = child_text(info, "Title");
	p->app_version = child_text(info, "AppVersion");
	p->description = child_text(info, "Description");
	p->scale = child_text(info, "ResultScale");
	p->proportion = child_text(info, "Proportion");
	p->executable = child_text(info, "Executable");
	p->times_to_run = child_uint(info, "TimesToRun");
	p->ignore_runs = child_text(info, "IgnoreRuns");
	p->version = child_text(about, "Version");
	p->requires_root = child_true(about, "RequiresRoot");
	p->needs_mb = child_decimal(about, "EnvironmentTestingSize");
	p->est_seconds = child_uint(about, "EstimatedTimePerRun");
	p->default_args = child_text(standard, "Arguments");
	p->post_args = child_text(standard, "PostArguments");
	p->n_options = count_children(settings, "Option");
	p->options = xcalloc(p->n_options, sizeof(*p->options));
	if (!text_is_argument(p->executable) || strpbrk(p->executable, " /")) {
		xml_error(err, path, xmlGetLineNo((xmlNode *)xml_child(info, "Executable")),
			  "Executable '%s' is not a plain file name", p->executable);
		return false;
	}
	if (!ignore_runs_ok(p->ignore_runs)) {
		xml_error(err, path, xmlGetLineNo((xmlNode *)xml_child(info, "IgnoreRuns")),
			  "IgnoreRuns '%s' is not a list like 1,2", p->ignore_runs);
		return false;
	}
	if (!check_arguments(xml_child(standard, "Arguments"), path, err) ||
	    !check_arguments(xml_child(standard, "PostArguments"), path, err))
		return false;
	for (xmlNode *o = xml_child(settings, "Option"); o; o = xml_next(o, "Option"), i++)
		if (!read_option(p, &p->options[i], o, path, err))
			return false;
	return true;
}

static bool read_file(struct profile *p, char **err)
{
	char *path = xasprintf("%s/test-definition.xml", p->dir);
	xmlDoc *doc = xml_load_file(path, err);
	bool ok = false;

	if (doc) {
		xmlNode *root = xmlDocGetRootElement(doc);

		ok = xml_check(root, &definition_rule, path, err) &&
		     read_definition(p, root, path, err);
	}
	xmlFreeDoc(doc);
	free(path);
	return ok;
}

struct profile *profile_read(const char *dir, char **err)
{
	struct profile *p = xcalloc(1, sizeof(*p));
	size_t len = strlen(dir);
	const char *name;

	while (len > 1 && dir[len - 1] == '/')
		len--;
	p->dir = xasprintf("%.*s", (int)len, dir);
	name = strrchr(p->dir, '/');
	p->name = xstrdup(name ? name + 1 : p->dir);
	if (!profile_name_ok(p->name)) {
		text_error(err, "profile name '%s' is not 1 to 50 characters of [a-z0-9-]",
			   p->name);
	} else if (read_file(p, err) && profile_read_results(p, err)) {
		return p;
	}
	profile_free(p);
	return NULL;
}

static void free_options(struct profile *p)
{
	for (size_t i = 0; i < p->n_options; i++) {
		struct profile_option *o = &p->options[i];

		for (size_t k = 0; k < o->n_entries; k++) {
			free(o->entries[k].name);
			free(o->entries[k].value);
			free(o->entries[k].message);
		}
		free(o->entries);
		free(o->display);
		free(o->identifier);
		free(o->prefix);
		free(o->postfix);
		free(o->message);
	}
	free(p->options);
}

void profile_free(struct profile *p)
{
	if (!p)
		return;
	free_options(p);
	for (size_t i = 0; i < p->n_results; i++) {
		free(p->results[i].name);
		free(p->results[i].scale);
		free(p->results[i].proportion);
		free(p->results[i].description);
		free(p->results[i].append);
	}
	free(p->results);
	free(p->name);
	free(p->dir);
	free(p->title);
	free(p->app_version);
	free(p->description);
	free(p->executable);
	free(p->scale);
	free(p->proportion);
	free(p->version);
	free(p->ignore_runs);
	free(p->default_args);
	free(p->post_args);
	free(p);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads results-definition.xml (Phoronix's results-parser.xsd): the subset in which every row is one
 * line "RESULT <name>: <number>[ min: <number> max: <number>]" of a run's log. Everything else that
 * Phoronix's parser can do (searching human output, multiplying, images) is refused, because our own
 * runs take their numbers from fio's JSON and the two must never disagree.
 */
#include "profile.h"

#include "arena.h"
#include "profile-rules.h"
#include "profile-xml.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NOT_OURS	  "rows are lines 'RESULT <name>: <number>'"
#define RESULT_NAME_CHARS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-"

static const struct xml_rule parser_rules[] = {
	{ "OutputTemplate", RULE_TEXT, RULE_REQUIRED, 1, 0, NULL, NULL },
	{ "MatchToTestArguments", RULE_REFUSED, 0, 0, 0, NOT_OURS, NULL },
	{ "ResultKey", RULE_REFUSED, 0, 0, 0, NOT_OURS, NULL },
	{ "LineHint", RULE_TEXT, RULE_REQUIRED, 1, 0, NULL, NULL },
	{ "LineBeforeHint", RULE_REFUSED, 0, 0, 0, NOT_OURS, NULL },
	{ "LineAfterHint", RULE_REFUSED, 0, 0, 0, NOT_OURS, NULL },
	{ "ResultBeforeString", RULE_REFUSED, 0, 0, 0, NOT_OURS, NULL },
	{ "ResultAfterString", RULE_REFUSED, 0, 0, 0, NOT_OURS, NULL },
	{ "StripFromResult", RULE_REFUSED, 0, 0, 0, NOT_OURS, NULL },
	{ "StripResultPostfix", RULE_REFUSED, 0, 0, 0, NOT_OURS, NULL },
	{ "MultiMatch", RULE_REFUSED, 0, 0, 0, NOT_OURS, NULL },
	{ "DivideResultBy", RULE_REFUSED, 0, 0, 0, NOT_OURS, NULL },
	{ "DivideResultDivisor", RULE_REFUSED, 0, 0, 0, NOT_OURS, NULL },
	{ "MultiplyResultBy", RULE_REFUSED, 0, 0, 0, NOT_OURS, NULL },
	{ "ResultScale", RULE_EXACT, 0, 1, 0, NULL, NULL },
	{ "ResultProportion", RULE_CHOICE, 0, 0, 0, "HIB|LIB", NULL },
	{ "DisplayFormat", RULE_CHOICE, 0, 0, 0, "BAR_GRAPH", NULL },
	{ "ResultPrecision", RULE_INT, 0, 0, 9, NULL, NULL },
	{ "ArgumentsDescription", RULE_EXACT, 0, 1, 0, NULL, NULL },
	{ "AppendToArgumentsDescription", RULE_EXACT, 0, 1, 0, NULL, NULL },
	{ "FileFormat", RULE_REFUSED, 0, 0, 0, NOT_OURS, NULL },
	{ "TurnCharsToSpace", RULE_REFUSED, 0, 0, 0, NOT_OURS, NULL },
	{ "DeleteOutputBefore", RULE_REFUSED, 0, 0, 0, NOT_OURS, NULL },
	{ "DeleteOutputAfter", RULE_REFUSED, 0, 0, 0, NOT_OURS, NULL },
	{ "Importance", RULE_CHOICE, 0, 0, 0, "Primary|Secondary", NULL },
	{ .name = NULL },
};

static const struct xml_rule results_rules[] = {
	{ "ResultsParser", RULE_GROUP, RULE_REQUIRED | RULE_MANY, 0, 0, NULL, parser_rules },
	{ "ImageParser", RULE_REFUSED, 0, 0, 0, NOT_OURS, NULL },
	{ "SystemMonitor", RULE_REFUSED, 0, 0, 0, NOT_OURS, NULL },
	{ "ExtraData", RULE_REFUSED, 0, 0, 0, NOT_OURS, NULL },
	{ .name = NULL },
};

static const struct xml_rule definition_rule = {
	"PhoronixTestSuite", RULE_GROUP, 0, 0, 0, NULL, results_rules,
};

/* The text of child NAME, or NULL when there is none. */
static char *optional_text(const xmlNode *node, const char *name)
{
	const xmlNode *child = xml_child(node, name);

	return child ? xml_text(child) : NULL;
}

/* The name in "RESULT <name>:", or NULL when HINT is anything else. */
static char *hint_name(const char *hint)
{
	size_t len = strlen(hint);

	if (strncmp(hint, "RESULT ", 7) != 0 || len < 9 || hint[len - 1] != ':' ||
	    strspn(hint + 7, RESULT_NAME_CHARS) != len - 8)
		return NULL;
	return xasprintf("%.*s", (int)(len - 8), hint + 7);
}

/* OutputTemplate is the line itself, with or without the extremes. */
static bool template_fits(struct profile_result *r, const char *template)
{
	char *plain = xasprintf("RESULT %s: #_RESULT_#", r->name);
	char *extremes = xasprintf("%s min: #_MIN_RESULT_# max: #_MAX_RESULT_#", plain);
	bool fits;

	r->minmax = !strcmp(template, extremes);
	fits = r->minmax || !strcmp(template, plain);
	free(plain);
	free(extremes);
	return fits;
}

static bool read_row(const struct profile *p, struct profile_result *r, const xmlNode *node,
		     const char *path, char **err)
{
	char *hint = xml_text(xml_child(node, "LineHint"));
	char *template = xml_text(xml_child(node, "OutputTemplate"));
	char *precision = optional_text(node, "ResultPrecision");
	char *importance = optional_text(node, "Importance");
	bool ok = false;

	r->line = xmlGetLineNo((xmlNode *)node);
	r->name = hint_name(hint);
	r->scale = optional_text(node, "ResultScale");
	r->proportion = optional_text(node, "ResultProportion");
	if (!r->scale)
		r->scale = xstrdup(p->scale);
	if (!r->proportion)
		r->proportion = xstrdup(p->proportion);
	r->description = optional_text(node, "ArgumentsDescription");
	r->append = optional_text(node, "AppendToArgumentsDescription");
	r->precision = precision ? (int)strtol(precision, NULL, 10) : -1;
	r->secondary = importance && !strcmp(importance, "Secondary");
	if (!r->name)
		xml_error(err, path, r->line, "LineHint '%s' is not 'RESULT <name>:'", hint);
	else if (!template_fits(r, template))
		xml_error(err, path, r->line,
			  "OutputTemplate '%s' is not 'RESULT %s: #_RESULT_#', with or without"
			  " ' min: #_MIN_RESULT_# max: #_MAX_RESULT_#'",
			  template, r->name);
	else if (!r->scale[0])
		xml_error(err, path, r->line, "result '%s' has no ResultScale, nor has the profile",
			  r->name);
	else if (!r->proportion[0])
		xml_error(err, path, r->line,
			  "result '%s' has no ResultProportion, nor has the profile", r->name);
	else if (r->append && !r->description && !p->n_options)
		xml_error(
			err, path, r->line,
			"AppendToArgumentsDescription in a profile without options gives a leading ' - ';"
			" use ArgumentsDescription");
	else
		ok = true;
	free(hint);
	free(template);
	free(precision);
	free(importance);
	return ok;
}

static bool starts_with(const char *text, const char *start)
{
	return !strncmp(text, start, strlen(start));
}

static bool same_text(const char *a, const char *b)
{
	return (!a && !b) || (a && b && !strcmp(a, b));
}

/* Two rows of one run must have different names and different keys, and none may swallow another. */
static bool check_pair(const struct profile_result *a, const struct profile_result *b,
		       const char *path, char **err)
{
	if (!strcmp(a->name, b->name)) {
		xml_error(err, path, b->line, "second result '%s'", b->name);
		return false;
	}
	if (a->append && b->append &&
	    (starts_with(a->append, b->append) || starts_with(b->append, a->append))) {
		xml_error(
			err, path, b->line,
			"AppendToArgumentsDescription '%s' and '%s' (line %ld) begin alike; Phoronix would cut"
			" one out of the other",
			b->append, a->append, a->line);
		return false;
	}
	if (same_text(a->append, b->append) && same_text(a->description, b->description) &&
	    !strcmp(a->scale, b->scale)) {
		xml_error(
			err, path, b->line,
			"results '%s' and '%s' have one key (description and scale); give one of them an"
			" AppendToArgumentsDescription",
			a->name, b->name);
		return false;
	}
	return true;
}

static bool read_rows(struct profile *p, const xmlNode *root, const char *path, char **err)
{
	size_t n = 0;

	for (xmlNode *c = xml_child(root, "ResultsParser"); c; c = xml_next(c, "ResultsParser"))
		n++;
	p->results = xcalloc(n, sizeof(*p->results));
	for (xmlNode *c = xml_child(root, "ResultsParser"); c; c = xml_next(c, "ResultsParser")) {
		struct profile_result *r = &p->results[p->n_results++];

		if (!read_row(p, r, c, path, err))
			return false;
		for (const struct profile_result *a = p->results; a < r; a++)
			if (!check_pair(a, r, path, err))
				return false;
	}
	if (p->results[0].secondary) {
		xml_error(err, path, p->results[0].line, "the first result cannot be Secondary");
		return false;
	}
	return true;
}

bool profile_read_results(struct profile *p, char **err)
{
	char *path = xasprintf("%s/results-definition.xml", p->dir);
	xmlDoc *doc = xml_load_file(path, err);
	bool ok = false;

	if (doc) {
		xmlNode *root = xmlDocGetRootElement(doc);

		ok = xml_check(root, &definition_rule, path, err) && read_rows(p, root, path, err);
	}
	xmlFreeDoc(doc);
	free(path);
	return ok;
}

const struct profile_result *profile_result(const struct profile *p, const char *name)
{
	for (size_t i = 0; i < p->n_results; i++)
		if (!strcmp(p->results[i].name, name))
			return &p->results[i];
	return NULL;
}

char *profile_row_description(const struct profile_result *r, const char *description)
{
	const char *base = r->description ? r->description : description;

	return xasprintf("%s%s%s", base, r->append ? " - " : "", r->append ? r->append : "");
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The cases one Execute element stands for when it names a profile, by the rules of Phoronix Test
 * Suite 10.8 (pts_test_suite, pts_test_run_options): Mode BATCH with or without OptionSelect,
 * DEFAULTS, a fixed case, no mode. Where Phoronix would quietly run something else or nothing (an
 * OptionSelect that names no entry, a fixed case that no menu gives), this refuses.
 */
#include "plan-execute.h"

#include "arena.h"
#include "profile-xml.h"

#include <stdlib.h>
#include <string.h>

static void add_case(struct plan *plan, const struct profile *p, const char *arguments,
		     const char *description)
{
	struct plan_case *c;

	for (size_t i = 0; i < plan->n; i++) {
		c = &plan->cases[i];
		if (c->profile == p && !strcmp(c->arguments, arguments) &&
		    !strcmp(c->description, description))
			return;
	}
	xgrow(&plan->cases, &plan->cases_cap, plan->n + 1, sizeof(*plan->cases));
	c = &plan->cases[plan->n++];
	c->profile = p;
	c->arguments = xstrdup(arguments);
	c->description = xstrdup(description);
}

/* The profile called NAME, read once for the whole plan; NULL when it cannot be read. */
static const struct profile *get_profile(struct plan_reading *r, const char *name)
{
	struct plan *plan = r->plan;
	struct profile *p;
	char *dir;

	for (size_t i = 0; i < plan->n_profiles; i++)
		if (!strcmp(plan->profiles[i]->name, name))
			return plan->profiles[i];
	dir = xasprintf("%s/profiles/%s", r->suites_dir, name);
	p = profile_read(dir, r->err);
	free(dir);
	if (!p)
		return NULL;
	xgrow(&plan->profiles, &plan->profiles_cap, plan->n_profiles + 1, sizeof(*plan->profiles));
	plan->profiles[plan->n_profiles++] = p;
	return p;
}

static bool add_chosen(struct plan_reading *r, const struct profile *p, bool *const *chosen)
{
	size_t n;
	struct profile_case *cases = profile_combine(p, chosen, &n, r->err);

	if (!cases)
		return false;
	for (size_t i = 0; i < n; i++)
		add_case(r->plan, p, cases[i].arguments, cases[i].description);
	profile_cases_free(cases, n);
	return true;
}

static bool **choices_new(const struct profile *p)
{
	return xcalloc(p->n_options ? p->n_options : 1, sizeof(bool *));
}

static void choices_free(bool **chosen, const struct profile *p)
{
	for (size_t i = 0; i < p->n_options; i++)
		free(chosen[i]);
	free(chosen);
}

/* One "identifier=Entry Name" of an OptionSelect; NULL, or what is wrong with it (free). */
static char *select_one(const struct profile *p, bool **chosen, const char *identifier,
			const char *entry)
{
	for (size_t i = 0; i < p->n_options; i++) {
		const struct profile_option *o = &p->options[i];

		if (strcmp(o->identifier, identifier) != 0)
			continue;
		if (!chosen[i])
			chosen[i] = xcalloc(o->n_entries, sizeof(bool));
		for (size_t k = 0; k < o->n_entries; k++) {
			if (!strcmp(o->entries[k].name, entry)) {
				chosen[i][k] = true;
				return NULL;
			}
		}
		return xasprintf("option '%s' of profile '%s' has no entry '%s'", identifier,
				 p->name, entry);
	}
	return xasprintf("profile '%s' has no option '%s'", p->name, identifier);
}

static char *cut_blanks(char *text)
{
	size_t len;

	text += strspn(text, " \t\r\n");
	len = strlen(text);
	while (len && strchr(" \t\r\n", text[len - 1]))
		text[--len] = '\0';
	return text;
}

/* OptionSelect: "identifier=Entry Name,identifier=Entry Name" limits BATCH. */
static bool add_batch(struct plan_reading *r, const struct profile *p, const xmlNode *select,
		      const char *path)
{
	bool **chosen = choices_new(p);
	char *text = xml_text(select);
	char *at = text;
	char *fault = NULL;
	bool ok;

	while (*at && !fault) {
		char *next = at + strcspn(at, ",");
		char *equals;

		if (*next)
			*next++ = '\0';
		equals = strchr(at, '=');
		if (!equals || strchr(equals + 1, '=')) {
			fault = xasprintf("OptionSelect '%s' is not 'identifier=entry'",
					  cut_blanks(at));
			break;
		}
		*equals = '\0';
		fault = select_one(p, chosen, cut_blanks(at), cut_blanks(equals + 1));
		at = next;
	}
	if (fault)
		xml_error(r->err, path, xmlGetLineNo((xmlNode *)select), "%s", fault);
	ok = !fault && add_chosen(r, p, chosen);
	free(fault);
	free(text);
	choices_free(chosen, p);
	return ok;
}

/* DEFAULTS: the default entry, but both of a menu of two. */
static bool add_defaults(struct plan_reading *r, const struct profile *p)
{
	bool **chosen = choices_new(p);
	bool ok;

	for (size_t i = 0; i < p->n_options; i++) {
		if (p->options[i].n_entries == 2)
			continue;
		chosen[i] = xcalloc(p->options[i].n_entries, sizeof(bool));
		chosen[i][p->options[i].default_entry] = true;
	}
	ok = add_chosen(r, p, chosen);
	choices_free(chosen, p);
	return ok;
}

/* A fixed case must be one that the menus can give, or it never meets a result of theirs. */
static bool add_fixed(struct plan_reading *r, const struct profile *p, const xmlNode *execute,
		      const char *path)
{
	char *arguments = xml_text(xml_child(execute, "Arguments"));
	char *description = xml_text(xml_child(execute, "Description"));
	struct profile_case *cases;
	bool found = false;
	size_t n = 0;

	cases = profile_combine(p, NULL, &n, r->err);
	for (size_t i = 0; cases && i < n && !found; i++)
		found = !strcmp(cases[i].arguments, arguments) &&
			!strcmp(cases[i].description, description);
	if (found)
		add_case(r->plan, p, arguments, description);
	else if (cases)
		xml_error(
			r->err, path, xmlGetLineNo((xmlNode *)execute),
			"arguments '%s' with description '%s' are not what options of profile '%s' give, such"
			" as '%s' with '%s'",
			arguments, description, p->name, cases[0].arguments, cases[0].description);
	profile_cases_free(cases, n);
	free(arguments);
	free(description);
	return found;
}

bool plan_add_profile(struct plan_reading *r, const char *name, const xmlNode *execute,
		      const char *path)
{
	const struct profile *p = get_profile(r, name);
	const xmlNode *select = xml_child(execute, "OptionSelect");
	char *description, *mode;
	bool batch, ok = false;

	if (!p)
		return false;
	mode = xml_text(xml_child(execute, "Mode"));
	description = xml_text(xml_child(execute, "Description"));
	/* Phoronix: no mode, no description, but there are options: all of them */
	batch = !strcmp(mode, "BATCH") || (!mode[0] && p->n_options && !description[0]);
	if (select && !batch)
		xml_error(r->err, path, xmlGetLineNo((xmlNode *)select),
			  "OptionSelect without Mode BATCH");
	else if (batch && (xml_child(execute, "Arguments") || description[0]))
		xml_error(
			r->err, path, xmlGetLineNo((xmlNode *)execute),
			"Arguments or Description beside all combinations of options; leave out Mode BATCH"
			" and give both, or neither");
	else if (batch)
		ok = add_batch(r, p, select, path);
	else if (!strcmp(mode, "DEFAULTS"))
		ok = add_defaults(r, p);
	else
		ok = add_fixed(r, p, execute, path);
	free(mode);
	free(description);
	return ok;
}

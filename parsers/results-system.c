/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * System elements from conditions. Phoronix splits Hardware and Software blindly at ", " and ": ", so
 * neither may be inside a value. Names and keys: phodevi and pts_result_file_system of 10.8.
 */
#include "results-system.h"

#include "arena.h"
#include "results-text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yajl/yajl_gen.h>

#define IDENTIFIER_MAX 128

/* "SYSTEM: CONFIG", both of them something, and no other colon. */
static bool is_two_way(const char *name)
{
	const char *colon = strchr(name, ':');

	return colon && colon > name && colon[1] == ' ' && colon[2] && !strchr(colon + 1, ':');
}

/* "a: b" becomes "a - b", any other colon '-' (free). */
static char *without_colons(const char *name)
{
	char *text = xmalloc(2 * strlen(name) + 1);
	char *to = text;

	for (; *name; name++) {
		if (*name == ':' && name[1] == ' ' && to > text && to[-1] != ' ')
			*to++ = ' ';
		*to++ = *name == ':' ? '-' : *name;
	}
	*to = '\0';
	return text;
}

static bool is_taken(char *const *identifiers, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(identifiers[i], name))
			return true;
	return false;
}

/* NAME, or with " (2)" and so on behind it when it is taken (free). */
static char *unique_name(char *const *identifiers, size_t n, const char *name)
{
	char *text = composite_text(name, true, IDENTIFIER_MAX);

	if (!text[0]) {
		free(text);
		name = "unnamed";
		text = xstrdup(name);
	}
	for (unsigned int i = 2; is_taken(identifiers, n, text); i++) {
		char *begin = composite_text(name, true, IDENTIFIER_MAX - 12);

		free(text);
		text = xasprintf("%s (%u)", begin, i);
		free(begin);
	}
	return text;
}

char **system_identifiers(const char *const *names, size_t n)
{
	char **identifiers = xcalloc(n, sizeof(*identifiers));
	bool two_way = true;

	for (size_t i = 0; i < n && two_way; i++)
		two_way = is_two_way(names[i]);
	for (size_t i = 0; i < n; i++) {
		char *name = two_way ? xstrdup(names[i]) : without_colons(names[i]);

		identifiers[i] = unique_name(identifiers, i, name);
		free(name);
	}
	return identifiers;
}

void system_identifiers_free(char **identifiers, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(identifiers[i]);
	free(identifiers);
}

/* A condition as text, "" when it is not known (free). */
static char *condition(const struct observation *o, const char *key)
{
	const struct param *p = params_get(o->conditions, key);

	if (!p)
		return xstrdup("");
	return p->text ? composite_text(p->text, true, 0) : composite_number(p->number);
}

/* Nothing that Phoronix would split at. */
static void make_one_part(char *value)
{
	char *to = value;

	for (const char *from = value; *from; from++) {
		if (*from == ',' && (from[1] == ' ' || !from[1]))
			*to++ = ';';
		else if (*from != ':' || (from[1] != ' ' && from[1]))
			*to++ = *from;
	}
	*to = '\0';
}

/* Adds "KEY: VALUE" to *LIST. */
static void add_part(char **list, const char *key, char *value)
{
	char *longer;

	make_one_part(value);
	if (!value[0])
		return;
	longer = xasprintf("%s%s%s: %s", *list, (*list)[0] ? ", " : "", key, value);
	free(*list);
	*list = longer;
}

static void add_condition(char **list, const char *key, const struct observation *o,
			  const char *condition_key)
{
	char *value = condition(o, condition_key);

	add_part(list, key, value);
	free(value);
}

static char *hardware_text(const struct observation *o)
{
	char *list = xstrdup("");
	char *cpu = condition(o, "cpu");
	char *cpus = condition(o, "cpus");

	if (cpu[0] && cpus[0]) {
		char *both = xasprintf("%s (%s Cores)", cpu, cpus);

		free(cpu);
		cpu = both;
	}
	add_part(&list, "Processor", cpu);
	add_condition(&list, "Memory", o, "memory");
	add_condition(&list, "Disk", o, "device");
	add_condition(&list, "Network", o, "network");
	free(cpu);
	free(cpus);
	return list;
}

static char *software_text(const struct observation *o)
{
	char *list = xstrdup("");

	add_condition(&list, "OS", o, "os");
	add_condition(&list, "Kernel", o, "kernel");
	add_condition(&list, "File-System", o, "filesystem");
	return list;
}

static char *notes_text(const struct observation *o)
{
	char *list = condition(o, "note");

	for (size_t i = 0; o->labels && i < o->labels->n; i++) {
		char *label = composite_text(o->labels->v[i], true, 0);
		char *longer = xasprintf("%s%s%s", list, list[0] ? "; " : "", label);

		free(label);
		free(list);
		list = longer;
	}
	return list;
}

static bool gen_member(yajl_gen g, const char *key, const struct observation *o, const char *from)
{
	char *value = condition(o, from);
	bool any = value[0];

	if (any) {
		yajl_gen_string(g, (const unsigned char *)key, strlen(key));
		yajl_gen_string(g, (const unsigned char *)value, strlen(value));
	}
	free(value);
	return any;
}

static char *json_text(const struct observation *o)
{
	yajl_gen g = yajl_gen_alloc(NULL);
	const unsigned char *buf;
	char *text = NULL;
	bool any;
	size_t len;

	yajl_gen_map_open(g);
	any = gen_member(g, "disk-scheduler", o, "scheduler");
	any |= gen_member(g, "disk-mount-options", o, "options");
	any |= gen_member(g, "cpu-scaling-governor", o, "governor");
	yajl_gen_map_close(g);
	if (any && yajl_gen_get_buf(g, &buf, &len) == yajl_gen_status_ok)
		text = xasprintf("%.*s", (int)len, (const char *)buf);
	yajl_gen_free(g);
	return text;
}

/* "2026-11-30T21:00:00Z" or with a blank between: "2026-11-30 21:00:00". */
static char *timestamp_text(const struct observation *o, const char *now)
{
	static const char pattern[] = "dddd-dd-dd dd:dd:dd";
	char *text = condition(o, "started");
	size_t i;

	for (i = 0; pattern[i]; i++) {
		if (text[i] == 'T' && pattern[i] == ' ')
			text[i] = ' ';
		if (pattern[i] == 'd' ? text[i] < '0' || text[i] > '9' : text[i] != pattern[i])
			break;
	}
	if (pattern[i]) {
		free(text);
		return xstrdup(now);
	}
	text[i] = '\0';
	return text;
}

void system_describe(const struct observation *o, const char *now, struct system_text *text)
{
	text->hardware = hardware_text(o);
	text->software = software_text(o);
	text->user = condition(o, "user");
	text->timestamp = timestamp_text(o, now);
	text->notes = notes_text(o);
	text->json = json_text(o);
}

void system_text_free(struct system_text *text)
{
	free(text->hardware);
	free(text->software);
	free(text->user);
	free(text->timestamp);
	free(text->notes);
	free(text->json);
}

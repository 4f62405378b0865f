/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From the System element of a composite.xml, ours or Phoronix's, back to conditions. The counterpart of
 * results-system.c; what Phoronix has split away (a ", " inside a value) is lost there.
 */
#include "results-system.h"

#include "arena.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <yajl/yajl_tree.h>

#define JSON_MAX 65536

/* Phoronix's name of a part of a system, and the condition the runner has it under. */
static const char *const names[][2] = {
	{ "Processor", "cpu" },
	{ "Memory", "memory" },
	{ "Disk", "device" },
	{ "Network", "network" },
	{ "OS", "os" },
	{ "Kernel", "kernel" },
	{ "File-System", "filesystem" },
	{ "disk-scheduler", "scheduler" },
	{ "disk-mount-options", "options" },
	{ "cpu-scaling-governor", "governor" },
};

/* The condition for NAME; others in lower case, '-' for blanks (free). */
static char *condition_key(const char *name, size_t len)
{
	char *key;

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strlen(names[i][0]) == len && !strncmp(names[i][0], name, len))
			return xstrdup(names[i][1]);
	key = xasprintf("%.*s", (int)len, name);
	for (char *at = key; *at; at++)
		*at = *at == ' ' ? '-' : (char)tolower((unsigned char)*at);
	return key;
}

static void set_condition(struct table *t, struct params_builder *b, const char *name, size_t len,
			  const char *value)
{
	char *key = condition_key(name, len);

	if (key[0] && value[0])
		params_text(t, b, key, value);
	free(key);
}

/* "Processor: CPU (2 Cores)": the number of them is a condition of its own. */
static void split_cores(struct table *t, struct params_builder *b, char *value)
{
	size_t len = strlen(value);
	char *open = strrchr(value, '(');
	char *cores;

	if (!open || open == value || open[-1] != ' ' || len < 8 ||
	    strcmp(value + len - 7, " Cores)") != 0)
		return;
	cores = xasprintf("%.*s", (int)(value + len - 7 - (open + 1)), open + 1);
	if (cores[0] && cores[strspn(cores, "0123456789")] == '\0') {
		params_text(t, b, "cpus", cores);
		open[-1] = '\0';
	}
	free(cores);
}

/* The ", " behind which the next "Key: " begins, or NULL: a part without a key goes on the value. */
static char *next_part(char *from)
{
	char *end;

	for (end = strstr(from, ", "); end; end = strstr(end + 2, ", ")) {
		const char *colon = strstr(end + 2, ": ");
		const char *comma = strstr(end + 2, ", ");

		if (colon && (!comma || colon < comma))
			return end;
	}
	return NULL;
}

/* "Key: value, Key: value". */
static void add_parts(struct table *t, struct params_builder *b, const char *text)
{
	char *copy = xstrdup(text);
	char *at = copy;

	while (at) {
		char *end = next_part(at);
		char *value;

		if (end)
			*end = '\0';
		value = strstr(at, ": ");
		if (value) {
			size_t len = (size_t)(value - at);

			value += 2;
			if (!strncmp(at, "Processor: ", 11))
				split_cores(t, b, value);
			set_condition(t, b, at, len, value);
		}
		at = end ? end + 2 : NULL;
	}
	free(copy);
}

static void add_json(struct table *t, struct params_builder *b, const char *text)
{
	char why[256];
	yajl_val root;

	/* a System's JSON is flat; a deep one is nobody's */
	if (strlen(text) > JSON_MAX || strchr(text, '['))
		return;
	root = yajl_tree_parse(text, why, sizeof(why));
	for (size_t i = 0; YAJL_IS_OBJECT(root) && i < root->u.object.len; i++) {
		const char *key = root->u.object.keys[i];
		const char *value = YAJL_GET_STRING(root->u.object.values[i]);

		if (value)
			set_condition(t, b, key, strlen(key), value);
	}
	yajl_tree_free(root);
}

/* Notes are labels ("lab: ...") and the rest, both as system_describe() joins them. */
static const struct strlist *split_notes(struct table *t, struct params_builder *b,
					 const char *notes)
{
	char *copy = xstrdup(notes);
	char *note = xstrdup("");
	const char **labels = NULL;
	const struct strlist *list = NULL;
	size_t n = 0, cap = 0;
	char *at, *next;

	for (at = copy; at; at = next) {
		next = strstr(at, "; ");
		if (next) {
			*next = '\0';
			next += 2;
		}
		if (!strncmp(at, "lab: ", 5)) {
			xgrow(&labels, &cap, n + 1, sizeof(*labels));
			labels[n++] = table_str(t, at);
		} else if (at[0]) {
			char *longer = xasprintf("%s%s%s", note, note[0] ? "; " : "", at);

			free(note);
			note = longer;
		}
	}
	if (note[0])
		params_text(t, b, "note", note);
	if (n)
		list = table_list(t, labels, n);
	free(labels);
	free(note);
	free(copy);
	return list;
}

const struct strlist *system_conditions(struct table *t, struct params_builder *b,
					const struct system_text *text)
{
	if (text->hardware)
		add_parts(t, b, text->hardware);
	if (text->software)
		add_parts(t, b, text->software);
	if (text->json && text->json[0])
		add_json(t, b, text->json);
	if (text->user && text->user[0])
		params_text(t, b, "user", text->user);
	if (text->timestamp && text->timestamp[0])
		params_text(t, b, "started", text->timestamp);
	return text->notes ? split_notes(t, b, text->notes) : NULL;
}

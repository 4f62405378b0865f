/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Small JSON texts as a tree, built from yajl's events.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yajl/yajl_parse.h>

#include "json.h"
#include "json-words.h"
#include "text.h"

#define DEPTH 32

struct build {
	struct arena *arena;
	struct json *root;
	struct json *open[DEPTH];
	struct json *last[DEPTH]; /* newest member of each open one */
	int depth;
	const char *key;
	bool too_deep;
};

static const char *copy(struct build *b, const unsigned char *s, size_t len)
{
	char *utf8 = utf8_from((const char *)s, len), *kept;

	json_text_restore(utf8);
	kept = arena_alloc(b->arena, strlen(utf8) + 1);
	strcpy(kept, utf8);
	free(utf8);
	return kept;
}

static struct json *add(struct build *b, enum json_type type)
{
	struct json *j = arena_alloc(b->arena, sizeof(*j));
	int at = b->depth - 1;

	j->type = type;
	j->key = b->key;
	b->key = NULL;
	if (!b->depth) {
		b->root = j;
	} else {
		if (b->last[at])
			b->last[at]->next = j;
		else
			b->open[at]->first = j;
		b->last[at] = j;
	}
	return j;
}

static int on_null(void *arg)
{
	add(arg, JSON_NULL);
	return 1;
}

static int on_boolean(void *arg, int value)
{
	add(arg, value ? JSON_TRUE : JSON_FALSE);
	return 1;
}

static int on_number(void *arg, const char *s, size_t len)
{
	struct json *j = add(arg, JSON_NUMBER);

	if (json_number_missing(s, len) || !text_numbern(s, len, &j->number))
		j->number = NAN;
	return 1;
}

static int on_string(void *arg, const unsigned char *s, size_t len)
{
	struct json *j = add(arg, JSON_STRING);

	j->string = copy(arg, s, len);
	return 1;
}

static int on_key(void *arg, const unsigned char *s, size_t len)
{
	struct build *b = arg;

	b->key = copy(b, s, len);
	return 1;
}

static int begin(struct build *b, enum json_type type)
{
	struct json *j;

	if (b->depth == DEPTH) {
		b->too_deep = true;
		return 0;
	}
	j = add(b, type);
	b->last[b->depth] = NULL;
	b->open[b->depth++] = j;
	return 1;
}

static int on_start_map(void *arg)
{
	return begin(arg, JSON_OBJECT);
}

static int on_start_array(void *arg)
{
	return begin(arg, JSON_ARRAY);
}

static int on_end(void *arg)
{
	struct build *b = arg;

	b->depth--;
	return 1;
}

static const yajl_callbacks callbacks = {
	.yajl_null = on_null,
	.yajl_boolean = on_boolean,
	.yajl_number = on_number,
	.yajl_string = on_string,
	.yajl_start_map = on_start_map,
	.yajl_map_key = on_key,
	.yajl_end_map = on_end,
	.yajl_start_array = on_start_array,
	.yajl_end_array = on_end,
};

void json_yajl_error(yajl_handle yajl, const char *data, size_t len, char *err, size_t errsize)
{
	unsigned char *text = yajl_get_error(yajl, 0, (const unsigned char *)data, len);
	const char *from = strstr((const char *)text, "error: ");
	size_t n;

	from = from ? from + strlen("error: ") : (const char *)text;
	n = strcspn(from, "\n");
	while (n && (from[n - 1] == '.' || from[n - 1] == ' '))
		n--;
	snprintf(err, errsize, "%.*s", (int)n, from);
	yajl_free_error(yajl, text);
}

struct json *json_parse(struct arena *a, char *data, size_t len, char *err, size_t errsize)
{
	struct json_words words = { 0 };
	struct build b = { .arena = a };
	yajl_handle yajl = yajl_alloc(&callbacks, NULL, &b);
	yajl_status status;

	if (!yajl) {
		snprintf(err, errsize, "out of memory");
		return NULL;
	}
	yajl_config(yajl, yajl_dont_validate_strings, 1);
	json_words_mend(&words, data, len, true);
	status = yajl_parse(yajl, (const unsigned char *)data, len);
	if (status == yajl_status_ok)
		status = yajl_complete_parse(yajl);
	if (b.too_deep)
		snprintf(err, errsize, "nested more than %d deep", DEPTH);
	else if (status != yajl_status_ok)
		json_yajl_error(yajl, data, len, err, errsize);
	yajl_free(yajl);
	return status == yajl_status_ok && !b.too_deep ? b.root : NULL;
}

const struct json *json_get(const struct json *j, const char *key)
{
	const struct json *found = NULL;

	if (!j || j->type != JSON_OBJECT)
		return NULL;
	for (const struct json *m = j->first; m; m = m->next)
		if (!strcmp(m->key, key))
			found = m;
	return found;
}

double json_number(const struct json *j, const char *key, double fallback)
{
	const struct json *m = json_get(j, key);

	return m && m->type == JSON_NUMBER ? m->number : fallback;
}

const char *json_string(const struct json *j, const char *key)
{
	const struct json *m = json_get(j, key);

	return m && m->type == JSON_STRING ? m->string : NULL;
}

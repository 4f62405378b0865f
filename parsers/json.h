/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Small JSON texts as a tree (yajl). For lines and little files; large ones
 * are streamed by their readers.
 */
#ifndef PLATTER_JSON_H
#define PLATTER_JSON_H

#include <stddef.h>
#include <yajl/yajl_parse.h>

#include "arena.h"

enum json_type {
	JSON_NULL,
	JSON_FALSE,
	JSON_TRUE,
	JSON_NUMBER,
	JSON_STRING,
	JSON_ARRAY,
	JSON_OBJECT,
};

struct json {
	enum json_type type;
	const char *key;    /* in an object */
	double number;	    /* NAN where it is no finite number */
	const char *string; /* UTF-8 */
	struct json *first; /* members of an array or object, in their order */
	struct json *next;
};

/* The value that len bytes hold, and nothing else but blanks; NULL with a message in err. At most 32
 * levels deep; nan and inf are read as JSON_NUMBER NAN. data is changed. Lives as long as the arena. */
struct json *json_parse(struct arena *a, char *data, size_t len, char *err, size_t errsize);

/* The last member of that name; NULL where there is none or j is NULL or no object. */
const struct json *json_get(const struct json *j, const char *key);
/* Its number or text; fallback or NULL where it is none. */
double json_number(const struct json *j, const char *key, double fallback);
const char *json_string(const struct json *j, const char *key);

/* yajl's words for its error, without its prefix and its full stop. */
void json_yajl_error(yajl_handle yajl, const char *data, size_t len, char *err, size_t errsize);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Sets of key = value: the parameters of a piece of work and the conditions
 * under which it ran. A set is built by a params_builder and then interned:
 * equal sets in one table have equal pointers. Keys are sorted, unique (the
 * last value of a key wins).
 */
#ifndef PLATTER_PARAMS_H
#define PLATTER_PARAMS_H

#include <stdbool.h>
#include <stddef.h>

struct table;

struct param {
	const char *key;
	const char *text; /* NULL: the value is number */
	double number;
};

struct params {
	size_t n;
	struct param v[];
};

struct params_builder {
	struct param *v;
	size_t n;
	size_t cap;
};

/* Add or replace; key and text are copied into the table's pool. */
void params_number(struct table *t, struct params_builder *b, const char *key, double number);
void params_text(struct table *t, struct params_builder *b, const char *key, const char *text);
void params_unset(struct params_builder *b, const char *key);
/* Copy every value of set into b. */
void params_add_all(struct params_builder *b, const struct params *set);
/* The interned set (never NULL, may be empty); b is emptied and can be used again. */
const struct params *params_intern(struct table *t, struct params_builder *b);
/* Forget what is in b and free its memory. */
void params_builder_free(struct params_builder *b);

/* The value of key, or NULL. A NULL set is an empty one. */
const struct param *params_get(const struct params *set, const char *key);
/* Its number, or fallback where it is missing or text. */
double params_get_number(const struct params *set, const char *key, double fallback);
/* Its text, or NULL where it is missing or a number. */
const char *params_get_text(const struct params *set, const char *key);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The inside of struct table, shared by model*.c and no one else.
 *
 * A record is 16 bytes: a series (what was measured), a context (of which
 * job, and where it was read) and the value. Series and heads (jobs) are
 * interned; a context is made whenever it differs from the one before. So a
 * file of many jobs costs a context each, not a series for each number.
 */
#ifndef PLATTER_MODEL_PRIVATE_H
#define PLATTER_MODEL_PRIVATE_H

#include "model.h"

#define CHUNK	  8192 /* records in one allocation */
#define NO_SERIES UINT32_MAX

struct record {
	uint32_t series; /* NO_SERIES: removed */
	uint32_t context;
	double value;
};

struct series {
	const struct test *test;
	const char *op;
	const char *pattern;
	const char *native;
	const char *stat;
	enum metric metric;
};

struct head {
	const struct params *params;
	const char *tool;
	const char *job;
	const char *part;
};

struct context {
	const char *system;
	const char *source;
	const char *suite;
	const char *tool_version;
	const struct params *conditions;
	const struct strlist *labels;
	double low;
	double high;
	uint32_t head;
	unsigned line;
	unsigned run;
	unsigned flags;
	unsigned reading;
	int group;
};

/* Open addressing: hash -> number from 1, 0 empty; equality is the caller's. */
struct index {
	uint32_t *slots;
	size_t nslots;
	size_t used;
};

struct table {
	struct pool strings;
	struct arena mem;

	const struct params **sets;
	size_t nsets, sets_cap;
	struct index sets_index;
	const struct strlist **lists;
	size_t nlists, lists_cap;
	const struct test **tests;
	size_t ntests, tests_cap;

	struct series *series;
	size_t nseries, series_cap;
	struct index series_index;
	size_t last_series;

	struct head *heads;
	size_t nheads, heads_cap;
	struct index heads_index;
	size_t last_head;

	struct context *contexts;
	size_t ncontexts, contexts_cap;

	struct record **chunks;
	size_t nchunks, chunks_cap;
	size_t n;
	unsigned readings;

	uint32_t *works; /* of each record; valid while works_ok */
	size_t nworks;
	bool works_ok;

	struct warning *warnings;
	size_t nwarnings, warnings_cap;
};

static inline struct record *record_at(const struct table *t, size_t i)
{
	return &t->chunks[i / CHUNK][i % CHUNK];
}

/* The number (from 0) stored under hash for which same(t, number, key) holds; where there is none,
 * `fresh` is stored and returned. */
size_t index_find(struct index *x, const struct table *t, uint64_t hash, const void *key,
		  bool (*same)(const struct table *t, size_t number, const void *key),
		  uint64_t (*hash_of)(const struct table *t, size_t number), size_t fresh);
void index_free(struct index *x);

#endif

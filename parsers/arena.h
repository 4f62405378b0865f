/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Memory that lives as long as a table: a bump allocator and interned
 * strings. Equal strings interned in one pool have equal pointers, so the
 * model compares and hashes pointers. Nothing is freed singly.
 *
 * Running out of memory ends the program with one line and status 1; no
 * function here returns NULL for that reason.
 */
#ifndef PLATTER_ARENA_H
#define PLATTER_ARENA_H

#include <stddef.h>
#include <stdint.h>

struct arena {
	struct arena_block *blocks;
};

/* Bytes aligned for any type, zeroed, valid until arena_free(). */
void *arena_alloc(struct arena *a, size_t bytes);
void arena_free(struct arena *a);

struct pool {
	struct arena mem;
	const char **slots; /* open addressing, power of two */
	size_t nslots;
	size_t used;
};

/* The one copy of the first len bytes of s; a NUL among them ends it. */
const char *pool_strn(struct pool *p, const char *s, size_t len);
/* The one copy of s; NULL stays NULL. */
const char *pool_str(struct pool *p, const char *s);
void pool_free(struct pool *p);

/* Hash of bytes (FNV-1a), of a pointer (to an interned value). Start with HASH_SEED, chain at will. */
#define HASH_SEED 14695981039346656037ULL
uint64_t hash_bytes(uint64_t h, const void *data, size_t len);
uint64_t hash_ptr(uint64_t h, const void *p);

/* malloc family that ends the program with one line instead of returning NULL. */
void *xmalloc(size_t bytes);
void *xcalloc(size_t n, size_t bytes);
void *xrealloc(void *p, size_t bytes);
char *xstrdup(const char *s);
char *xasprintf(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* Grow *v (elements of size bytes, *cap allocated) so that need fit. */
void xgrow(void *v, size_t *cap, size_t need, size_t size);

#endif

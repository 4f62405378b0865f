/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Bump allocator, string pool and the allocation functions that do not
 * return without memory. Knows nothing about tables.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"

#define BLOCK_BYTES 32768
#define ALIGN	    _Alignof(max_align_t)

struct arena_block {
	struct arena_block *next;
	size_t used;
	size_t size;
	_Alignas(max_align_t) char data[];
};

static void __attribute__((noreturn)) out_of_memory(void)
{
	fputs("platter: out of memory\n", stderr);
	exit(1);
}

void *xmalloc(size_t bytes)
{
	void *p = malloc(bytes ? bytes : 1);

	if (!p)
		out_of_memory();
	return p;
}

void *xcalloc(size_t n, size_t bytes)
{
	void *p = calloc(n ? n : 1, bytes ? bytes : 1);

	if (!p)
		out_of_memory();
	return p;
}

void *xrealloc(void *p, size_t bytes)
{
	p = realloc(p, bytes ? bytes : 1);
	if (!p)
		out_of_memory();
	return p;
}

char *xstrdup(const char *s)
{
	size_t len = strlen(s) + 1;

	return memcpy(xmalloc(len), s, len);
}

char *xasprintf(const char *fmt, ...)
{
	va_list ap;
	char *s;

	va_start(ap, fmt);
	if (vasprintf(&s, fmt, ap) < 0)
		out_of_memory();
	va_end(ap);
	return s;
}

void xgrow(void *v, size_t *cap, size_t need, size_t size)
{
	size_t want = *cap ? *cap : 16;
	void **p = v;

	if (need <= *cap)
		return;
	while (want < need)
		want += want / 2 + 1;
	if (want > SIZE_MAX / size)
		out_of_memory();
	*p = xrealloc(*p, want * size);
	*cap = want;
}

void *arena_alloc(struct arena *a, size_t bytes)
{
	struct arena_block *b = a->blocks;
	size_t need = (bytes + ALIGN - 1) & ~(ALIGN - 1);
	void *p;

	if (need < bytes)
		out_of_memory();
	if (!b || b->size - b->used < need) {
		size_t size = need > BLOCK_BYTES ? need : BLOCK_BYTES;

		b = xcalloc(1, sizeof(*b) + size);
		b->size = size;
		b->next = a->blocks;
		a->blocks = b;
	}
	p = b->data + b->used;
	b->used += need;
	return p;
}

void arena_free(struct arena *a)
{
	struct arena_block *next;

	for (struct arena_block *b = a->blocks; b; b = next) {
		next = b->next;
		free(b);
	}
	a->blocks = NULL;
}

uint64_t hash_bytes(uint64_t h, const void *data, size_t len)
{
	const unsigned char *p = data;

	for (size_t i = 0; i < len; i++)
		h = (h ^ p[i]) * 1099511628211ULL;
	return h;
}

uint64_t hash_ptr(uint64_t h, const void *p)
{
	h = (h ^ (uintptr_t)p) * 0x9e3779b97f4a7c15ULL;
	return h ^ (h >> 29);
}

static void pool_grow(struct pool *p)
{
	size_t nslots = p->nslots ? p->nslots * 2 : 256;
	const char **slots = xcalloc(nslots, sizeof(*slots));

	for (size_t i = 0; i < p->nslots; i++) {
		const char *s = p->slots[i];
		size_t at;

		if (!s)
			continue;
		at = hash_bytes(HASH_SEED, s, strlen(s)) & (nslots - 1);
		while (slots[at])
			at = (at + 1) & (nslots - 1);
		slots[at] = s;
	}
	free(p->slots);
	p->slots = slots;
	p->nslots = nslots;
}

const char *pool_strn(struct pool *p, const char *s, size_t len)
{
	const char *nul = len ? memchr(s, '\0', len) : NULL;
	size_t at;
	char *copy;

	if (nul)
		len = (size_t)(nul - s);
	if (p->used * 2 >= p->nslots)
		pool_grow(p);
	at = hash_bytes(HASH_SEED, s, len) & (p->nslots - 1);
	while (p->slots[at]) {
		if (!strncmp(p->slots[at], s, len) && !p->slots[at][len])
			return p->slots[at];
		at = (at + 1) & (p->nslots - 1);
	}
	copy = arena_alloc(&p->mem, len + 1);
	if (len)
		memcpy(copy, s, len);
	p->slots[at] = copy;
	p->used++;
	return copy;
}

const char *pool_str(struct pool *p, const char *s)
{
	return s ? pool_strn(p, s, strlen(s)) : NULL;
}

void pool_free(struct pool *p)
{
	arena_free(&p->mem);
	free(p->slots);
	p->slots = NULL;
	p->nslots = p->used = 0;
}

/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Input formats. A reader looks at the bytes at the current position and
 * bids; the highest bid reads. A file may hold several outputs one after
 * another with other text around: after read() the dispatcher asks for bids
 * again at the new position; lines no one bids on are skipped and counted.
 *
 * A reader never prints: what it has to say goes to table_warn().
 * To add a format: one file read-NAME.c with a `const struct reader
 * reader_NAME`, one line in readers.c.
 */
#ifndef PLATTER_READER_H
#define PLATTER_READER_H

#include <stdbool.h>
#include <stddef.h>

#include "input.h"
#include "model.h"

/* As many formats as there may be. */
#define READERS_MAX 48

struct read_options {
	const char *system;	   /* --system, NULL: the reader's own idea, else the file name */
	const struct reader *from; /* --from, NULL: probe */
	bool parts;		   /* --parts: also siblings and hosts one by one */
};

/* What holds for the rest of the file (set by the platter-run header, by headings). */
struct origin {
	const char *system; /* NULL: not known; see read_system() */
	const char *suite;
	const struct params *conditions; /* never NULL */
	const struct strlist *labels;	 /* NULL if none */
	const struct test *test;	 /* profile and arguments only; NULL if none */
	unsigned run;			 /* 0: to be counted */
	unsigned flags;
};

struct read_ctx {
	struct table *table;
	struct input *in;
	const struct read_options *options;
	const char *source; /* interned */
	struct origin origin;
	size_t first;	     /* table_len() where the current section of the file began */
	void **state;	     /* one for each reader; see read_state() */
	size_t self;	     /* place of the reader being called in readers[] */
	size_t skipped;	     /* lines of other text, blank ones not counted */
	unsigned skipped_at; /* the first of them */
	size_t outputs;	     /* how many times a reader has read something */
	bool failed;	     /* something could not be read: exit status 1 */
};

/* Bids: how sure a reader is that its format begins right here. */
enum { BID_NO = 0, BID_MAYBE = 20, BID_LIKELY = 50, BID_SURE = 90 };

struct reader {
	const char *name;  /* for --from and `platter formats` */
	const char *title; /* one line for `platter formats` */
	bool header;	   /* says what holds for the rest of a file: tried whatever --from says */
	/* data: the next len bytes (at least 4096 unless the input ends sooner), at the start of a
	 * line or at a brace; bol: at the start of a line. Returns a bid. No side effects. NULL: this
	 * reader is only used by --from. */
	int (*bid)(const char *data, size_t len, bool bol);
	/* Consume one output (at least one byte). Returns 0, or -1 when it could not be read: then
	 * read_fail() has said why, and reading goes on behind what was consumed. */
	int (*read)(struct read_ctx *ctx);
	/* End of a section (file, or next platter-run header): free what read_state() gave points to,
	 * not it itself. Called only where read_state() was; may be NULL. */
	void (*finish)(struct read_ctx *ctx);
};

/* What one reader keeps between its calls within a section: zeroed the first time. */
void *read_state(struct read_ctx *ctx, size_t bytes);
/* The section ends here: finish() of all readers, then a new section with an empty origin. */
void read_section(struct read_ctx *ctx);
/* A SEVERITY_ERROR warning at a line of the source; returns -1 for the reader to return. */
int read_fail(struct read_ctx *ctx, unsigned line, const char *code, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
/* Text from the input, as UTF-8 (taken for Latin-1 where it is not), interned. */
const char *read_text(struct read_ctx *ctx, const char *s, size_t len);

/* The table of formats; NULL ends it. */
extern const struct reader *const readers[];
const struct reader *reader_by_name(const char *name);

/* An observation that carries what ctx knows: source, line, system, suite, conditions, labels,
 * test, run, flags and a new reading. `system` is what the tool itself calls the machine (host,
 * label) or NULL; --system and the header go first, the file name last. */
struct observation read_observation(struct read_ctx *ctx, const char *system, unsigned line);

/* Read a file, a directory (recursive, sorted by name; *.warmup skipped) or "-" into t.
 * Returns 0, or -1 when any of it could not be read (a SEVERITY_ERROR warning says which;
 * whatever could be read is in the table). */
int read_path(struct table *t, const char *path, const struct read_options *options);
/* The same for bytes in memory under the name `source` (tests, fuzzing). */
int read_memory(struct table *t, const void *data, size_t len, const char *source,
		const struct read_options *options);

#endif

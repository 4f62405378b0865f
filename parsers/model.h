/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The result model: a table of observations and of warnings. Readers add to
 * it, statistics and writers only read it. The fields of struct observation
 * are the keys of `platter table --format json`.
 *
 * An observation costs 16 bytes in the table: what describes it (struct
 * observation less value, low and high) is shared. Every string in an
 * observation handed to table_add() comes from table_str() of the same
 * table, every set from params_intern(), every list from table_list().
 */
#ifndef PLATTER_MODEL_H
#define PLATTER_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arena.h"
#include "params.h"

enum metric {
	METRIC_THROUGHPUT, /* B/s, higher is better */
	METRIC_RATE,	   /* 1/s, higher */
	METRIC_TIME,	   /* s, lower */
	METRIC_LATENCY,	   /* ns, lower */
	METRIC_CPU,	   /* %, lower */
	METRIC_COUNT,	   /* 1, neither */
	METRIC_N,
};

enum better { BETTER_NEITHER, BETTER_HIGHER, BETTER_LOWER };

enum flag {
	FLAG_TOO_FAST = 1 << 0,	 /* the tool's clock was too coarse: value missing */
	FLAG_FAILED = 1 << 1,	 /* the job reported an error: value kept, never averaged */
	FLAG_INVALID = 1 << 2,	 /* the tool or the runner says so: value kept, never averaged */
	FLAG_BOUND = 1 << 3,	 /* only the interval low..high is known */
	FLAG_AGGREGATE = 1 << 4, /* the tool's own sum over parts: a check, never averaged */
};
#define FLAGS_NOT_AVERAGED (FLAG_TOO_FAST | FLAG_FAILED | FLAG_INVALID | FLAG_AGGREGATE)

/* A list of interned strings, itself interned (labels). */
struct strlist {
	size_t n;
	const char *v[];
};

/* Which test of a test profile this is (notes on Phoronix files: test- and
 * results-definition.xml). profile and arguments come with the raw file or the
 * composite, the rest from the profile's files. All strings NULL if unknown. */
struct test {
	const char *profile;	 /* "smallfile"; in XML "local/smallfile" */
	const char *arguments;	 /* "--files=10000" */
	const char *title;	 /* of the profile */
	const char *app_version; /* of the profile */
	const char *description; /* "Files: 10000 - Phase: Create" */
	const char *result;	 /* RESULT name: "create_seconds" */
	const char *scale;	 /* "Seconds" */
	const char *proportion;	 /* "HIB" or "LIB" */
	double divide;		 /* value in scale = value in model unit / divide; 0 means 1 */
};

struct observation {
	/* where it comes from */
	const char *system; /* the configuration */
	const char *source; /* file name as given, "-" for standard input */
	const char *suite;  /* NULL if none */
	const char *tool_version;
	const struct params *conditions;
	const struct strlist *labels; /* "lab: loopback, one machine"; NULL if none */
	unsigned line;		      /* from 1; 0 unknown */
	unsigned run;		      /* from 1; 0: table_number_runs() gives it */
	unsigned flags;
	unsigned reading; /* table_reading(): one for each row or job that was read */
	int group;	  /* fio's groupid, -1 if none; not printed */

	/* which work it is (with metric and stat: the series) */
	const char *tool;
	const char *op;
	const char *pattern; /* NULL where it means nothing */
	const char *native;
	const char *job;  /* NULL if none */
	const char *part; /* --parts: sibling number or host name; NULL: the whole */
	const struct params *params;
	const struct test *test; /* NULL if none */
	enum metric metric;
	const char *stat; /* mean min max stddev p1 .. p99.99 */

	/* what was measured */
	double value; /* in metric_unit(metric); NAN: missing */
	double low;   /* with FLAG_BOUND; NAN otherwise */
	double high;
};

enum severity { SEVERITY_NOTE, SEVERITY_WARNING, SEVERITY_ERROR };

struct warning {
	const char *source;
	unsigned line; /* 0: the whole source */
	enum severity severity;
	const char *code; /* "fio-job-error" */
	const char *message;
};

struct table; /* opaque */

struct table *table_new(void);
void table_free(struct table *t);

/* Interning; NULL stays NULL. */
const char *table_str(struct table *t, const char *s);
const char *table_strn(struct table *t, const char *s, size_t len);
const struct strlist *table_list(struct table *t, const char *const *v, size_t n);
const struct test *table_test(struct table *t, const struct test *test);

/* An observation with nothing in it: no flags, group -1, value, low, high missing. */
struct observation observation_none(void);
/* A new reading: observations of one repeat of one job share one. */
unsigned table_reading(struct table *t);
/* Append; o->params may be NULL for the empty set. */
void table_add(struct table *t, const struct observation *o);

/* Observations are numbered 0 .. table_len()-1 in the order added. Removed ones keep
 * their number: table_get() then returns false. */
size_t table_len(const struct table *t);
bool table_get(const struct table *t, size_t i, struct observation *out);
void table_remove(struct table *t, size_t i);
/* Put *o in the place of observation i. */
void table_replace(struct table *t, size_t i, const struct observation *o);
/* Forget observations number from .. to-1, or warnings; those behind move up. */
void table_cut(struct table *t, size_t from, size_t to);
void table_cut_warnings(struct table *t, size_t from, size_t to);
/* Give one observation a test identity (interned by table_test()); NULL takes it away. */
void table_set_test(struct table *t, size_t i, const struct test *test);
/* Rename systems everywhere: rename() gets each name and returns the new one, interned, or the same. */
void table_rename_systems(struct table *t, const char *(*rename)(const char *system, void *arg),
			  void *arg);
/* Give run numbers to readings that have none: repeats of the same job with the same
 * parameters in the same system count up from 1, after the highest number given. */
void table_number_runs(struct table *t);

/* Same number for observations of the same work: with a RESULT name in test (profile,
 * arguments, result), else (profile, arguments, tool, op, pattern, native, job, part, params,
 * metric, stat). Numbers are dense, from 0, in the order first seen; valid until the next change. */
size_t table_work(const struct table *t, size_t i);
size_t table_works(const struct table *t);

/* printf; source and code are interned. line 0: the whole source. */
void table_warn(struct table *t, enum severity severity, const char *source, unsigned line,
		const char *code, const char *fmt, ...) __attribute__((format(printf, 6, 7)));
size_t table_warnings(const struct table *t);
const struct warning *table_warning(const struct table *t, size_t i);

/* Names as printed in JSON; metric_from_name() returns METRIC_N for an unknown one. */
const char *metric_name(enum metric m);
const char *metric_unit(enum metric m);
enum metric metric_from_name(const char *name);
/* Direction of one observation: that of its metric, for count that of its test's proportion. */
enum better observation_better(const struct observation *o);
const char *better_name(enum better b); /* NULL for neither */
/* Name of one flag; bits not known give NULL. */
const char *flag_name(unsigned flag);
unsigned flag_from_name(const char *name); /* 0 if unknown */

#endif

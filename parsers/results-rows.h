/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Groups of observations as the Result elements of a composite.xml: which work becomes a row, under
 * which names, with which entries. Texts only, no XML.
 */
#ifndef PLATTER_RESULTS_ROWS_H
#define PLATTER_RESULTS_ROWS_H

#include <stddef.h>

#include "group.h"

/* One Entry: one system in one row. */
struct result_entry {
	size_t system; /* index into groups->systems */
	char *value;   /* "" for a failed case */
	char *raw;     /* the runs, joined by ':'; "" for a failed case */
	char *json;    /* or NULL */
};

struct result_row {
	char *identifier; /* "local/smallfile"; "" where no profile is behind it */
	char *title, *app_version, *arguments, *description, *scale;
	const char *proportion; /* "HIB" or "LIB" */
	char *parent;		/* key of the row this one is subordinate to, or NULL */
	struct result_entry *entries;
	size_t n;
};

struct result_rows {
	struct result_row *v;
	size_t n, cap;
};

/*
 * Rows of T, grouped, in the order of the groups; keys (results-key.h) are unique. Work that belongs to a row of a
 * profile, or came from a composite, keeps that identity. Of work of a known profile that no row is
 * for, nothing is written, and of all other work throughput, rate, time, CPU and the mean, p50, p99 and
 * p99.9 of latencies; minima and maxima become the entries' min-result and max-result.
 */
struct result_rows *result_rows_make(const struct table *t, const struct groups *groups);
void result_rows_free(struct result_rows *rows);

#endif

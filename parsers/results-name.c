/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * RESULT names of observations; see results-name.h. One rule for both sides: the writer prints these
 * names, profile_attach() looks them up.
 */
#include "results-name.h"

#include "arena.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define NAME_CHARS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-"

double result_name_divide(enum metric metric)
{
	switch (metric) {
	case METRIC_THROUGHPUT:
		return 1e6;
	case METRIC_LATENCY:
		return 1e3;
	default:
		return 1;
	}
}

/* The last part of a native name: "clat" of "write/clat", "" without one. */
static const char *native_kind(const char *native)
{
	const char *kind = native ? strrchr(native, '/') : NULL;

	if (kind)
		return kind + 1;
	return native ? native : "";
}

/* "mean_us", "p99_us", with the kind before it when it is not the operation's own latency. */
static char *latency_what(const struct observation *o)
{
	const char *kind = native_kind(o->native);
	const char *stat = o->stat ? o->stat : "mean";

	if (strcmp(stat, "mean") != 0 && strcmp(stat, "min") != 0 && strcmp(stat, "max") != 0 &&
	    (stat[0] != 'p' || !isdigit((unsigned char)stat[1])))
		return NULL;
	if (!kind[0] || !strcmp(kind, "clat"))
		return xasprintf("%s_us", stat);
	return xasprintf("%s_%s_us", kind, stat);
}

static char *result_what(const struct observation *o)
{
	const char *kind = native_kind(o->native);

	if (o->metric == METRIC_LATENCY)
		return latency_what(o);
	if (!o->stat || strcmp(o->stat, "mean") != 0)
		return NULL;
	switch (o->metric) {
	case METRIC_THROUGHPUT:
		return xstrdup("mbs");
	case METRIC_RATE:
		return xstrdup("rate");
	case METRIC_TIME:
		return xstrdup("seconds");
	case METRIC_CPU:
		return xstrdup(kind[0] ? kind : "cpu");
	case METRIC_COUNT:
	case METRIC_LATENCY:
	case METRIC_N:
		break;
	}
	return NULL;
}

char *result_name(const struct observation *o, bool with_op)
{
	const char *job = o->job ? o->job : o->op;
	char *what, *name;

	if (!job || o->part)
		return NULL;
	what = result_what(o);
	if (!what)
		return NULL;
	if (with_op && o->op)
		name = xasprintf("%s_%s_%s", job, o->op, what);
	else
		name = xasprintf("%s_%s", job, what);
	free(what);
	for (char *at = name; *at; at++)
		if (!strchr(NAME_CHARS, *at))
			*at = '_';
	return name;
}

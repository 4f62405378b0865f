/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Units and digits for people. SI and binary prefixes are never mixed: MiB/s
 * is 1024 x 1024 bytes a second, MB/s a million.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit.h"

#define KIB    1024.0
#define DIGITS 4 /* significant ones */

static const struct unit throughputs[] = {
	{ "KiB/s", KIB },
	{ "MiB/s", KIB *KIB },
	{ "GiB/s", KIB *KIB *KIB },
	{ "MB/s", 1e6 },
};

/* Ascending: the largest in which the smallest value is still 1 or more. */
static const struct unit latencies[] = {
	{ "ns", 1 },
	{ "us", 1e3 },
	{ "ms", 1e6 },
	{ "s", 1e9 },
};

const struct unit *unit_throughput(const char *name)
{
	for (size_t i = 0; i < sizeof(throughputs) / sizeof(throughputs[0]); i++)
		if (!strcmp(throughputs[i].name, name))
			return &throughputs[i];
	return NULL;
}

/* What is counted by a rate. */
static const char *rate_name(const char *op)
{
	static const struct {
		const char *op;
		const char *name;
	} names[] = {
		{ "create", "files/s" },   { "list", "files/s" },     { "lsla", "files/s" },
		{ "stat", "files/s" },	   { "open", "files/s" },     { "readfile", "files/s" },
		{ "rename", "files/s" },   { "link", "files/s" },     { "symlink", "files/s" },
		{ "delete", "files/s" },   { "rm", "files/s" },	      { "setxattr", "files/s" },
		{ "getxattr", "files/s" }, { "mkdir", "dirs/s" },     { "rmdir", "dirs/s" },
		{ "query", "queries/s" },  { "update", "updates/s" }, { "insert", "inserts/s" },
		{ "mix", "queries/s" },	   { "seek", "seeks/s" },     { "read", "IOPS" },
		{ "write", "IOPS" },	   { "rw", "IOPS" },	      { "trim", "IOPS" },
		{ "sync", "syncs/s" },
	};

	for (size_t i = 0; op && i < sizeof(names) / sizeof(names[0]); i++)
		if (!strcmp(names[i].op, op))
			return names[i].name;
	return "1/s";
}

static struct unit largest_fitting(const struct unit *v, size_t n, double least)
{
	size_t i = n - 1;

	while (i && least < v[i].factor)
		i--;
	return v[i];
}

struct unit unit_choose(const struct observation *o, double least, double most,
			const char *throughput)
{
	const struct unit *asked = throughput ? unit_throughput(throughput) : NULL;

	switch (o->metric) {
	case METRIC_THROUGHPUT:
		if (asked)
			return *asked;
		return largest_fitting(throughputs, 3,
				       most < KIB * KIB ? 0 : fmax(least, KIB * KIB));
	case METRIC_LATENCY:
		return largest_fitting(latencies, 4, least);
	case METRIC_RATE:
		/* A query of a mysqlrow job that deletes counts rows, not files. */
		if (o->op && !strcmp(o->op, "delete") && o->params &&
		    params_get_text(o->params, "ioengine") &&
		    !strcmp(params_get_text(o->params, "ioengine"), "mysqlrow"))
			return (struct unit){ "deletes/s", 1 };
		return (struct unit){ rate_name(o->op), 1 };
	case METRIC_TIME:
		return (struct unit){ "s", 1 };
	case METRIC_CPU:
		return (struct unit){ "%", 1 };
	default:
		/* A count of a test says itself what it counts. */
		return (struct unit){ o->test && o->test->scale ? o->test->scale : "", 1 };
	}
}

static int decimals(double v)
{
	v = fabs(v);
	return v > 0 ? (int)fmin(9, fmax(0, DIGITS - 1 - floor(log10(v)))) : 0;
}

char *unit_format(const struct unit *u, double value)
{
	value /= u->factor;
	/* Counts are whole. */
	if (!*u->name && value == floor(value))
		return xasprintf("%.0f", value);
	return xasprintf("%.*f", decimals(value), value);
}

char *unit_format_short(const struct unit *u, double value)
{
	char *text = unit_format(u, value), *end = text + strlen(text);

	if (!strchr(text, '.'))
		return text;
	while (end[-1] == '0')
		*--end = '\0';
	if (end[-1] == '.')
		*--end = '\0';
	return text;
}

char *unit_size(double bytes)
{
	static const char *const names[] = { "B", "KiB", "MiB", "GiB", "TiB", "PiB" };
	size_t i = 0;

	while (i < 5 && bytes >= KIB && fmod(bytes, KIB) == 0) {
		bytes /= KIB;
		i++;
	}
	/* No multiple of anything: the nearest unit with three digits. */
	if (bytes >= 1e4 && i < 5) {
		while (i < 5 && bytes >= KIB) {
			bytes /= KIB;
			i++;
		}
		return xasprintf("%.3g %s", bytes, names[i]);
	}
	return xasprintf("%.15g %s", bytes, names[i]);
}

const char *number_exact(char *buf, double value)
{
	for (int digits = 15; digits <= 17; digits++) {
		snprintf(buf, 32, "%.*g", digits, value);
		if (strtod(buf, NULL) == value)
			break;
	}
	return buf;
}

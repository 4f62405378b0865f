/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Warnings of a table, and the names and units that the model's values are
 * printed with.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model-private.h"

void table_warn(struct table *t, enum severity severity, const char *source, unsigned line,
		const char *code, const char *fmt, ...)
{
	va_list ap;
	char *message;

	va_start(ap, fmt);
	if (vasprintf(&message, fmt, ap) < 0)
		message = xstrdup(code);
	va_end(ap);
	xgrow(&t->warnings, &t->warnings_cap, t->nwarnings + 1, sizeof(*t->warnings));
	t->warnings[t->nwarnings++] = (struct warning){
		.source = table_str(t, source),
		.line = line,
		.severity = severity,
		.code = table_str(t, code),
		.message = table_str(t, message),
	};
	free(message);
}

size_t table_warnings(const struct table *t)
{
	return t->nwarnings;
}

const struct warning *table_warning(const struct table *t, size_t i)
{
	return &t->warnings[i];
}

static const struct {
	const char *name;
	const char *unit;
	enum better better;
} metrics[METRIC_N] = {
	[METRIC_THROUGHPUT] = { "throughput", "B/s", BETTER_HIGHER },
	[METRIC_RATE] = { "rate", "1/s", BETTER_HIGHER },
	[METRIC_TIME] = { "time", "s", BETTER_LOWER },
	[METRIC_LATENCY] = { "latency", "ns", BETTER_LOWER },
	[METRIC_CPU] = { "cpu", "%", BETTER_LOWER },
	[METRIC_COUNT] = { "count", "1", BETTER_NEITHER },
};

const char *metric_name(enum metric m)
{
	return metrics[m].name;
}

const char *metric_unit(enum metric m)
{
	return metrics[m].unit;
}

enum metric metric_from_name(const char *name)
{
	enum metric m = 0;

	while (m < METRIC_N && strcmp(metrics[m].name, name))
		m++;
	return m;
}

enum better observation_better(const struct observation *o)
{
	const char *proportion = o->test ? o->test->proportion : NULL;

	/* The spread of a thing is neither good nor bad. */
	if (o->stat && !strcmp(o->stat, "stddev"))
		return BETTER_NEITHER;
	if (metrics[o->metric].better == BETTER_NEITHER && proportion) {
		if (!strcmp(proportion, "HIB"))
			return BETTER_HIGHER;
		if (!strcmp(proportion, "LIB"))
			return BETTER_LOWER;
	}
	return metrics[o->metric].better;
}

const char *better_name(enum better b)
{
	static const char *const names[] = { NULL, "higher", "lower" };

	return names[b];
}

static const struct {
	unsigned flag;
	const char *name;
} flags[] = {
	{ FLAG_TOO_FAST, "too-fast" }, { FLAG_FAILED, "failed" },	{ FLAG_INVALID, "invalid" },
	{ FLAG_BOUND, "bound" },       { FLAG_AGGREGATE, "aggregate" },
};

const char *flag_name(unsigned flag)
{
	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++)
		if (flags[i].flag == flag)
			return flags[i].name;
	return NULL;
}

unsigned flag_from_name(const char *name)
{
	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++)
		if (!strcmp(flags[i].name, name))
			return flags[i].flag;
	return 0;
}

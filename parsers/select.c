/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Choice of what a table for people shows.
 */
#include <stdlib.h>
#include <string.h>

#include "select.h"

/* Last part of a native name: "clat" of "read/clat". */
static const char *last_part(const char *native)
{
	const char *slash = native ? strrchr(native, '/') : NULL;

	return slash ? slash + 1 : native;
}

static bool is(const char *a, const char *b)
{
	return a && !strcmp(a, b);
}

/* A latency of the whole operation: fio's clat and lat, and tools that have but one. */
static bool is_whole_latency(const struct observation *o)
{
	const char *part = last_part(o->native);

	return !is(o->tool, "fio") || is(part, "clat") || is(part, "lat");
}

static bool by_default(const struct observation *o)
{
	if (o->test && o->test->result)
		return is(o->stat, "mean") || is(o->stat, "p99") || !o->stat;
	switch (o->metric) {
	case METRIC_THROUGHPUT:
	case METRIC_RATE:
	case METRIC_TIME:
		return is(o->stat, "mean");
	case METRIC_LATENCY:
		return is_whole_latency(o) && (is(o->stat, "mean") || is(o->stat, "p99"));
	default:
		return false;
	}
}

static bool equals(const char *text, const char *key, size_t len)
{
	return text && strlen(text) == len && !strncmp(text, key, len);
}

/* Whether `stat` of a key (after the point; len 0: none given) asks for that of o. */
static bool stat_fits(const char *stat, size_t len, const struct observation *o)
{
	if (!len)
		return is(o->stat, "mean") || (o->metric == METRIC_LATENCY && is(o->stat, "p99"));
	return equals("all", stat, len) || equals(o->stat, stat, len);
}

/* NAME, NAME.STAT, NAME.all or STAT; NAME is a metric or the tool's own name, whole or its last part. A
 * metric's name stands for the whole operation: not fio's slat, not our engines' open and close. */
static bool key_fits(const char *key, size_t len, const struct observation *o)
{
	bool whole = o->metric != METRIC_LATENCY || is_whole_latency(o);
	const char *point = memchr(key, '.', len);
	size_t name = point ? (size_t)(point - key) : len;
	const char *stat = point ? point + 1 : NULL;

	if (whole && equals(o->stat, key, len))
		return true;
	if (!((whole && equals(metric_name(o->metric), key, name)) ||
	      equals(o->native, key, name) || equals(last_part(o->native), key, name)))
		return false;
	return stat_fits(stat, point ? len - name - 1 : 0, o);
}

bool selection_takes(const struct selection *s, const struct observation *o)
{
	if (s->all)
		return true;
	if (!s->keys)
		return by_default(o);
	for (const char *key = s->keys; *key;) {
		size_t len = strcspn(key, ",");

		if (len && key_fits(key, len, o))
			return true;
		key += len + (key[len] == ',');
	}
	return false;
}

void selection_note(struct selection_work *w, const struct observation *o)
{
	w->throughput |= o->metric == METRIC_THROUGHPUT;
	w->clat |= o->metric == METRIC_LATENCY && is(last_part(o->native), "clat");
}

/* Whether a key names the tool's own word. */
static bool asked_by_name(const struct selection *s, const char *name)
{
	for (const char *key = s->keys; key && *key;) {
		size_t len = strcspn(key, ",");

		if (equals(name, key, strcspn(key, ",.")))
			return true;
		key += len + (key[len] == ',');
	}
	return false;
}

bool selection_needs(const struct selection *s, const struct selection_work *w,
		     const struct observation *o)
{
	if (s->all || (o->test && o->test->result))
		return true;
	if (o->metric == METRIC_LATENCY && w->clat && is(last_part(o->native), "lat") &&
	    is(o->tool, "fio"))
		return o->native && (asked_by_name(s, o->native) || asked_by_name(s, "lat"));
	if (o->metric == METRIC_TIME && !s->keys)
		return !w->throughput;
	return true;
}

bool selection_is_plain(const struct selection *s, const struct observation *o)
{
	const char *part = last_part(o->native);

	if (s->all)
		return o->metric != METRIC_LATENCY && o->metric != METRIC_CPU &&
		       o->metric != METRIC_COUNT;
	return !(o->metric == METRIC_CPU || o->metric == METRIC_COUNT ||
		 (o->metric == METRIC_LATENCY && is(o->tool, "fio") && !is(part, "clat")));
}

char *selection_unknown(const struct selection *s, const struct table *t)
{
	for (const char *key = s->keys; key && *key;) {
		size_t len = strcspn(key, ","), i = 0;
		struct observation o;

		while (i < table_len(t) && !(table_get(t, i, &o) && key_fits(key, len, &o)))
			i++;
		if (!len || i == table_len(t))
			return strndup(key, len);
		key += len + (key[len] == ',');
	}
	return NULL;
}

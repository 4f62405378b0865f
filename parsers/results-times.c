/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Wall times of runs by system, profile, arguments and run number. Observations of one run stand
 * together in a table and share their conditions, so that one look a run is enough.
 */
#include "results-times.h"

#include "arena.h"
#include "results-text.h"

#include <math.h>
#include <stdlib.h>

struct run_time {
	const char *system, *profile, *arguments; /* interned */
	unsigned int run;
	double seconds;
};

struct run_times {
	struct run_time *v;
	size_t n, cap;
};

static struct run_time run_of(const struct observation *o)
{
	return (struct run_time){
		.system = o->system,
		.profile = o->test ? o->test->profile : NULL,
		.arguments = o->test ? o->test->arguments : NULL,
		.run = o->run,
	};
}

static bool same_run(const struct run_time *a, const struct run_time *b)
{
	return a->run == b->run && a->system == b->system && a->profile == b->profile &&
	       a->arguments == b->arguments;
}

struct run_times *run_times_make(const struct table *t)
{
	struct run_times *times = xcalloc(1, sizeof(*times));
	const struct params *last = NULL;
	struct observation o;

	for (size_t i = 0; i < table_len(t); i++) {
		struct run_time run;

		if (!table_get(t, i, &o) || o.conditions == last)
			continue;
		last = o.conditions;
		run = run_of(&o);
		run.seconds = params_get_number(o.conditions, "elapsed", NAN);
		if (!(run.seconds > 0))
			continue;
		xgrow(&times->v, &times->cap, times->n + 1, sizeof(*times->v));
		times->v[times->n++] = run;
	}
	return times;
}

void run_times_free(struct run_times *times)
{
	free(times->v);
	free(times);
}

char *run_times_text(const struct run_times *times, const struct group *g)
{
	struct run_time wanted = run_of(&g->first);
	char *text = xstrdup("");

	for (size_t i = 0; i < g->n; i++) {
		const struct run_time *found = NULL;
		char *seconds, *longer;

		wanted.run = g->runs[i];
		for (size_t k = 0; k < times->n && !found; k++)
			if (same_run(&times->v[k], &wanted))
				found = &times->v[k];
		if (!found) {
			free(text);
			return NULL;
		}
		seconds = composite_fixed(found->seconds, 2);
		longer = xasprintf("%s%s%s", text, i ? ":" : "", seconds);
		free(seconds);
		free(text);
		text = longer;
	}
	if (!text[0]) {
		free(text);
		return NULL;
	}
	return text;
}

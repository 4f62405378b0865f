/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The table of Phoronix's scales. Scales with a count before the thing counted ("Million Pixels Per
 * Second", "Mpx/s", "GFLOPS") are left out on purpose: taken for a rate they would be off by that
 * count, as a bare number in their own scale they are right.
 */
#include "results-scale.h"

#include <string.h>
#include <strings.h>

static const struct scale scales[] = {
	{ "B/s", METRIC_THROUGHPUT, 1 },
	{ "kB/s", METRIC_THROUGHPUT, 1e3 },
	{ "KB/s", METRIC_THROUGHPUT, 1e3 },
	{ "KiB/s", METRIC_THROUGHPUT, 1024 },
	{ "MB/s", METRIC_THROUGHPUT, 1e6 },
	{ "MiB/s", METRIC_THROUGHPUT, 1048576 },
	{ "GB/s", METRIC_THROUGHPUT, 1e9 },
	{ "GiB/s", METRIC_THROUGHPUT, 1073741824 },
	{ "Mbits/s", METRIC_THROUGHPUT, 125e3 },
	{ "Gbits/s", METRIC_THROUGHPUT, 125e6 },
	{ "Seconds", METRIC_TIME, 1 },
	{ "Second", METRIC_TIME, 1 },
	{ "s", METRIC_TIME, 1 },
	{ "sec", METRIC_TIME, 1 },
	{ "Minutes", METRIC_TIME, 60 },
	{ "Milliseconds", METRIC_LATENCY, 1e6 },
	{ "Milli-Seconds", METRIC_LATENCY, 1e6 },
	{ "ms", METRIC_LATENCY, 1e6 },
	{ "Microseconds", METRIC_LATENCY, 1e3 },
	{ "us", METRIC_LATENCY, 1e3 },
	{ "Nanoseconds", METRIC_LATENCY, 1 },
	{ "ns", METRIC_LATENCY, 1 },
	{ "IOPS", METRIC_RATE, 1 },
	{ "QPS", METRIC_RATE, 1 },
	{ "TPS", METRIC_RATE, 1 },
	{ "FPS", METRIC_RATE, 1 },
	{ "Percent", METRIC_CPU, 1 },
	{ "%", METRIC_CPU, 1 },
};

/* "WORD/s", "WORD/sec", "WORD/second" and "WORD Per Second" are rates for these words. */
static const char *const counted[] = {
	"Files",      "Ops",  "Operations",  "Requests", "Queries", "Transactions", "Seeks",
	"Rows",	      "IOs",  "Connections", "Inodes",	 "Events",  "Messages",	    "Frames",
	"Iterations", "Reqs", "Commits",     "Messages", "Calls",
};

static const char *const per_second[] = { "/s", "/sec", "/second", " Per Second" };

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* The length of NAME without its "per second", 0 when it has none. */
static size_t word_length(const char *name)
{
	size_t len = strlen(name);

	for (size_t i = 0; i < LENGTH(per_second); i++) {
		size_t n = strlen(per_second[i]);

		if (len > n && !strcasecmp(name + len - n, per_second[i]))
			return len - n;
	}
	return 0;
}

static bool is_counted(const char *name, size_t len)
{
	for (size_t i = 0; i < LENGTH(counted); i++)
		if (strlen(counted[i]) == len && !strncasecmp(name, counted[i], len))
			return true;
	return false;
}

static struct scale look_up(const char *name)
{
	size_t len = word_length(name);

	for (size_t i = 0; i < LENGTH(scales); i++) {
		const char *known = scales[i].name;
		size_t known_len = word_length(known);

		if (!strcmp(name, known))
			return scales[i];
		/* MB/sec and MB/second are MB/s; case counts, MB is not mb */
		if (len && len == known_len && !strncmp(name, known, len))
			return scales[i];
	}
	if (len && is_counted(name, len))
		return (struct scale){ name, METRIC_RATE, 1 };
	return (struct scale){ name, METRIC_COUNT, 1 };
}

struct scale scale_find(const char *scale, const char *proportion)
{
	struct scale found = look_up(scale);
	struct observation o = observation_none();
	enum better better;

	found.name = scale;
	o.metric = found.metric;
	better = observation_better(&o);
	if (proportion && ((better == BETTER_LOWER && !strcmp(proportion, "HIB")) ||
			   (better == BETTER_HIGHER && !strcmp(proportion, "LIB")))) {
		found.metric = METRIC_COUNT;
		found.divide = 1;
	}
	return found;
}

struct scale scale_of_metric(enum metric metric)
{
	switch (metric) {
	case METRIC_THROUGHPUT:
		return (struct scale){ "MB/s", metric, 1e6 };
	case METRIC_RATE:
		return (struct scale){ "Ops/s", metric, 1 };
	case METRIC_TIME:
		return (struct scale){ "Seconds", metric, 1 };
	case METRIC_LATENCY:
		return (struct scale){ "Microseconds", metric, 1e3 };
	case METRIC_CPU:
		return (struct scale){ "Percent", metric, 1 };
	case METRIC_COUNT:
	case METRIC_N:
		break;
	}
	return (struct scale){ "Count", metric, 1 };
}

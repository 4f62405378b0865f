/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * One job of a fio JSON output, in one set of units whatever the version:
 * bytes, bytes/s, ns, ms for runtimes. What fio did not print is NAN. Field
 * names are fio's (stat.c, show_thread_status_json); fio 2.x prints latencies
 * in us (slat, clat, lat), 3.x in ns (slat_ns, clat_ns, lat_ns).
 */
#ifndef PLATTER_FIO_JOB_H
#define PLATTER_FIO_JOB_H

#include <stdbool.h>
#include <stddef.h>

#define FIO_PERCENTILES 32 /* fio's own limit is 20 */

enum fio_dir { FIO_READ, FIO_WRITE, FIO_TRIM, FIO_MIXED, FIO_DIRS };
enum fio_lat { FIO_SLAT, FIO_CLAT, FIO_LAT, FIO_LATS };

struct fio_percentile {
	double percent;
	double value; /* ns */
};

struct fio_latency {
	double min, max, mean, stddev; /* ns */
	double samples;		       /* NAN: fio did not say (2.x, 3.5) */
	double weight; /* of a sum: samples, or what stood in for them; NAN: one job */
	bool measured; /* set by fio_job_settle() */
	size_t npercentiles;
	struct fio_percentile percentiles[FIO_PERCENTILES];
};

struct fio_direction {
	bool active; /* set by fio_job_settle(): this direction did I/O */
	double io_bytes, io_kbytes;
	double bw, bw_bytes; /* KiB/s, B/s; settled: bw_bytes */
	double iops;	     /* settled: failed I/Os taken out */
	double runtime;	     /* ms */
	double total_ios;
	double bw_min, bw_max, bw_dev, bw_samples; /* sampled; KiB/s, settled: B/s */
	double iops_min, iops_max, iops_stddev, iops_samples;
	struct fio_latency lat[FIO_LATS];
};

/* Options as fio printed them: pairs of NUL-ended strings one after another. */
struct fio_options {
	char *text;
	size_t len, cap;
};

struct fio_job {
	unsigned line;
	char *jobname;
	char *hostname; /* client/server runs only */
	double port;
	double groupid, error, total_err, first_error;
	double job_start; /* ms since the epoch; 3.36 and later */
	double usr_cpu, sys_cpu;
	double steady_attained; /* 0 or 1; NAN: no steady state asked for */
	struct fio_options options;
	struct fio_direction dir[FIO_DIRS];
	struct fio_latency sync_lat;
	double sync_ios;
	/* merged jobs only */
	size_t siblings; /* how many were merged: 1 for one job */
	size_t hosts;
};

/* What stands at the top of one JSON object. */
struct fio_output {
	char *version;	  /* "fio-3.33" */
	double timestamp; /* s since the epoch */
	double timestamp_ms;
	struct fio_options globals;
	bool client; /* jobs come from client_stats */
};

/* Everything missing. */
void fio_job_init(struct fio_job *j);
void fio_job_free(struct fio_job *j);
void fio_output_free(struct fio_output *out);

void fio_options_add(struct fio_options *o, const char *key, const char *value);
/* The pair at *at (begin with 0), *at moved on; false at the end. */
bool fio_options_next(const struct fio_options *o, size_t *at, const char **key,
		      const char **value);
/* The last value of key, or NULL. */
const char *fio_options_get(const struct fio_options *o, const char *key);
void fio_options_copy(struct fio_options *to, const struct fio_options *from);

/* Bring a job as parsed into the units above; find out which directions did I/O and which latencies
 * were measured; take sentinels (2^64-1, a minimum above its maximum) for missing; take failed I/Os
 * (total_err) out of the rates. Returns false where total_err could not be told apart by direction
 * and was spread in proportion to their I/Os. */
bool fio_job_settle(struct fio_job *j);

/* Whether two settled jobs are numjobs siblings (or the same job on two hosts). */
bool fio_job_same(const struct fio_job *a, const struct fio_job *b);
/* Add settled job j to sum: rates summed, runtimes and maxima the largest, minima the smallest,
 * latency means and deviations pooled by samples, cpu the mean. Percentiles and sampled minima and
 * maxima of a sum are not known: gone. An error of any is the error of the whole. */
void fio_job_merge(struct fio_job *sum, const struct fio_job *j);
/* Deep copy. */
void fio_job_copy(struct fio_job *to, const struct fio_job *from);
/* A number that differs for jobs that measured different things. */
unsigned long fio_job_fingerprint(const struct fio_job *j);

#endif

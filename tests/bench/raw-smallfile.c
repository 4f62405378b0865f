/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * raw-smallfile: the bench's reference for the smallfile engine. It makes the
 * same system calls in the plainest loop that C allows, without a clock call
 * or any bookkeeping per file, so that engine/raw is what fio and the engine
 * cost. One JSON line a phase on stdout (rate over all jobs: files divided by
 * last end - first start; CPU by RUSAGE_THREAD; peak resident size in KiB).
 *
 * It is no benchmark for users: no latency, no order, no errors but the first.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "raw-ops.h"

enum { MAX_JOBS = 64 };

/* One worker's share of a phase; lives in memory shared with its process. */
struct job {
	const struct conf *conf;
	const struct op *op;
	pthread_barrier_t *start;
	unsigned number;
	int dirfd;	 /* the directory that holds the current file, -1: none yet */
	uint64_t in_dir; /* its number */
	uint64_t files;	 /* done */
	uint64_t start_ns, end_ns, cpu_ns;
	int error;
	char path[PATH_MAX]; /* of the first error, or of the entry in lsla */
};

static uint64_t now_ns(clockid_t clock)
{
	struct timespec ts;

	clock_gettime(clock, &ts);
	return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

static uint64_t cpu_ns(void)
{
	return now_ns(CLOCK_THREAD_CPUTIME_ID);
}

/* Decimal in place; returns the end. Names are what a file costs us here. */
static char *put_number(char *at, uint64_t value)
{
	char digits[20];
	int n = 0;

	do {
		digits[n++] = (char)('0' + value % 10);
		value /= 10;
	} while (value);
	while (n)
		*at++ = digits[--n];
	*at = '\0';
	return at;
}

/* DIR, DIR/job-J, DIR/dir-K or DIR/job-J/dir-K; returns the length. */
static size_t dir_path(const struct job *job, uint64_t dir, char *path)
{
	const struct conf *conf = job->conf;
	char *end = stpcpy(path, conf->dir);

	if (conf->unique)
		end = put_number(stpcpy(end, "/job-"), job->number);
	if (conf->per_dir)
		end = put_number(stpcpy(end, "/dir-"), dir);
	return (size_t)(end - path);
}

/* Makes `dir` the current directory of the job: 0 or an errno. */
static int enter_dir(struct job *job, uint64_t dir)
{
	if (job->dirfd >= 0 && job->in_dir == dir)
		return 0;
	if (job->dirfd >= 0)
		close(job->dirfd);
	dir_path(job, dir, job->path);
	if (job->op->make_dirs && mkdir(job->path, 0755) && errno != EEXIST)
		return errno;
	job->dirfd = open(job->path, O_RDONLY | O_DIRECTORY);
	job->in_dir = dir;
	return job->dirfd < 0 ? errno : 0;
}

static int by_file(struct job *job)
{
	const struct conf *conf = job->conf;
	int (*file)(int, const char *, const struct conf *) = job->op->file;
	uint64_t first = job->number * conf->files;
	uint64_t left = 0;
	char name[32] = "file-";

	for (uint64_t i = first; i < first + conf->files; i++) {
		int err;

		if (!left) {
			err = enter_dir(job, conf->per_dir ? i / conf->per_dir : 0);
			if (err)
				return err;
			left = conf->per_dir ? conf->per_dir - i % conf->per_dir : UINT64_MAX;
		}
		left--;
		put_number(name + 5, i);
		err = file(job->dirfd, name, conf);
		if (err) {
			size_t len = dir_path(job, job->in_dir, job->path);

			snprintf(job->path + len, sizeof(job->path) - len, "/%s", name);
			return err;
		}
		job->files++;
	}
	return 0;
}

static int by_entry(struct job *job)
{
	const struct conf *conf = job->conf;
	uint64_t dirs = conf->per_dir ? (conf->files + conf->per_dir - 1) / conf->per_dir : 1;
	uint64_t first = conf->per_dir ? job->number * conf->files / conf->per_dir : 0;

	for (uint64_t d = first; d < first + dirs; d++) {
		int err = enter_dir(job, d);
		size_t len = dir_path(job, d, job->path);
		long got;

		if (err)
			return err;
		job->path[len++] = '/';
		while ((got = syscall(SYS_getdents64, job->dirfd, raw_buffer, conf->list_buf)) >
		       0) {
			for (long at = 0; at < got;) {
				struct dirent64 *de = (struct dirent64 *)(raw_buffer + at);

				at += de->d_reclen;
				if (de->d_name[0] == '.')
					continue;
				err = job->op->entry(job->dirfd, de->d_name, job->path, len);
				if (err)
					return err;
				job->files++;
			}
		}
		if (got < 0)
			return errno;
	}
	return 0;
}

static void *worker(void *arg)
{
	struct job *job = arg;
	uint64_t cpu;

	/* fault the buffer in before the clock starts */
	memset(raw_buffer, 0, sizeof(raw_buffer));
	pthread_barrier_wait(job->start);
	cpu = cpu_ns();
	job->start_ns = now_ns(CLOCK_MONOTONIC);
	job->error = job->op->file ? by_file(job) : by_entry(job);
	job->end_ns = now_ns(CLOCK_MONOTONIC);
	job->cpu_ns = cpu_ns() - cpu;
	if (job->dirfd >= 0)
		close(job->dirfd);
	return NULL;
}

/* Starts every worker, waits for all of them; returns an errno. */
static int run_workers(struct job *jobs, const struct conf *conf)
{
	pthread_t threads[MAX_JOBS];
	int err = 0;

	for (unsigned j = 0; j < conf->jobs; j++) {
		if (conf->threads) {
			err = pthread_create(&threads[j], NULL, worker, &jobs[j]);
			if (err)
				return err;
			continue;
		}
		switch (fork()) {
		case -1:
			return errno;
		case 0:
			worker(&jobs[j]);
			_exit(0);
		}
	}
	for (unsigned j = 0; j < conf->jobs; j++) {
		int status = 0;

		if (conf->threads)
			pthread_join(threads[j], NULL);
		else if (wait(&status) < 0 || status)
			err = ECHILD;
	}
	return err;
}

static void print_phase(const struct job *jobs, const struct conf *conf, const struct op *op)
{
	struct rusage self, children;
	uint64_t start = UINT64_MAX, end = 0, files = 0, cpu = 0;
	long rss;

	for (unsigned j = 0; j < conf->jobs; j++) {
		start = jobs[j].start_ns < start ? jobs[j].start_ns : start;
		end = jobs[j].end_ns > end ? jobs[j].end_ns : end;
		files += jobs[j].files;
		cpu += jobs[j].cpu_ns;
	}
	getrusage(RUSAGE_SELF, &self);
	getrusage(RUSAGE_CHILDREN, &children);
	rss = self.ru_maxrss > children.ru_maxrss ? self.ru_maxrss : children.ru_maxrss;
	printf("{\"raw-smallfile\":1,\"op\":\"%s\",\"jobs\":%u,\"files\":%llu,\"ns\":%llu,"
	       "\"rate\":%.1f,\"cpu_us_per_op\":%.3f,\"max_rss_kib\":%ld}\n",
	       op->name, conf->jobs, (unsigned long long)files, (unsigned long long)(end - start),
	       (double)files * 1e9 / (double)(end - start), (double)cpu / 1e3 / (double)files, rss);
	fflush(stdout);
}

static int run_phase(const struct conf *conf, const struct op *op)
{
	size_t bytes = sizeof(pthread_barrier_t) + MAX_JOBS * sizeof(struct job);
	void *shared = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	pthread_barrier_t *start = shared;
	struct job *jobs;
	pthread_barrierattr_t attr;
	int err;

	if (shared == MAP_FAILED)
		return errno;
	jobs = (struct job *)(start + 1);
	pthread_barrierattr_init(&attr);
	pthread_barrierattr_setpshared(&attr, PTHREAD_PROCESS_SHARED);
	pthread_barrier_init(start, &attr, conf->jobs);
	for (unsigned j = 0; j < conf->jobs; j++) {
		jobs[j] = (struct job){
			.conf = conf, .op = op, .start = start, .number = j, .dirfd = -1
		};
		if (op->make_dirs && conf->unique) {
			char path[PATH_MAX];

			snprintf(path, sizeof(path), "%s/job-%u", conf->dir, j);
			if (mkdir(path, 0755) && errno != EEXIST) {
				munmap(shared, bytes);
				return errno;
			}
		}
	}
	err = run_workers(jobs, conf);
	for (unsigned j = 0; !err && j < conf->jobs; j++) {
		err = jobs[j].error;
		if (!err && jobs[j].files < (op->entry && !conf->unique ? 1 : conf->files))
			err = ENOENT;
		if (err)
			fprintf(stderr, "raw-smallfile: %s '%s': %s\n", op->name, jobs[j].path,
				strerror(err));
	}
	if (!err)
		print_phase(jobs, conf, op);
	munmap(shared, bytes);
	return err;
}

static uint64_t number(const char *option, const char *text, uint64_t low, uint64_t high)
{
	char *end;
	unsigned long long value = strtoull(text, &end, 10);

	if (*end || end == text || value < low || value > high) {
		fprintf(stderr,
			"raw-smallfile: option '%s': '%s' is not a number from %llu to %llu\n",
			option, text, (unsigned long long)low, (unsigned long long)high);
		exit(2);
	}
	return value;
}

static const char usage[] =
	"usage: raw-smallfile --dir DIR --files N [--jobs N] [--threads] [--unique] [--size BYTES]\n"
	"                     [--files-per-dir N] [--list-buffer BYTES] PHASE...\n";

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{ "dir", required_argument, NULL, 'd' },
		{ "files", required_argument, NULL, 'n' }, /* of each job */
		{ "jobs", required_argument, NULL, 'j' },
		{ "size", required_argument, NULL, 's' },
		{ "files-per-dir", required_argument, NULL, 'p' },
		{ "list-buffer", required_argument, NULL, 'b' },
		{ "threads", no_argument, NULL, 't' },
		{ "unique", no_argument, NULL, 'u' },
		{ NULL, 0, NULL, 0 },
	};
	struct conf conf = { .jobs = 1, .size = 1024, .list_buf = 32768 };
	int c;

	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		switch (c) {
		case 'd':
			conf.dir = optarg;
			break;
		case 'n':
			conf.files = number("files", optarg, 1, 1000000000);
			break;
		case 'j':
			conf.jobs = (unsigned)number("jobs", optarg, 1, MAX_JOBS);
			break;
		case 's':
			conf.size = (unsigned)number("size", optarg, 0, RAW_MAX_SIZE);
			break;
		case 'p':
			conf.per_dir = number("files-per-dir", optarg, 0, 1000000000);
			break;
		case 'b':
			conf.list_buf = (unsigned)number("list-buffer", optarg, 512, RAW_MAX_LIST);
			break;
		case 't':
			conf.threads = true;
			break;
		case 'u':
			conf.unique = true;
			break;
		default:
			fputs(usage, stderr);
			return 2;
		}
	}
	if (!conf.dir || !conf.files || optind == argc || strlen(conf.dir) > PATH_MAX / 2) {
		fputs(usage, stderr);
		return 2;
	}
	for (int i = optind; i < argc; i++) {
		const struct op *op = raw_op(argv[i]);
		int err;

		if (!op) {
			fprintf(stderr, "raw-smallfile: no phase '%s'\n", argv[i]);
			return 2;
		}
		err = run_phase(&conf, op);
		if (err) {
			fprintf(stderr, "raw-smallfile: phase '%s' in '%s' failed: %s\n", argv[i],
				conf.dir, strerror(err));
			return 1;
		}
	}
	return 0;
}

/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What the parts of the engine share: a job as the options describe it (sf_conf, made in
 * setup, never changed after) and a job at work (sf_job, one a process or thread).
 *
 * One io_u is one operation on one file. fio's offset gives the file: offset / bs is its
 * number (slots.h), the number gives name (names.h) and directory (layout.h). Nothing is kept
 * per file. Functions that work on files return 0 or an errno, which has been reported
 * (fail.h) by the one that made the system call.
 */
#ifndef SMALLFILE_H
#define SMALLFILE_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "compat.h"
#include "fail.h"
#include "hist.h"
#include "names.h"
#include "options.h"
#include "say.h"
#include "walk.h"

struct sf_job;
struct sf_root;
struct sf_tally;

/* The parts of an operation whose latencies are kept apart. */
enum sf_part { SF_PART_OPEN, SF_PART_WRITE, SF_PART_READ, SF_PART_FSYNC, SF_PART_CLOSE, SF_PARTS };

/* An operation: what it needs and how it runs. */
struct sf_op_info {
	const char *name;
	enum fio_ddir ddir;
	bool makes;    /* files or directories: create, mkdir */
	bool removes;  /* rm, delete, rmdir */
	bool contents; /* reads or writes what is in the file: create, readfile */
	bool lists;    /* takes the files as the directory has them: list, lsla */
	bool dirs;     /* its "files" are directories: mkdir, rmdir */
	bool split;    /* several system calls, timed apart */
	int (*run)(struct sf_job *j, struct io_u *io_u);
};

/* A job as its options describe it. Lives until fio exits: the last job out reads them all. */
struct sf_conf {
	const struct sf_op_info *op;
	struct thread_data *td;
	struct sf_root *root;	/* shared by the jobs of this root */
	struct sf_tally *tally; /* shared by the jobs of this count_file, or NULL */
	unsigned int member;	/* of root */
	unsigned int subjob;
	uint64_t files_per_dir; /* 0: all in one */
	unsigned int depth;	/* levels of directories above the files */
	bool unique;		/* a directory for each job */
	bool named;		/* filename= is set: the last component of path is ours */
	bool drop_caches;
	bool split;
	bool verify;
	uint64_t bs;
	uint64_t start;		      /* offset of the first file, bytes */
	uint64_t first;		      /* its number */
	uint64_t span;		      /* numbers that are this job's, from first on */
	uint64_t count;		      /* files of one pass, at most span */
	uint64_t size_low, size_high; /* of a file, bytes */
	uint64_t seed;
	int open_flags;
	enum sf_order order;
	enum sf_sync sync_file, sync_dir;
	enum sf_cleanup cleanup;
	char *count_file;  /* allocated, or NULL */
	char *report_file; /* allocated, or NULL */
	struct sf_format format;
	struct sf_format renamed;
	char path[PATH_MAX]; /* directory=, and the subdirectory filename= */
};

/* Files with consecutive numbers, and the slots (0, 1, ...) that fio's offsets give them. */
struct sf_segment {
	uint64_t slot;
	uint64_t number;
	uint64_t count;
};

/* Numbers [low, high). */
struct sf_claim {
	uint64_t low, high;
};

/* A directory descriptor that is kept open, by the number of its directory. */
struct sf_leaf {
	uint64_t index;
	int fd; /* -1: free */
};

#define SF_LEAVES 64

/* What order=inode holds: the entries of one directory. */
struct sf_inodes {
	struct sf_inode {
		uint64_t inode;
		uint64_t number;
	} * entries;
	size_t count, at, room;
	bool more;  /* ahead is the first entry of the next directory */
	bool ended; /* there is no next directory in this round */
	struct sf_inode ahead;
};

/*
 * A job at work. What each operation needs comes first and fits in one page, with copies of
 * what the conf says (see sys.h for why that matters).
 */
struct sf_job {
	int (*run)(struct sf_job *j, struct io_u *io_u);
	void (*gettime)(struct timespec *ts, void *caller); /* fio's clock */
	enum fio_ddir ddir;
	bool reopened; /* fio opened its pseudo file: a new pass if this one has begun */
	bool ramp;     /* in fio's ramp_time: nothing counts yet */
	bool ordered;  /* order= is not that of the numbers */
	bool split;
	bool verify;
	bool moved;	 /* to another directory in this operation */
	bool fio_stamps; /* fio fills issue_time */
	bool by_path;	 /* more directories in random order than descriptors: use paths */
	int open_flags;
	enum sf_sync sync_file, sync_dir;

	/* from offsets to numbers (slots.h) */
	uint64_t bs;
	uint64_t next_offset, next_slot;
	uint64_t pass_left; /* operations left of the pass; a pass goes over all slots once */
	uint64_t shift;	    /* added to the numbers in later passes of create, rm, ... */
	struct sf_segment segment; /* the current one of segments */

	/* from numbers to names and directories (layout.h) */
	int leaf_fd; /* the current directory: numbers leaf_first + [0, leaf_size) */
	uint64_t leaf_first, leaf_size;
	uint64_t size_low, size_high;

	/* what is counted */
	uint64_t files, bytes;
	uint64_t made; /* files, for count_file: also those of ramp_time */
	uint64_t end_ns;
	uint64_t last_number;
	struct sf_hist *parts[SF_PARTS];

	/* list, lsla, order= (walk.h, list.c, order.c) */
	uint64_t total; /* files of one pass */
	uint64_t seen, seen_sum, due_sum, missing;
	struct sf_walk walk;

	struct sf_name name;
	struct sf_failures failures;

	/* the rest is seldom needed */
	struct thread_data *td;
	const struct sf_conf *conf;
	bool inited;	 /* init succeeded */
	bool started;	 /* an operation was issued */
	int given_up;	 /* errno */
	uint64_t pass;	 /* the current one */
	uint64_t stride; /* of all jobs of the root: what shift grows by */
	struct sf_segment *segments;
	size_t segment_count;
	int root_fd, base_fd; /* the root; what the job's directories are relative to */
	struct sf_leaf leaves[SF_LEAVES];
	uint64_t dirs; /* made, or listed */
	struct sf_name renamed;
	struct sf_inodes inodes;
	struct sf_claim *claims; /* of all jobs of this root, sorted and merged */
	size_t claim_count;
	int (*end_io)(struct thread_data *, struct io_u **); /* fio's, of a verify */
	uint64_t start_ns;    /* CLOCK_MONOTONIC, as end_ns at last */
	uint64_t ended_ns;    /* of the last whole pass */
	uint64_t clock_shift; /* CLOCK_MONOTONIC - fio's clock */
	uint64_t last_issue;  /* by fio's clock */
	uint64_t cpu_start_ns, cpu_end_ns;
};

extern const struct sf_op_info sf_ops[SF_OP_COUNT];

/* The operations, each an io_u (ops-*.c, list.c). */
int sf_run_create(struct sf_job *j, struct io_u *io_u);
int sf_run_rename(struct sf_job *j, struct io_u *io_u);
int sf_run_mkdir(struct sf_job *j, struct io_u *io_u);
int sf_run_stat(struct sf_job *j, struct io_u *io_u);
int sf_run_open(struct sf_job *j, struct io_u *io_u);
int sf_run_readfile(struct sf_job *j, struct io_u *io_u);
int sf_run_rm(struct sf_job *j, struct io_u *io_u);
int sf_run_delete(struct sf_job *j, struct io_u *io_u);
int sf_run_rmdir(struct sf_job *j, struct io_u *io_u);
int sf_run_list(struct sf_job *j, struct io_u *io_u);
int sf_run_lsla(struct sf_job *j, struct io_u *io_u);

/* Reads back what a create job has written, for fio's verify after or between the writes. */
int sf_verify_read(struct sf_job *j, struct io_u *io_u);

/* Spreads a number over 64 bits (splitmix64): sizes, and the check sum of a listing. */
static inline uint64_t sf_mix(uint64_t x)
{
	x += 0x9e3779b97f4a7c15ull;
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
	return x ^ (x >> 31);
}

/* Bytes in file number, the same in every phase. */
static inline uint64_t sf_file_size(const struct sf_job *j, uint64_t number)
{
	if (sf_likely(j->size_low == j->size_high))
		return j->size_low;
	return j->size_low + sf_mix(number ^ j->conf->seed) % (j->size_high - j->size_low + 1);
}

/* Zeroed memory that begins at a page, for free(3); NULL if there is none. */
static inline void *sf_page_alloc(size_t bytes)
{
	const size_t page = 4096;
	void *p;

	bytes = (bytes + page - 1) & ~(page - 1);
	p = aligned_alloc(page, bytes);
	return p ? memset(p, 0, bytes) : NULL;
}

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What raw-smallfile is asked to do, and the phases it knows: the seam between its
 * loop (raw-smallfile.c) and the system calls in it (raw-ops.c).
 */
#ifndef RAW_OPS_H
#define RAW_OPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { RAW_MAX_SIZE = 1 << 20, RAW_MAX_LIST = 1 << 20 };

struct conf {
	const char *dir;
	uint64_t files;	  /* of each job */
	uint64_t per_dir; /* 0: flat */
	unsigned jobs;
	unsigned size;
	unsigned list_buf;
	bool threads;
	bool unique;
};

struct op {
	const char *name;
	/* one file, named relative to fd; NULL for the phases by directory */
	int (*file)(int fd, const char *name, const struct conf *conf);
	/* one directory entry; the whole path for calls that take no fd */
	int (*entry)(int fd, const char *name, char *path, size_t len);
	bool make_dirs;
};

/* A worker's read and list buffer: one a thread, one a process. */
extern __thread char raw_buffer[RAW_MAX_LIST];

/* The phase of that name, or NULL. */
const struct op *raw_op(const char *name);

#endif

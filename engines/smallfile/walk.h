/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A walk over a job's directories that gives its files in the order of the directory streams:
 * for list, lsla and order=readdir|inode. Files of other jobs in the same directories are
 * passed over. Strict walks (list, lsla) fail at any other entry.
 */
#ifndef SMALLFILE_WALK_H
#define SMALLFILE_WALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <limits.h>

#include "options.h"

struct sf_job;

#define SF_WALK_PATH (PATH_MAX + 2 * NAME_MAX)

/* A file of the job; name is valid until the next step. */
struct sf_entry {
	uint64_t number;
	uint64_t inode;
	const char *name;
	size_t name_len; /* with padding: at least the name and its end */
	int dirfd;
};

struct sf_walk {
	struct sf_job *job;
	bool strict;
	bool ls;	 /* open and look at directories as ls -la does */
	int level;	 /* of the directory being read; -1: at the start */
	uint64_t leaves; /* directories of files opened so far */
	size_t chunk;	 /* bytes asked for by getdents64 */
	struct sf_walk_dir {
		int fd;
		uint64_t index;	 /* of the leaf, or of the first digits of one */
		long at, got;	 /* in buffer */
		size_t path_len; /* of the directory above */
		char *buffer;
	} dir[SF_DEPTH_MAX + 1];
	uint64_t no_context, no_acl; /* device without these attributes, + 1 */
	size_t path_len;
	char *path; /* of SF_WALK_PATH: the directory being read, with a slash */
};

/* Prepares a walk, once a job. Returns 0 or an errno, reported. */
int sf_walk_start(struct sf_walk *w, struct sf_job *j, bool strict, bool ls);

/*
 * Steps to the job's next file. Returns 1 with *e filled; 0 at the end, after which the next
 * call starts again; or -errno, reported, for a directory that cannot be read and, in a strict
 * walk, for an entry that is nobody's.
 */
int sf_walk_next(struct sf_walk *w, struct sf_entry *e);

/* Closes what is open; a walk may be started again. */
void sf_walk_stop(struct sf_walk *w);

/* Frees its buffers. */
void sf_walk_free(struct sf_walk *w);

/* The calls of ls -la for the entry whose path is in w->path (list.c). 0 or an errno, reported. */
int sf_ls_entry(struct sf_walk *w);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Where file number n lies: ROOT[/job-K][/dA[/dB ...]]/NAME. With files_per_dir=F the file is
 * in leaf directory n / F; with depth=D that number is written as D components, the lower
 * ones modulo F, so that no directory but the topmost holds more than F. Operations use names
 * relative to descriptors kept open; whole paths are only for messages and for ls.
 */
#ifndef SMALLFILE_LAYOUT_H
#define SMALLFILE_LAYOUT_H

#include "smallfile.h"

/* Bytes that the directories of a leaf can take: "d" and 20 digits and a slash a level. */
#define SF_LEAF_ROOM (SF_DEPTH_MAX * 22)

/* The leaf directory of a number; 0 in a flat layout. */
static inline uint64_t sf_leaf(const struct sf_conf *c, uint64_t number)
{
	return c->files_per_dir ? number / c->files_per_dir : 0;
}

/* Writes "d4/d17" of a leaf to out, of SF_LEAF_ROOM; returns its length (0: flat). */
size_t sf_leaf_path(const struct sf_conf *c, uint64_t leaf, char *out);

/* Writes the path of what the job's directories are relative to: the root, or its job-K. */
void sf_base_path(const struct sf_conf *c, char out[PATH_MAX]);

/* Writes the whole path of a file whose name has format f. */
void sf_file_path(const struct sf_conf *c, const struct sf_format *f, uint64_t number,
		  char out[PATH_MAX]);

/*
 * Opens root and base directory, and makes the base and, with filename=, the root where they
 * are missing and the operation makes files. Sets root_made if it made the root. Returns 0 or
 * an errno, reported.
 */
int sf_layout_open(struct sf_job *j, bool *root_made);
void sf_layout_close(struct sf_job *j);

/* Makes a leaf directory and those above it. Returns 0 or an errno, reported. */
int sf_leaf_make(struct sf_job *j, uint64_t leaf);

/* Opens a leaf directory anew, never made here. Returns a descriptor or -errno, not reported. */
int sf_leaf_open(const struct sf_job *j, uint64_t leaf);

/* The slow way of sf_at(): another directory than last time. */
int sf_at_leaf(struct sf_job *j, struct sf_name *n, uint64_t number, const char **name);

/*
 * Descriptor of a directory, and in *name the name relative to it, of file number. Directories
 * are made on the way where the operation makes files. Returns -errno, reported, on failure.
 */
static inline int sf_at(struct sf_job *j, struct sf_name *n, uint64_t number, const char **name)
{
	*name = sf_name_of(n, number);
	if (sf_likely(number - j->leaf_first < j->leaf_size))
		return j->leaf_fd;
	return sf_at_leaf(j, n, number, name);
}

#endif

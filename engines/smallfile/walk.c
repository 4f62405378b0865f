/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A walk over a job's directories, see walk.h. getdents64(2) is called by its number: readdir(3)
 * of glibc has a buffer of its own choice and costs a call for each entry. One buffer a level,
 * nothing else grows.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "layout.h"
#include "slots.h"
#include "walk.h"

/* what opendir(3) asks for, and so ls */
#define WALK_CHUNK 32768

static const struct sf_format walk_level = { .prefix = "d", .prefix_len = 1 };

int sf_walk_start(struct sf_walk *w, struct sf_job *j, bool strict, bool ls)
{
	w->job = j;
	w->strict = strict;
	w->ls = ls;
	w->level = -1;
	w->chunk = WALK_CHUNK;
	w->path = malloc(SF_WALK_PATH);
	if (!w->path)
		return sf_fail(j, "malloc", ENOMEM, j->conf->path, NULL);
	for (unsigned int i = 0; i <= j->conf->depth; i++) {
		w->dir[i].fd = -1;
		w->dir[i].buffer = malloc(WALK_CHUNK);
		if (!w->dir[i].buffer)
			return sf_fail(j, "malloc", ENOMEM, j->conf->path, NULL);
		/* the first listing should not pay for the pages */
		memset(w->dir[i].buffer, 0, WALK_CHUNK);
	}
	return 0;
}

static sf_cold int walk_fail(struct sf_walk *w, const char *call, int err)
{
	w->path[w->path_len - 1] = '\0';
	sf_fail(w->job, call, err, w->path, NULL);
	w->path[w->path_len - 1] = '/';
	return -err;
}

/* Opens the directory in w->path (without a slash) as the next level below. */
static sf_cold int walk_open(struct sf_walk *w, int parent, const char *name, uint64_t index)
{
	struct sf_job *j = w->job;
	struct sf_walk_dir *d = &w->dir[w->level + 1];
	struct stat st;

	/* ls is given a path, and opendir(3) looks at what it has opened */
	d->fd = w->ls ? open(w->path, O_RDONLY | O_NONBLOCK | O_DIRECTORY | O_CLOEXEC) :
			openat(parent, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (d->fd < 0 || (w->ls && fstat(d->fd, &st)))
		return -sf_fail(j, "open", errno, w->path, NULL);
	d->index = index;
	d->at = d->got = 0;
	d->path_len = w->level < 0 ? 0 : w->path_len;
	w->path_len = strlen(w->path);
	w->path[w->path_len++] = '/';
	w->level++;
	if ((unsigned int)w->level == j->conf->depth) {
		w->leaves++;
		if (j->conf->op->lists)
			j->dirs++;
	}
	return 0;
}

static sf_cold int walk_open_base(struct sf_walk *w)
{
	sf_base_path(w->job->conf, w->path);
	return walk_open(w, w->job->base_fd, ".", 0);
}

/* Leaves the directory that has been read to its end. */
static void walk_up(struct sf_walk *w)
{
	struct sf_walk_dir *d = &w->dir[w->level--];

	close(d->fd);
	d->fd = -1;
	w->path_len = d->path_len;
}

/* An entry that is no file of any job. */
static sf_cold int walk_foreign(struct sf_walk *w, const char *name)
{
	if (!w->strict)
		return 0;
	snprintf(w->path + w->path_len, NAME_MAX + 1, "%s", name);
	return -sf_fail(w->job, w->job->conf->op->name, EEXIST, w->path,
			"a foreign entry: no file of any job of this run");
}

/* True if one of the numbers [low, high) belongs to a job of this run. */
static bool claimed(const struct sf_job *j, uint64_t low, uint64_t high)
{
	/* files of later passes: only a count_file says that there are any */
	if (low >= j->stride && j->conf->count_file) {
		if (high - low >= j->stride)
			return true;
		high = low % j->stride + (high - low);
		low %= j->stride;
	}
	for (size_t i = 0; i < j->claim_count; i++) {
		if (low < j->claims[i].high && j->claims[i].low < high)
			return true;
	}
	return false;
}

/* A directory between the base and the files: goes down into it if it has files of the job. */
static sf_cold int walk_level_entry(struct sf_walk *w, const char *name)
{
	struct sf_job *j = w->job;
	const struct sf_conf *c = j->conf;
	struct sf_walk_dir *d = &w->dir[w->level];
	uint64_t index, count = c->files_per_dir;

	if (!sf_format_number(&walk_level, name, &index) || (w->level && index >= c->files_per_dir))
		return walk_foreign(w, name);
	if (w->level)
		index += d->index * c->files_per_dir;
	for (unsigned int i = (unsigned int)w->level + 1; i < c->depth; i++)
		count *= c->files_per_dir;
	if (index > (UINT64_MAX >> 1) / count)
		return walk_foreign(w, name);
	if (!sf_own_any(j, index * count, (index + 1) * count))
		return claimed(j, index * count, (index + 1) * count) ? 0 : walk_foreign(w, name);
	snprintf(w->path + w->path_len, NAME_MAX + 1, "%s", name);
	return walk_open(w, d->fd, name, index);
}

/* An entry beside the files: 1 if it is a file of this job, 0 if it is to be passed over. */
static sf_hot int walk_leaf_entry(struct sf_walk *w, const char *name, uint64_t *number)
{
	struct sf_job *j = w->job;

	if (!sf_format_number(&j->conf->format, name, number))
		return walk_foreign(w, name);
	if (sf_leaf(j->conf, *number) != w->dir[w->level].index)
		return walk_foreign(w, name);
	if (sf_own(j, *number))
		return 1;
	return claimed(j, *number, *number + 1) ? 0 : walk_foreign(w, name);
}

/* "." or "..", which only ls -la looks at. */
static int walk_dot(struct sf_walk *w, const char *name)
{
	if (!w->ls || (unsigned int)w->level < w->job->conf->depth)
		return 0;
	strcpy(w->path + w->path_len, name);
	return -sf_ls_entry(w);
}

sf_hot int sf_walk_next(struct sf_walk *w, struct sf_entry *e)
{
	const unsigned int depth = w->job->conf->depth;

	if (w->level < 0) {
		int err = walk_open_base(w);

		if (err)
			return err;
	}
	while (w->level >= 0) {
		struct sf_walk_dir *d = &w->dir[w->level];
		const struct dirent64 *entry;
		int ret;

		if (d->at >= d->got) {
			d->at = 0;
			d->got = syscall(SYS_getdents64, d->fd, d->buffer, w->chunk);
			if (d->got < 0)
				return walk_fail(w, "getdents64", errno);
			if (!d->got)
				walk_up(w);
			continue;
		}
		entry = (const struct dirent64 *)(d->buffer + d->at);
		d->at += entry->d_reclen;
		if (entry->d_name[0] == '.' &&
		    (!entry->d_name[1] || (entry->d_name[1] == '.' && !entry->d_name[2])))
			ret = walk_dot(w, entry->d_name);
		else if ((unsigned int)w->level < depth)
			ret = walk_level_entry(w, entry->d_name);
		else
			ret = walk_leaf_entry(w, entry->d_name, &e->number);
		if (ret < 0)
			return ret;
		if (ret) {
			e->inode = entry->d_ino;
			e->name = entry->d_name;
			e->name_len = entry->d_reclen - offsetof(struct dirent64, d_name);
			e->dirfd = d->fd;
			return 1;
		}
	}
	return 0;
}

void sf_walk_stop(struct sf_walk *w)
{
	while (w->job && w->level >= 0)
		walk_up(w);
}

void sf_walk_free(struct sf_walk *w)
{
	sf_walk_stop(w);
	free(w->path);
	w->path = NULL;
	for (size_t i = 0; i < sizeof(w->dir) / sizeof(w->dir[0]); i++) {
		free(w->dir[i].buffer);
		w->dir[i].buffer = NULL;
	}
}

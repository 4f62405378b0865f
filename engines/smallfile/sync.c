/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Syncing, see sync.h. At the end all files of a job are synced by one syncfs(2): to open each
 * of them again would be another benchmark.
 */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "layout.h"
#include "sync.h"

static int fail_dir(struct sf_job *j, const char *call, int err, uint64_t number)
{
	char path[PATH_MAX];

	sf_file_path(j->conf, &j->conf->format, number, path);
	*strrchr(path, '/') = '\0';
	return sf_fail(j, call, err, path, NULL);
}

int sf_sync_dir(struct sf_job *j, uint64_t number)
{
	uint64_t leaf = sf_leaf(j->conf, number);
	int err = 0;
	int fd;

	if (number - j->leaf_first < j->leaf_size)
		return fsync(j->leaf_fd) ? fail_dir(j, "fsync", errno, number) : 0;
	fd = sf_leaf_open(j, leaf);
	if (fd < 0)
		return fail_dir(j, "open", -fd, number);
	if (fsync(fd))
		err = fail_dir(j, "fsync", errno, number);
	close(fd);
	return err;
}

int sf_sync_last(struct sf_job *j, bool data_only)
{
	bool renamed = j->conf->op == &sf_ops[SF_RENAME] && !(j->pass & 1);
	char path[PATH_MAX];
	int err = 0;
	int fd;

	if (!j->made)
		return 0;
	sf_file_path(j->conf, renamed ? &j->conf->renamed : &j->conf->format, j->last_number, path);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return sf_fail(j, "open", errno, path, NULL);
	if (data_only ? fdatasync(fd) : fsync(fd))
		err = sf_fail(j, data_only ? "fdatasync" : "fsync", errno, path, NULL);
	close(fd);
	return err ? err : sf_sync_dir(j, j->last_number);
}

/* Each directory of files once, then what they are in. */
static int sync_dirs(struct sf_job *j)
{
	const struct sf_conf *c = j->conf;
	int err = 0;

	for (size_t i = 0; i < j->segment_count && !err && c->files_per_dir; i++) {
		uint64_t low = j->segments[i].number + j->shift;
		uint64_t last = sf_leaf(c, low + j->segments[i].count - 1);

		for (uint64_t leaf = sf_leaf(c, low); leaf <= last && !err; leaf++)
			err = sf_sync_dir(j, leaf * c->files_per_dir);
	}
	if (!err && fsync(j->base_fd))
		err = sf_fail(j, "fsync", errno, c->path, NULL);
	return err;
}

int sf_sync_end(struct sf_job *j)
{
	int err = 0;

	if (j->conf->sync_file == SF_SYNC_END && syncfs(j->base_fd))
		err = sf_fail(j, "syncfs", errno, j->conf->path, NULL);
	if (!err && j->conf->sync_dir == SF_SYNC_END)
		err = sync_dirs(j);
	return err;
}

/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The operations that make or change: create, rename, mkdir. A file's contents are fio's
 * buffer, written as often as the file's size asks for. A file that could not be made whole
 * is removed again, so that a phase after an error meets only whole files.
 */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "clock.h"
#include "order.h"
#include "sync.h"
#include "sys.h"

/* Writes size bytes, the buffer over and over; 0 or an errno. */
static int write_contents(int fd, const struct io_u *io_u, uint64_t size)
{
	while (size) {
		size_t part = size < io_u->xfer_buflen ? size : io_u->xfer_buflen;
		long done = sf_sys_write(fd, io_u->xfer_buf, part);

		/* a write cut short is followed by one that says why */
		if (done < 0)
			return (int)-done;
		if (!done)
			return EIO;
		size -= (uint64_t)done;
	}
	return 0;
}

/* Opens the file to be made; its directory too may still have to be. */
static int create_open(struct sf_job *j, const struct sf_target *t)
{
	int fd = sf_sys_openat(t->dirfd, t->name, j->open_flags, 0666);

	if (sf_likely(fd >= 0) || fd != -ENOENT || !j->by_path)
		return fd;
	if (sf_leaf_make(j, sf_leaf(j->conf, t->number)))
		return fd;
	return sf_sys_openat(t->dirfd, t->name, j->open_flags, 0666);
}

sf_hot int sf_run_create(struct sf_job *j, struct io_u *io_u)
{
	const char *call = "write";
	struct sf_target t;
	uint64_t size, since;
	int fd, err;

	err = sf_target(j, io_u, &t);
	if (sf_unlikely(err))
		return err;
	since = sf_begin(j, io_u);
	fd = create_open(j, &t);
	if (sf_unlikely(fd < 0))
		return sf_fail_file(j, "openat", -fd, t.number);
	sf_part(j, SF_PART_OPEN, &since);
	size = sf_file_size(j, t.number);
	if (size) {
		err = write_contents(fd, io_u, size);
		if (sf_unlikely(err))
			goto unmake;
		sf_part(j, SF_PART_WRITE, &since);
	}
	if (j->sync_file == SF_SYNC_EACH) {
		call = "fsync";
		if (fsync(fd)) {
			err = errno;
			goto unmake;
		}
		sf_part(j, SF_PART_FSYNC, &since);
	}
	err = -sf_sys_close(fd);
	if (sf_unlikely(err)) {
		call = "close";
		fd = -1;
		goto unmake;
	}
	sf_part(j, SF_PART_CLOSE, &since);
	j->end_ns = since;
	j->bytes += size;
	j->last_number = t.number;
	return j->sync_dir == SF_SYNC_EACH ? sf_sync_dir(j, t.number) : 0;

unmake:
	sf_fail_file(j, call, err, t.number);
	if (fd >= 0)
		close(fd);
	unlinkat(t.dirfd, t.name, 0);
	return err;
}

/* Even passes rename to rename_format, odd ones back, so that it can go on for any time. */
int sf_run_rename(struct sf_job *j, struct io_u *io_u)
{
	struct sf_target t;
	const char *renamed;
	int err;

	err = sf_target(j, io_u, &t);
	if (err)
		return err;
	sf_at(j, &j->renamed, t.number, &renamed);
	if (j->pass & 1)
		err = renameat(t.dirfd, renamed, t.dirfd, t.name);
	else
		err = renameat(t.dirfd, t.name, t.dirfd, renamed);
	if (err)
		return sf_fail_file(j, "renameat", errno, t.number);
	j->last_number = t.number;
	return j->sync_dir == SF_SYNC_EACH ? sf_sync_dir(j, t.number) : 0;
}

int sf_run_mkdir(struct sf_job *j, struct io_u *io_u)
{
	struct sf_target t;
	int err;

	err = sf_target(j, io_u, &t);
	if (err)
		return err;
	err = mkdirat(t.dirfd, t.name, 0777) ? errno : 0;
	if (err == ENOENT && j->by_path && !sf_leaf_make(j, sf_leaf(j->conf, t.number)))
		err = mkdirat(t.dirfd, t.name, 0777) ? errno : 0;
	if (err)
		return sf_fail_file(j, "mkdirat", err, t.number);
	j->last_number = t.number;
	return j->sync_dir == SF_SYNC_EACH ? sf_sync_dir(j, t.number) : 0;
}

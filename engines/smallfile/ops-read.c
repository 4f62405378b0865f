/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The operations that only look: stat, open, readfile. (list and lsla: list.c)
 */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "clock.h"
#include "order.h"
#include "sys.h"

sf_hot int sf_run_stat(struct sf_job *j, struct io_u *io_u)
{
	struct statx stx;
	struct sf_target t;
	int err;

	err = sf_target(j, io_u, &t);
	if (err)
		return err;
	err = -sf_sys_statx(t.dirfd, t.name, AT_SYMLINK_NOFOLLOW, STATX_BASIC_STATS, &stx);
	return sf_unlikely(err) ? sf_fail_file(j, "statx", err, t.number) : 0;
}

sf_hot int sf_run_open(struct sf_job *j, struct io_u *io_u)
{
	struct sf_target t;
	uint64_t since;
	int fd, err;

	err = sf_target(j, io_u, &t);
	if (err)
		return err;
	since = sf_begin(j, io_u);
	fd = sf_sys_openat(t.dirfd, t.name, O_RDONLY, 0);
	if (sf_unlikely(fd < 0))
		return sf_fail_file(j, "openat", -fd, t.number);
	sf_part(j, SF_PART_OPEN, &since);
	err = -sf_sys_close(fd);
	if (sf_unlikely(err))
		return sf_fail_file(j, "close", err, t.number);
	sf_part(j, SF_PART_CLOSE, &since);
	j->end_ns = since;
	return 0;
}

/* Reads size bytes, each part over the one before; the bytes that were there, or -errno. */
static int64_t read_contents(int fd, const struct io_u *io_u, uint64_t size)
{
	uint64_t got = 0;

	while (got < size) {
		size_t part = size - got < io_u->xfer_buflen ? size - got : io_u->xfer_buflen;
		long done = sf_sys_read(fd, io_u->xfer_buf, part);

		if (done < 0)
			return done;
		if (!done)
			break;
		got += (uint64_t)done;
	}
	return (int64_t)got;
}

/* A file that ends before its size. */
static int fail_short(struct sf_job *j, uint64_t number, uint64_t got, uint64_t size)
{
	char path[PATH_MAX];
	char text[96];

	sf_file_path(j->conf, &j->conf->format, number, path);
	snprintf(text, sizeof(text), "holds %llu bytes, file_size= says %llu",
		 (unsigned long long)got, (unsigned long long)size);
	return sf_fail(j, "read", ENODATA, path, text);
}

sf_hot int sf_run_readfile(struct sf_job *j, struct io_u *io_u)
{
	struct sf_target t;
	uint64_t size, since;
	int64_t got;
	int fd, err;

	err = sf_target(j, io_u, &t);
	if (sf_unlikely(err))
		return err;
	since = sf_begin(j, io_u);
	fd = sf_sys_openat(t.dirfd, t.name, O_RDONLY | j->open_flags, 0);
	if (sf_unlikely(fd < 0))
		return sf_fail_file(j, "openat", -fd, t.number);
	sf_part(j, SF_PART_OPEN, &since);
	size = sf_file_size(j, t.number);
	got = read_contents(fd, io_u, size);
	if (sf_unlikely(got < 0))
		err = sf_fail_file(j, "read", (int)-got, t.number);
	else if (sf_unlikely((uint64_t)got < size))
		err = fail_short(j, t.number, (uint64_t)got, size);
	if (size)
		sf_part(j, SF_PART_READ, &since);
	if (sf_unlikely(sf_sys_close(fd)) && !err)
		err = sf_fail_file(j, "close", EIO, t.number);
	sf_part(j, SF_PART_CLOSE, &since);
	j->end_ns = since;
	if (got > 0)
		j->bytes += (uint64_t)got;
	return err;
}

int sf_verify_read(struct sf_job *j, struct io_u *io_u)
{
	struct sf_target t;
	int64_t got;
	int fd, err;

	err = sf_target(j, io_u, &t);
	if (err)
		return err;
	fd = openat(t.dirfd, t.name, O_RDONLY | (j->open_flags & O_DIRECT));
	if (fd < 0)
		return sf_fail_file(j, "openat", errno, t.number);
	got = read_contents(fd, io_u, io_u->xfer_buflen);
	if (got < 0)
		err = sf_fail_file(j, "read", (int)-got, t.number);
	else if ((uint64_t)got < io_u->xfer_buflen)
		err = fail_short(j, t.number, (uint64_t)got, io_u->xfer_buflen);
	close(fd);
	return err;
}

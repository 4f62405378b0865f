/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * raw-ops: the system calls of each phase of raw-smallfile, a function a phase,
 * with nothing around them. Which file comes next, the workers and the clock are
 * raw-smallfile.c's.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "raw-ops.h"

static const char payload[RAW_MAX_SIZE];
__thread char raw_buffer[RAW_MAX_LIST] __attribute__((aligned(4096)));

static int file_create(int fd, const char *name, const struct conf *conf)
{
	int f = openat(fd, name, O_CREAT | O_EXCL | O_WRONLY, 0644);

	if (f < 0)
		return errno;
	if (conf->size && write(f, payload, conf->size) != (ssize_t)conf->size) {
		int err = errno ? errno : EIO;

		close(f);
		return err;
	}
	return close(f) ? errno : 0;
}

static int file_stat(int fd, const char *name, const struct conf *conf)
{
	struct statx stx;

	(void)conf;
	return statx(fd, name, AT_SYMLINK_NOFOLLOW, STATX_BASIC_STATS, &stx) ? errno : 0;
}

static int file_read(int fd, const char *name, const struct conf *conf)
{
	int f = openat(fd, name, O_RDONLY);

	if (f < 0)
		return errno;
	if (read(f, raw_buffer, conf->size) != (ssize_t)conf->size) {
		int err = errno ? errno : EIO;

		close(f);
		return err;
	}
	return close(f) ? errno : 0;
}

static int file_delete(int fd, const char *name, const struct conf *conf)
{
	(void)conf;
	return unlinkat(fd, name, 0) ? errno : 0;
}

static int file_rm(int fd, const char *name, const struct conf *conf)
{
	struct stat st;

	(void)conf;
	if (fstatat(fd, name, &st, AT_SYMLINK_NOFOLLOW))
		return errno;
	return unlinkat(fd, name, 0) ? errno : 0;
}

/* No file at all: what entering the kernel costs on this machine. */
static int file_getppid(int fd, const char *name, const struct conf *conf)
{
	(void)fd;
	(void)name;
	(void)conf;
	return syscall(SYS_getppid) < 0 ? errno : 0;
}

static int entry_list(int fd, const char *name, char *path, size_t len)
{
	struct statx stx;

	(void)path;
	(void)len;
	return statx(fd, name, AT_SYMLINK_NOFOLLOW, STATX_BASIC_STATS, &stx) ? errno : 0;
}

/* The three calls of coreutils 9.1 `ls -la DIR`, seen with strace. */
static int entry_lsla(int fd, const char *name, char *path, size_t len)
{
	struct statx stx;
	char context[255];

	(void)fd;
	memcpy(path + len, name, strlen(name) + 1);
	if (statx(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT,
		  STATX_MODE | STATX_NLINK | STATX_UID | STATX_GID | STATX_MTIME | STATX_SIZE,
		  &stx))
		return errno;
	/* both normally end in ENODATA or EOPNOTSUPP */
	(void)!lgetxattr(path, "security.selinux", context, sizeof(context));
	(void)!getxattr(path, "system.posix_acl_access", NULL, 0);
	return 0;
}

static const struct op ops[] = {
	{ .name = "create", .file = file_create, .make_dirs = true },
	{ .name = "list", .entry = entry_list },
	{ .name = "lsla", .entry = entry_lsla },
	{ .name = "stat", .file = file_stat },
	{ .name = "readfile", .file = file_read },
	{ .name = "rm", .file = file_rm },
	{ .name = "delete", .file = file_delete },
	{ .name = "getppid", .file = file_getppid },
};

const struct op *raw_op(const char *name)
{
	for (size_t i = 0; i < sizeof(ops) / sizeof(ops[0]); i++)
		if (!strcmp(name, ops[i].name))
			return &ops[i];
	return NULL;
}

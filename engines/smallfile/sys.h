/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The system calls of the operations, made in place where fio's headers know how (x86-64 and
 * aarch64, in every fio since 3.33), else by libc. After a system call the CPU has forgotten
 * much (page-table isolation flushes its TLB), and libc's wrapper costs the engine three pages
 * of code and data more: measured, a tenth of a microsecond a call. All return the result, or
 * -errno.
 */
#ifndef SMALLFILE_SYS_H
#define SMALLFILE_SYS_H

#include <errno.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "compat.h"

#ifdef FIO_ARCH_HAS_SYSCALL
#define SF_SYSCALL(count, ...) ((long)__do_syscall##count(__VA_ARGS__))
#else
static inline long sf_syscall_result(long ret)
{
	return ret < 0 ? -errno : ret;
}
#define SF_SYSCALL(count, ...) sf_syscall_result(syscall(__VA_ARGS__))
#endif

static inline int sf_sys_openat(int dirfd, const char *name, int flags, mode_t mode)
{
	return (int)SF_SYSCALL(4, __NR_openat, dirfd, name, flags, mode);
}

static inline long sf_sys_read(int fd, void *buffer, size_t size)
{
	return SF_SYSCALL(3, __NR_read, fd, buffer, size);
}

static inline long sf_sys_write(int fd, const void *buffer, size_t size)
{
	return SF_SYSCALL(3, __NR_write, fd, buffer, size);
}

static inline int sf_sys_close(int fd)
{
	return (int)SF_SYSCALL(1, __NR_close, fd);
}

static inline int sf_sys_statx(int dirfd, const char *name, int flags, unsigned int mask,
			       struct statx *stx)
{
	return (int)SF_SYSCALL(5, __NR_statx, dirfd, name, flags, mask, stx);
}

static inline int sf_sys_fstatat(int dirfd, const char *name, struct stat *st, int flags)
{
#if defined(FIO_ARCH_HAS_SYSCALL) && defined(__NR_newfstatat)
	return (int)SF_SYSCALL(4, __NR_newfstatat, dirfd, name, st, flags);
#else
	return fstatat(dirfd, name, st, flags) ? -errno : 0;
#endif
}

static inline long sf_sys_lgetxattr(const char *path, const char *name, void *value, size_t size)
{
	return SF_SYSCALL(4, __NR_lgetxattr, path, name, value, size);
}

static inline long sf_sys_getxattr(const char *path, const char *name, void *value, size_t size)
{
	return SF_SYSCALL(4, __NR_getxattr, path, name, value, size);
}

static inline int sf_sys_unlinkat(int dirfd, const char *name, int flags)
{
	return (int)SF_SYSCALL(3, __NR_unlinkat, dirfd, name, flags);
}

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The operations that remove: rm (the calls of coreutils' rm for each name), delete, rmdir.
 */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "order.h"
#include "sync.h"
#include "sys.h"

static sf_hot int remove_target(struct sf_job *j, const struct sf_target *t, int flags)
{
	int err = -sf_sys_unlinkat(t->dirfd, t->name, flags);

	if (sf_unlikely(err))
		return sf_fail_file(j, "unlinkat", err, t->number);
	return j->sync_dir == SF_SYNC_EACH ? sf_sync_dir(j, t->number) : 0;
}

sf_hot int sf_run_delete(struct sf_job *j, struct io_u *io_u)
{
	struct sf_target t;
	int err = sf_target(j, io_u, &t);

	return err ? err : remove_target(j, &t, 0);
}

sf_hot int sf_run_rmdir(struct sf_job *j, struct io_u *io_u)
{
	struct sf_target t;
	int err = sf_target(j, io_u, &t);

	return err ? err : remove_target(j, &t, AT_REMOVEDIR);
}

sf_hot int sf_run_rm(struct sf_job *j, struct io_u *io_u)
{
	struct stat st;
	struct sf_target t;
	int err = sf_target(j, io_u, &t);

	if (err)
		return err;
	err = -sf_sys_fstatat(t.dirfd, t.name, &st, AT_SYMLINK_NOFOLLOW);
	if (sf_unlikely(err))
		return sf_fail_file(j, "newfstatat", err, t.number);
	return remove_target(j, &t, 0);
}

/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * list and lsla, see list.h. An io_u is one file of the job, in directory order; the first one
 * of a directory also opens it, the last one of a pass reads the streams to their end.
 *
 * Complete means: the stream gave each of the job's files exactly once. That needs no memory
 * per file. It is checked by their count and by the sum of a 64-bit hash of their numbers
 * against the sum over all numbers that must be there; an entry given twice in place of a
 * missing one changes the sum (all but 1 of 2^64 times). Only then is the first missing one
 * looked for, by name.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/xattr.h>

#include "layout.h"
#include "list.h"
#include "shared.h"
#include "slots.h"
#include "sys.h"

static int by_low(const void *a, const void *b)
{
	const struct sf_claim *x = a, *y = b;

	return x->low < y->low ? -1 : x->low > y->low;
}

int sf_claims_start(struct sf_job *j)
{
	const struct sf_root *root = j->conf->root;
	size_t kept = 0;

	j->claims = calloc(root->count, sizeof(*j->claims));
	if (!j->claims)
		return sf_fail(j, "calloc", ENOMEM, j->conf->path, NULL);
	for (unsigned int i = 0; i < root->count; i++) {
		const struct sf_conf *c = root->member[i].conf;

		j->claims[i] = (struct sf_claim){ c->first, c->first + c->span };
	}
	qsort(j->claims, root->count, sizeof(*j->claims), by_low);
	for (unsigned int i = 1; i < root->count; i++) {
		if (j->claims[i].low > j->claims[kept].high)
			j->claims[++kept] = j->claims[i];
		else if (j->claims[i].high > j->claims[kept].high)
			j->claims[kept].high = j->claims[i].high;
	}
	j->claim_count = kept + 1;
	return 0;
}

int sf_list_start(struct sf_job *j)
{
	for (size_t i = 0; i < j->segment_count; i++) {
		const struct sf_segment *s = &j->segments[i];

		for (uint64_t n = s->number; n < s->number + s->count; n++)
			j->due_sum += sf_mix(n);
	}
	return sf_walk_start(&j->walk, j, true, j->conf->op == &sf_ops[SF_LSLA]);
}

/* Looks for the first of the job's files that is not there; false if all are. */
static sf_cold bool first_missing(struct sf_job *j, char path[PATH_MAX])
{
	struct stat st;

	for (size_t i = 0; i < j->segment_count; i++) {
		const struct sf_segment *s = &j->segments[i];

		for (uint64_t n = s->number; n < s->number + s->count; n++) {
			sf_file_path(j->conf, &j->conf->format, n, path);
			if (lstat(path, &st) && errno == ENOENT)
				return true;
		}
	}
	return false;
}

/* The listing was not complete: says so once a pass. */
static sf_cold int list_incomplete(struct sf_job *j)
{
	char path[PATH_MAX];
	char text[128];

	if (first_missing(j, path)) {
		snprintf(text, sizeof(text), "missing, the first of %llu of %llu files",
			 (unsigned long long)(j->total - j->seen), (unsigned long long)j->total);
		return sf_fail(j, j->conf->op->name, ENOENT, path,
			       j->seen < j->total ? text : NULL);
	}
	snprintf(text, sizeof(text), "the directory gave %llu of %llu files%s, but all are there",
		 (unsigned long long)j->seen, (unsigned long long)j->total,
		 j->seen < j->total ? "" : ", some twice");
	return sf_fail(j, j->conf->op->name, EIO, j->conf->path, text);
}

/* At the end of a pass: 0 if it was complete. */
static sf_cold int list_complete(struct sf_job *j)
{
	int err = j->seen == j->total && j->seen_sum == j->due_sum ? 0 : list_incomplete(j);

	j->missing = j->seen < j->total ? j->total - j->seen : 0;
	j->seen = j->seen_sum = 0;
	return err;
}

/* Steps to the next file; 0 or an errno. */
static sf_hot int list_next(struct sf_job *j, struct sf_entry *e)
{
	int ret;

	/* the rest of an incomplete pass: the io_us that fio still issues for it */
	if (j->missing) {
		j->missing--;
		if (j->missing)
			return sf_fail(j, j->conf->op->name, ENOENT, j->conf->path, NULL);
	}
	ret = sf_walk_next(&j->walk, e);
	if (ret < 0)
		return -ret;
	if (!ret) {
		ret = list_complete(j);
		return ret ? ret : ENOENT;
	}
	j->seen++;
	j->seen_sum += sf_mix(e->number);
	return 0;
}

/* After the last file of a pass: there must be nothing behind it. */
static sf_cold int list_end(struct sf_job *j)
{
	struct sf_entry e;
	int ret;

	while ((ret = sf_walk_next(&j->walk, &e)) > 0) {
		j->seen++;
		j->seen_sum += sf_mix(e.number);
	}
	if (!ret)
		return list_complete(j);
	sf_walk_stop(&j->walk);
	j->seen = j->seen_sum = 0;
	return -ret;
}

sf_hot int sf_run_list(struct sf_job *j, struct io_u *io_u fio_unused)
{
	struct statx stx;
	struct sf_entry e;
	int err = list_next(j, &e);

	if (err)
		return err;
	err = -sf_sys_statx(e.dirfd, e.name, AT_SYMLINK_NOFOLLOW, STATX_BASIC_STATS, &stx);
	if (sf_unlikely(err))
		return sf_fail_file(j, "statx", err, e.number);
	return sf_unlikely(j->seen == j->total) ? list_end(j) : 0;
}

/* As coreutils: a device that does not know an attribute is not asked again. */
static bool unsupported(long result)
{
	return result == -EINVAL || result == -ENOSYS || result == -EOPNOTSUPP;
}

/* Whether a file has an ACL, as gnulib's file_has_acl() finds out. */
static sf_hot void ls_acl(struct sf_walk *w, bool directory, uint64_t device)
{
	long size = sf_sys_getxattr(w->path, "system.posix_acl_access", NULL, 0);

	if (directory && (!size || size == -ENODATA))
		size = sf_sys_getxattr(w->path, "system.posix_acl_default", NULL, 0);
	if (sf_unlikely(unsupported(size)))
		w->no_acl = device;
}

sf_hot int sf_ls_entry(struct sf_walk *w)
{
	struct statx stx;
	char context[255];
	uint64_t device;
	int err;

	err = -sf_sys_statx(
		AT_FDCWD, w->path, AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT,
		STATX_MODE | STATX_NLINK | STATX_UID | STATX_GID | STATX_MTIME | STATX_SIZE, &stx);
	if (sf_unlikely(err))
		return sf_fail(w->job, "statx", err, w->path, NULL);
	device = ((uint64_t)stx.stx_dev_major << 32 | stx.stx_dev_minor) + 1;
	if (w->no_context != device &&
	    unsupported(sf_sys_lgetxattr(w->path, "security.selinux", context, sizeof(context))))
		w->no_context = device;
	if (w->no_acl != device)
		ls_acl(w, S_ISDIR(stx.stx_mode), device);
	return 0;
}

sf_hot int sf_run_lsla(struct sf_job *j, struct io_u *io_u fio_unused)
{
	struct sf_walk *w = &j->walk;
	struct sf_entry e;
	int err = list_next(j, &e);

	if (err)
		return err;
	memcpy(w->path + w->path_len, e.name, e.name_len);
	err = sf_ls_entry(w);
	if (err)
		return err;
	return sf_unlikely(j->seen == j->total) ? list_end(j) : 0;
}

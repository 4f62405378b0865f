/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Directories of a job, see layout.h. A sequential job holds the directory it works in; a
 * random one up to SF_LEAVES of them, and with more directories than that it uses paths
 * relative to the base: one lookup more, but no open and close for each file.
 */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "layout.h"

#define DIR_FLAGS (O_RDONLY | O_DIRECTORY | O_CLOEXEC)

size_t sf_leaf_path(const struct sf_conf *c, uint64_t leaf, char *out)
{
	uint64_t component[SF_DEPTH_MAX];
	char digits[24];
	char *p = out;

	for (unsigned int i = c->depth; i-- > 1;) {
		component[i] = leaf % c->files_per_dir;
		leaf /= c->files_per_dir;
	}
	component[0] = leaf;
	for (unsigned int i = 0; i < c->depth; i++) {
		char *end = digits + sizeof(digits);
		char *start = sf_digits(end, component[i], 0);

		if (i)
			*p++ = '/';
		*p++ = 'd';
		memcpy(p, start, (size_t)(end - start));
		p += end - start;
	}
	*p = '\0';
	return (size_t)(p - out);
}

void sf_base_path(const struct sf_conf *c, char out[PATH_MAX])
{
	if (c->unique)
		snprintf(out, PATH_MAX, "%.*s/job-%u", PATH_MAX - 32, c->path, c->subjob);
	else
		snprintf(out, PATH_MAX, "%s", c->path);
}

void sf_file_path(const struct sf_conf *c, const struct sf_format *f, uint64_t number,
		  char out[PATH_MAX])
{
	char leaf[SF_LEAF_ROOM];
	char base[PATH_MAX];
	struct sf_name name;

	sf_name_start(&name, f);
	sf_base_path(c, base);
	if (sf_leaf_path(c, sf_leaf(c, number), leaf))
		snprintf(out, PATH_MAX, "%.*s/%s/%s", PATH_MAX - SF_LEAF_ROOM - NAME_MAX - 3, base,
			 leaf, sf_name_build(&name, number));
	else
		snprintf(out, PATH_MAX, "%.*s/%s", PATH_MAX - NAME_MAX - 2, base,
			 sf_name_build(&name, number));
}

/* Opens, and makes first if asked to, the directory name relative to dirfd; 0 or an errno. */
static int open_dir(struct sf_job *j, int dirfd, const char *name, bool make, bool *made, int *fd)
{
	if (make && !mkdirat(dirfd, name, 0777)) {
		*made = true;
		j->dirs++;
	} else if (make && errno != EEXIST) {
		return errno;
	}
	*fd = openat(dirfd, name, DIR_FLAGS);
	return *fd < 0 ? errno : 0;
}

int sf_layout_open(struct sf_job *j, bool *root_made)
{
	const struct sf_conf *c = j->conf;
	char path[PATH_MAX];
	bool base_made;
	int err;

	*root_made = false;
	err = open_dir(j, AT_FDCWD, c->path, c->named && c->op->makes, root_made, &j->root_fd);
	if (err)
		return sf_fail(j, "open", err, c->path, NULL);
	j->base_fd = j->root_fd;
	if (c->unique) {
		sf_base_path(c, path);
		err = open_dir(j, j->root_fd, path + strlen(c->path) + 1, c->op->makes, &base_made,
			       &j->base_fd);
		if (err) {
			j->base_fd = -1;
			return sf_fail(j, "open", err, path, NULL);
		}
	}
	if (!c->files_per_dir) {
		j->leaf_fd = j->base_fd;
		j->leaf_size = UINT64_MAX;
	}
	return 0;
}

void sf_layout_close(struct sf_job *j)
{
	for (unsigned int i = 0; i < SF_LEAVES; i++) {
		if (j->leaves[i].fd >= 0)
			close(j->leaves[i].fd);
		j->leaves[i].fd = -1;
	}
	if (j->base_fd >= 0 && j->base_fd != j->root_fd)
		close(j->base_fd);
	if (j->root_fd >= 0)
		close(j->root_fd);
	j->base_fd = j->root_fd = j->leaf_fd = -1;
	j->leaf_size = 0;
}

/* Reports that a leaf directory could not be made or opened; returns err. */
static int fail_leaf(struct sf_job *j, const char *call, int err, uint64_t leaf)
{
	char path[PATH_MAX];

	/* the first file of the leaf, without its name */
	sf_file_path(j->conf, &j->conf->format, leaf * j->conf->files_per_dir, path);
	*strrchr(path, '/') = '\0';
	return sf_fail(j, call, err, path, NULL);
}

int sf_leaf_make(struct sf_job *j, uint64_t leaf)
{
	char path[SF_LEAF_ROOM];

	sf_leaf_path(j->conf, leaf, path);
	if (!mkdirat(j->base_fd, path, 0777)) {
		j->dirs++;
		return 0;
	}
	if (errno == ENOENT) {
		/* a level above is missing: make what is missing from the top */
		for (char *p = strchr(path, '/'); p; p = strchr(p + 1, '/')) {
			*p = '\0';
			if (!mkdirat(j->base_fd, path, 0777))
				j->dirs++;
			*p = '/';
		}
		if (!mkdirat(j->base_fd, path, 0777)) {
			j->dirs++;
			return 0;
		}
	}
	if (errno == EEXIST)
		return 0;
	return fail_leaf(j, "mkdirat", errno, leaf);
}

int sf_leaf_open(const struct sf_job *j, uint64_t leaf)
{
	char path[SF_LEAF_ROOM];
	int fd;

	if (!sf_leaf_path(j->conf, leaf, path))
		strcpy(path, ".");
	fd = openat(j->base_fd, path, DIR_FLAGS);
	return fd < 0 ? -errno : fd;
}

int sf_at_leaf(struct sf_job *j, struct sf_name *n, uint64_t number, const char **name)
{
	const struct sf_conf *c = j->conf;
	uint64_t leaf = sf_leaf(c, number);
	struct sf_leaf *held = &j->leaves[leaf % SF_LEAVES];

	if (j->by_path) {
		char path[SF_LEAF_ROOM];
		size_t len = sf_leaf_path(c, leaf, path);
		char *start = n->text - len - 1;

		memcpy(start, path, len);
		n->text[-1] = '/';
		*name = start;
		return j->base_fd;
	}
	if (held->fd < 0 || held->index != leaf) {
		int err;

		j->moved = true;
		err = c->op->makes ? sf_leaf_make(j, leaf) : 0;
		if (err)
			return -err;
		if (held->fd >= 0)
			close(held->fd);
		j->leaf_size = 0; /* the descriptor closed may have been the current one */
		held->index = leaf;
		held->fd = sf_leaf_open(j, leaf);
		if (held->fd < 0) {
			err = -held->fd;
			held->fd = -1;
			return -fail_leaf(j, "openat", err, leaf);
		}
	}
	j->leaf_fd = held->fd;
	j->leaf_first = leaf * c->files_per_dir;
	j->leaf_size = c->files_per_dir;
	return j->leaf_fd;
}

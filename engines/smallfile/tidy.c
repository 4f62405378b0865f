/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Removing, see tidy.h. Goes by what the directories hold, not by numbers: an interrupted job
 * of ten million files may have made ten.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "layout.h"
#include "tidy.h"

enum tidy_action {
	TIDY_FIND,   /* stop at the first that would be removed */
	TIDY_REMOVE, /* files and empty directories */
	TIDY_PRUNE,  /* empty directories */
};

struct tidy {
	const struct sf_root *root;
	uint64_t stride;
	enum tidy_action action;
	const struct sf_conf *conf; /* whose layout and names are walked */
	int err;		    /* of the first that could not be removed */
	char name[NAME_MAX + 1];    /* it, or what was found */
};

/* A job that makes or removes files answers for them; pending: also before it has run. */
static bool answers(const struct sf_member *m, bool pending)
{
	return (m->ran || pending) && (m->conf->op->makes || m->conf->op->removes);
}

/* True if a job of this run made, or was to remove, the file with this number. */
static bool number_is_ours(const struct tidy *t, uint64_t number)
{
	for (unsigned int i = 0; i < t->root->count; i++) {
		const struct sf_member *m = &t->root->member[i];

		if (answers(m, t->action == TIDY_FIND) &&
		    number % t->stride - m->conf->first < m->conf->span)
			return true;
	}
	return false;
}

/* True if the run gives a file this name: by name_format, or by a rename job's new format. */
static bool name_is_ours(const struct tidy *t, const char *name)
{
	uint64_t number;

	if (sf_format_number(&t->conf->format, name, &number))
		return number_is_ours(t, number);
	for (unsigned int i = 0; i < t->root->count; i++) {
		const struct sf_member *m = &t->root->member[i];

		if (m->ran && m->conf->op == &sf_ops[SF_RENAME] &&
		    sf_format_number(&m->conf->renamed, name, &number))
			return number_is_ours(t, number);
	}
	return false;
}

/* True for d0, d1, ...: a directory that sf_leaf_path() may have made. */
static bool is_level(const char *name)
{
	static const struct sf_format level = { .prefix = "d", .prefix_len = 1 };
	uint64_t number;

	return sf_format_number(&level, name, &number);
}

/* Removes name in dirfd; true if it is gone. A directory in use stays, which is no failure. */
static bool remove_name(struct tidy *t, int dirfd, const char *name, int flags)
{
	if (!unlinkat(dirfd, name, flags))
		return true;
	if (errno != ENOENT && errno != ENOTEMPTY && errno != EEXIST && !t->err) {
		t->err = errno;
		snprintf(t->name, sizeof(t->name), "%s", name);
	}
	return false;
}

static int tidy_level(struct tidy *t, int dirfd, unsigned int level);

/* One directory entry; 1 if it was removed, or found. */
static int tidy_entry(struct tidy *t, int dirfd, const char *name, unsigned int level)
{
	int fd;

	if (level == t->conf->depth) {
		if (t->action == TIDY_PRUNE || !name_is_ours(t, name))
			return 0;
		if (t->action == TIDY_REMOVE)
			return remove_name(t, dirfd, name, t->conf->op->dirs ? AT_REMOVEDIR : 0);
		snprintf(t->name, sizeof(t->name), "%s", name);
		return 1;
	}
	if (!is_level(name))
		return 0;
	if (t->action == TIDY_FIND) {
		/* even an empty one: it would be removed at the end, and is not ours */
		snprintf(t->name, sizeof(t->name), "%s", name);
		return 1;
	}
	fd = openat(dirfd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return 0;
	tidy_level(t, fd, level + 1);
	return remove_name(t, dirfd, name, AT_REMOVEDIR);
}

/* One directory, whose descriptor it closes; 1 if TIDY_FIND found something in it. */
static int tidy_level(struct tidy *t, int dirfd, unsigned int level)
{
	/* of the files themselves, pruning wants to know nothing */
	bool skip = t->action == TIDY_PRUNE && level == t->conf->depth;
	DIR *dir = skip ? NULL : fdopendir(dirfd);
	struct dirent *entry;
	bool again;

	if (!dir) {
		close(dirfd);
		return 0;
	}
	do {
		/* a directory may hide entries from a reader who removes others: look again */
		again = false;
		while ((entry = readdir(dir))) {
			if (entry->d_name[0] == '.' &&
			    (!entry->d_name[1] || entry->d_name[1] == '.'))
				continue;
			if (!tidy_entry(t, dirfd, entry->d_name, level))
				continue;
			if (t->action == TIDY_FIND) {
				closedir(dir);
				return 1;
			}
			again = true;
		}
		rewinddir(dir);
	} while (again);
	closedir(dir);
	return 0;
}

/* The directories and files of one job's layout; 1 if TIDY_FIND found one. */
static int tidy_job(struct tidy *t, const struct sf_conf *c)
{
	char path[PATH_MAX];
	int fd;

	sf_base_path(c, path);
	t->conf = c;
	fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	if (tidy_level(t, fd, 0))
		return 1;
	if (c->unique && t->action != TIDY_FIND)
		remove_name(t, AT_FDCWD, path, AT_REMOVEDIR);
	return 0;
}

static bool same_layout(const struct sf_conf *a, const struct sf_conf *b)
{
	return a->depth == b->depth && a->unique == b->unique &&
	       (!a->unique || a->subjob == b->subjob) && a->op->dirs == b->op->dirs &&
	       !memcmp(&a->format, &b->format, sizeof(a->format));
}

/* Each layout once, not once for each of perhaps thousands of jobs. */
static int tidy_all(struct tidy *t)
{
	for (unsigned int i = 0; i < t->root->count; i++) {
		const struct sf_member *m = &t->root->member[i];
		unsigned int k = 0;

		if (!answers(m, t->action == TIDY_FIND))
			continue;
		while (k < i && !(answers(&t->root->member[k], t->action == TIDY_FIND) &&
				  same_layout(t->root->member[k].conf, m->conf)))
			k++;
		if (k == i && tidy_job(t, m->conf))
			return 1;
	}
	return 0;
}

int sf_tidy(struct sf_root *root)
{
	const struct sf_conf *c = root->member[0].conf;
	struct tidy t = { .root = root, .stride = sf_root_stride(root), .action = TIDY_PRUNE };
	bool always = false, on_error = false, failed = false, made = false, removed = false;

	for (unsigned int i = 0; i < root->count; i++) {
		const struct sf_member *m = &root->member[i];

		always |= m->conf->cleanup == SF_CLEANUP_ALWAYS;
		on_error |= m->conf->cleanup == SF_CLEANUP_ON_ERROR;
		failed |= m->failed;
		made |= m->ran && m->conf->op->makes;
		removed |= m->ran && m->conf->op->removes;
	}
	if (!root->refused && (always || (on_error && failed)) && (made || removed))
		t.action = TIDY_REMOVE;
	else if (!removed)
		return 0;
	tidy_all(&t);
	if (c->named)
		remove_name(&t, AT_FDCWD, c->path, AT_REMOVEDIR);
	if (t.err)
		sf_say("cleanup: cannot remove '%s' in '%s': %s", t.name, c->path, strerror(t.err));
	return t.err;
}

int sf_tidy_check(const struct sf_conf *c, bool root_made)
{
	struct sf_root *root = c->root;
	struct tidy t = { .root = root, .stride = sf_root_stride(root), .action = TIDY_FIND };
	unsigned int asked = SF_CLEANUP_NEVER;
	bool removed = false;

	sf_root_lock(root);
	root->made |= root_made;
	for (unsigned int i = 0; i < root->count; i++) {
		if (root->member[i].conf->cleanup > asked)
			asked = root->member[i].conf->cleanup;
		removed |= root->member[i].conf->op->removes;
	}
	if (asked != SF_CLEANUP_NEVER && !removed && !root->made && !root->checked) {
		root->checked = true;
		root->refused = tidy_all(&t);
		if (root->refused)
			sf_say("option 'cleanup' is '%s': '%s' in '%s' was there before and would "
			       "be removed too: remove it, or set filename= to a new subdirectory",
			       sf_option_word("cleanup", asked), t.name, c->path);
	}
	sf_root_unlock(root);
	return root->refused ? EEXIST : 0;
}

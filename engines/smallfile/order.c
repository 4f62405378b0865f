/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Orders, see order.h. readdir takes the entries as getdents64 gives them, inode sorts those
 * of one directory at a time (16 bytes an entry), reverse counts the slots down.
 */
#include <errno.h>
#include <stdlib.h>

#include "list.h"
#include "order.h"

int sf_order_start(struct sf_job *j)
{
	int err;

	if (j->conf->order != SF_ORDER_READDIR && j->conf->order != SF_ORDER_INODE)
		return 0;
	err = sf_claims_start(j);
	return err ? err : sf_walk_start(&j->walk, j, false, false);
}

void sf_order_free(struct sf_job *j)
{
	free(j->inodes.entries);
	j->inodes.entries = NULL;
}

/*
 * The streams have ended, and another file is asked for: for a new pass, or because a directory
 * left entries out while others were removed from it; then another round finds them.
 */
static int next_round(struct sf_job *j)
{
	char path[PATH_MAX];

	if (j->pass_left == j->total || (j->conf->op->removes && j->seen)) {
		j->seen = 0;
		return 0;
	}
	sf_base_path(j->conf, path);
	return sf_fail(j, j->conf->op->name, ENOENT, path,
		       "fewer files than this job is to work on");
}

/* The next entry of the walk, over as many rounds as it takes. 0 or an errno. */
static int next_entry(struct sf_job *j, struct sf_entry *e)
{
	for (;;) {
		int ret = sf_walk_next(&j->walk, e);

		if (ret > 0) {
			j->seen++;
			return 0;
		}
		if (!ret)
			ret = -next_round(j);
		if (ret < 0)
			return -ret;
	}
}

static int by_inode(const void *a, const void *b)
{
	const struct sf_inode *x = a, *y = b;

	return x->inode < y->inode ? -1 : x->inode > y->inode;
}

static int add_inode(struct sf_job *j, struct sf_inode entry)
{
	struct sf_inodes *s = &j->inodes;

	if (s->count == s->room) {
		size_t room = s->room ? s->room * 2 : 1024;
		struct sf_inode *more = realloc(s->entries, room * sizeof(*more));

		if (!more)
			return sf_fail(j, "realloc", ENOMEM, j->conf->path, NULL);
		s->entries = more;
		s->room = room;
	}
	s->entries[s->count++] = entry;
	return 0;
}

/* Reads the entries of the next directory that has any. 0 or an errno. */
static int next_directory(struct sf_job *j)
{
	struct sf_inodes *s = &j->inodes;
	struct sf_entry e;
	uint64_t leaf;
	int err = 0, ret = 1;

	s->count = s->at = 0;
	if (s->ended)
		err = next_round(j);
	if (!err && !s->more) {
		err = next_entry(j, &e);
		s->ahead = (struct sf_inode){ e.inode, e.number };
	}
	if (!err)
		err = add_inode(j, s->ahead);
	s->more = s->ended = false;
	leaf = j->walk.leaves;
	while (!err && (ret = sf_walk_next(&j->walk, &e)) > 0) {
		struct sf_inode entry = { e.inode, e.number };

		j->seen++;
		if (j->walk.leaves != leaf) {
			s->ahead = entry;
			s->more = true;
			break;
		}
		err = add_inode(j, entry);
	}
	s->ended = !ret;
	if (ret < 0)
		err = -ret;
	qsort(s->entries, s->count, sizeof(*s->entries), by_inode);
	return err;
}

static int inode_target(struct sf_job *j, struct sf_target *t)
{
	struct sf_inodes *s = &j->inodes;

	if (s->at == s->count) {
		int err = next_directory(j);

		if (err)
			return err;
	}
	t->number = s->entries[s->at++].number;
	t->dirfd = sf_at(j, &j->name, t->number, &t->name);
	return t->dirfd < 0 ? -t->dirfd : 0;
}

int sf_order_target(struct sf_job *j, uint64_t slot, struct sf_target *t)
{
	struct sf_entry e;
	int err;

	if (j->conf->order == SF_ORDER_REVERSE)
		return sf_number_target(j, j->total - 1 - slot, t);
	if (j->conf->order == SF_ORDER_INODE)
		return inode_target(j, t);
	err = next_entry(j, &e);
	if (err)
		return err;
	t->number = e.number;
	t->name = e.name;
	t->dirfd = e.dirfd;
	return 0;
}

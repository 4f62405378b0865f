/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Which file an io_u is about: the one its offset gives, or with order=readdir|inode|reverse
 * the next one in that order.
 */
#ifndef SMALLFILE_ORDER_H
#define SMALLFILE_ORDER_H

#include "layout.h"
#include "slots.h"

struct sf_target {
	uint64_t number;
	const char *name; /* relative to dirfd, valid until the next target */
	int dirfd;
};

/* Prepares order=readdir|inode. 0 or an errno, reported. */
int sf_order_start(struct sf_job *j);
void sf_order_free(struct sf_job *j);

/* The target in an order that is not that of the slots. 0 or an errno, reported. */
int sf_order_target(struct sf_job *j, uint64_t slot, struct sf_target *t);

/* Target of a slot by its number. 0 or an errno, reported. */
static inline int sf_number_target(struct sf_job *j, uint64_t slot, struct sf_target *t)
{
	t->number = sf_slot_number(j, slot);
	t->dirfd = sf_at(j, &j->name, t->number, &t->name);
	return sf_unlikely(t->dirfd < 0) ? -t->dirfd : 0;
}

/* The file that an io_u is about. 0 or an errno, reported. */
static inline int sf_target(struct sf_job *j, const struct io_u *io_u, struct sf_target *t)
{
	uint64_t slot = sf_slot(j, io_u);

	if (sf_unlikely(j->ordered))
		return sf_order_target(j, slot, t);
	return sf_number_target(j, slot, t);
}

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The clock of the parts of an operation: fio's own, so that an operation begins where fio
 * says it was issued and one reading a part is enough.
 */
#ifndef SMALLFILE_CLOCK_H
#define SMALLFILE_CLOCK_H

#include <time.h>

#include "smallfile.h"

static inline uint64_t sf_ns(const struct timespec *ts)
{
	return (uint64_t)ts->tv_sec * 1000000000u + (uint64_t)ts->tv_nsec;
}

/* Now, ns, by fio's clock (clocksource=): its zero is arbitrary. */
static inline uint64_t sf_now(const struct sf_job *j)
{
	struct timespec ts;

	j->gettime(&ts, NULL);
	return sf_ns(&ts);
}

/* Now, ns, by a clock of the system. */
static inline uint64_t sf_clock(clockid_t clock)
{
	struct timespec ts;

	clock_gettime(clock, &ts);
	return sf_ns(&ts);
}

/* When the operation began, for sf_part(): only known, and only asked for, with a split. */
static inline uint64_t sf_begin(struct sf_job *j, const struct io_u *io_u)
{
	if (!j->split)
		return 0;
	if (sf_unlikely(j->moved || !j->fio_stamps)) {
		/* what the engine did of its own, a new directory say, is no part of open */
		j->moved = false;
		return sf_now(j);
	}
	return sf_ns(&io_u->issue_time);
}

/* Counts the time since *since as one of the part, and moves *since to now. */
static inline void sf_part(struct sf_job *j, enum sf_part part, uint64_t *since)
{
	uint64_t now;

	if (!j->split)
		return;
	now = sf_now(j);
	/* a clock that went back counts as none: a huge value would be the maximum */
	sf_hist_add(j->parts[part], now > *since ? now - *since : 0);
	*since = now;
}

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * From fio's offsets to file numbers. A pass of a job goes over its slots 0, 1, ... total - 1,
 * in fio's order; slot s is at offset start + s x bs. Without a count_file the slots are the
 * numbers first, first + 1, ...; with one, they are the files that exist. A later pass
 * (time_based, loops, io_size) of an operation that makes or removes files goes on to new
 * numbers, stride further; the others come back to the same files.
 */
#ifndef SMALLFILE_SLOTS_H
#define SMALLFILE_SLOTS_H

#include "smallfile.h"

/*
 * Works out from fio's size=, filesize=, offset=, offset_increment= and numjobs= which numbers
 * the job has (bs, start, first, span of c), and tells fio how far its pseudo file reaches.
 * Refuses what would run nothing. Called in setup.
 */
bool sf_slots_plan(struct thread_data *td, struct sf_conf *c);

/*
 * The job's segments at start: its own numbers, or those of the count_file. Then fio's idea of
 * the size is made to fit. Called in init. Returns 0 or an errno, reported.
 */
int sf_slots_start(struct sf_job *j);

/* Makes the segment that holds a slot the current one. */
void sf_segment_find(struct sf_job *j, uint64_t slot);

/* True if number is one of this job's, in its current pass. */
bool sf_own(struct sf_job *j, uint64_t number);

/* True if one of the job's numbers is in [low, high). */
bool sf_own_any(const struct sf_job *j, uint64_t low, uint64_t high);

/* The slot of an io_u; io_us in sequence cost no division. */
static inline uint64_t sf_slot(struct sf_job *j, const struct io_u *io_u)
{
	uint64_t slot = j->next_slot;

	if (sf_unlikely(io_u->offset != j->next_offset))
		slot = (io_u->offset - j->conf->start) / j->bs;
	j->next_offset = io_u->offset + j->bs;
	j->next_slot = slot + 1;
	return slot;
}

/* The number of the file in a slot. */
static inline uint64_t sf_slot_number(struct sf_job *j, uint64_t slot)
{
	if (sf_unlikely(slot - j->segment.slot >= j->segment.count))
		sf_segment_find(j, slot);
	return j->segment.number + (slot - j->segment.slot) + j->shift;
}

#endif

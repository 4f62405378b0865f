/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Numbers of a job, see slots.h. What setup_files() of fio (filesetup.c) does with sizes and
 * offsets after the engine's setup is worked out here beforehand, since the numbers of all
 * jobs must be known before the first one starts; sf_slots_start() holds it against fio's own
 * result, so that a fio that counts differently is an error and not other files.
 */
#include <errno.h>
#include <stdlib.h>

#include "count.h"
#include "shared.h"
#include "slots.h"

#define NUMBER_MAX (UINT64_MAX >> 1)

/* A percentage needs something to be a percentage of. */
static bool plan_percent(struct thread_data *td)
{
	const struct thread_options *o = &td->o;
	static const char reason[] =
		"a percentage needs filesize=FILES x bs, which it is a part of";
	char value[16];

	if (o->file_size_low)
		return true;
	snprintf(value, sizeof(value), "%u%%",
		 o->start_offset_percent ? o->start_offset_percent :
		 o->size_percent	 ? o->size_percent :
					   o->offset_increment_percent);
	if (o->start_offset_percent)
		return sf_refuse(td, "offset", value, "%s", reason);
	if (!o->size && o->size_percent)
		return sf_refuse(td, "size", value, "%s", reason);
	if (o->offset_increment_percent)
		return sf_refuse(td, "offset_increment", value, "%s", reason);
	return true;
}

/* Bytes from start on that fio's setup_files() will make the job's: the io_size of its file. */
static uint64_t plan_bytes(const struct thread_options *o, uint64_t start, uint64_t end,
			   uint64_t min_bs)
{
	uint64_t bytes = end - start;

	if (o->size_percent && o->size_percent != 100) {
		uint64_t part = end * o->size_percent / 100;

		if (part < bytes)
			bytes = part;
		bytes -= bytes % min_bs;
	}
	return bytes;
}

bool sf_slots_plan(struct thread_data *td, struct sf_conf *c)
{
	const struct thread_options *o = &td->o;
	struct fio_file *f = td->files[0];
	bool own_offset = o->offset_increment || o->offset_increment_percent;
	uint64_t bytes, end;

	c->bs = o->min_bs[c->op->ddir];
	if (!plan_percent(td))
		return false;
	if (!o->size && !o->file_size_low)
		return sf_refuse(td, "size", "0",
				 "set size=FILES x bs, such as size=10000k with bs=1k");

	/* fio takes percentages of this */
	f->real_file_size = o->file_size_low;
	c->start = get_start_offset(td, f);
	if (!o->file_size_low)
		f->real_file_size = c->start + o->size;
	end = f->real_file_size;
	if (end < c->start)
		return sf_refuse_number(td, "offset", c->start,
					"no file is left: it is beyond the end of filesize=");
	bytes = plan_bytes(o, c->start, end, td_min_bs(td));
	c->span = c->count = bytes / c->bs;
	/* size= under filesize=: in sequence, only the first files of a pass */
	if (!td_random(td) && !o->time_based && o->size && o->size < bytes)
		c->count = o->size / c->bs;
	if (!c->count)
		return sf_refuse_number(
			td, "size", bytes,
			"no file: less than one block (bs=) is left of size= or filesize= behind offset=");
	c->first = c->start / c->bs;
	if (!own_offset)
		c->first += td->subjob_number * c->span;
	if (c->span > NUMBER_MAX || c->first > NUMBER_MAX)
		return sf_refuse_number(td, "size", bytes, "more files than can be numbered");
	return true;
}

/* Makes fio go over total slots instead of the span it planned in setup. */
static void slots_fit(struct sf_job *j)
{
	struct thread_data *td = j->td;
	struct fio_file *f = td->files[0];
	uint64_t bytes = j->total * j->conf->bs;

	if (!td_random(td) || td->o.size > bytes)
		td->o.size = bytes;
	f->io_size = bytes;
	f->real_file_size = j->conf->start + bytes;
	if (!td->o.io_size)
		td->total_io_size = td->o.size * td->o.loops;
}

int sf_slots_start(struct sf_job *j)
{
	const struct sf_conf *c = j->conf;
	struct fio_file *f = j->td->files[0];
	int err;

	if (f->file_offset != c->start || f->io_size / c->bs != c->span) {
		sf_say("%s: fio runs %llu files from offset %llu, planned were %llu from %llu: this"
		       " combination of size=, filesize= and offset= is not supported (job '%s')",
		       c->op->name, (unsigned long long)(f->io_size / c->bs),
		       (unsigned long long)f->file_offset, (unsigned long long)c->span,
		       (unsigned long long)c->start, j->td->o.name);
		return EINVAL;
	}
	j->stride = sf_root_stride(c->root);
	if (c->count_file && !c->op->makes) {
		err = sf_count_read(j);
		if (err)
			return err;
	} else {
		j->segments = calloc(1, sizeof(*j->segments));
		if (!j->segments)
			return sf_fail(j, "calloc", ENOMEM, c->path, NULL);
		*j->segments = (struct sf_segment){ .number = c->first, .count = c->count };
		j->segment_count = 1;
		j->total = c->count;
	}
	j->segment = j->segments[0];
	if (j->total != c->count)
		slots_fit(j);
	j->pass_left = j->total;
	j->next_offset = UINT64_MAX;
	return 0;
}

/* The last segment that begins at or before a slot, or before a number, by the member at offset. */
static const struct sf_segment *segment_at(const struct sf_job *j, size_t member, uint64_t value)
{
	size_t low = 0, high = j->segment_count;

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;
		const char *segment = (const char *)&j->segments[middle];

		if (*(const uint64_t *)(segment + member) <= value)
			low = middle;
		else
			high = middle;
	}
	return &j->segments[low];
}

void sf_segment_find(struct sf_job *j, uint64_t slot)
{
	j->segment = *segment_at(j, offsetof(struct sf_segment, slot), slot);
}

bool sf_own(struct sf_job *j, uint64_t number)
{
	number -= j->shift;
	if (sf_likely(number - j->segment.number < j->segment.count))
		return true;
	j->segment = *segment_at(j, offsetof(struct sf_segment, number), number);
	return number - j->segment.number < j->segment.count;
}

bool sf_own_any(const struct sf_job *j, uint64_t low, uint64_t high)
{
	const struct sf_segment *s;

	if (high <= j->shift)
		return false;
	low = low > j->shift ? low - j->shift : 0;
	high -= j->shift;
	/* the segment that low is in, or the next one */
	s = segment_at(j, offsetof(struct sf_segment, number), low);
	if (low < s->number + s->count && s->number < high)
		return true;
	s++;
	return s < j->segments + j->segment_count && s->number < high;
}

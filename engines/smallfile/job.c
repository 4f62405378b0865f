/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A job before and after its operations, see job.h.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "clock.h"
#include "count.h"
#include "job.h"
#include "layout.h"
#include "list.h"
#include "order.h"
#include "slots.h"
#include "sync.h"
#include "tidy.h"

struct sf_job *sf_job_new(struct thread_data *td, const struct sf_conf *c)
{
	struct sf_job *j = sf_page_alloc(sizeof(*j));

	if (!j)
		return NULL;
	j->td = td;
	j->conf = c;
	j->gettime = fio_gettime;
	j->run = c->op->run;
	j->ddir = c->op->ddir;
	j->ordered = c->order != SF_ORDER_NUMBER;
	j->split = c->split;
	j->verify = c->verify;
	j->open_flags = c->open_flags;
	j->sync_file = c->sync_file;
	j->sync_dir = c->sync_dir;
	j->bs = c->bs;
	j->size_low = c->size_low;
	j->size_high = c->size_high;
	j->root_fd = j->base_fd = j->leaf_fd = -1;
	for (unsigned int i = 0; i < SF_LEAVES; i++)
		j->leaves[i].fd = -1;
	return j;
}

static int drop_caches(struct sf_job *j)
{
	static const char path[] = "/proc/sys/vm/drop_caches";
	int fd;
	int err = 0;

	sync();
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return sf_fail(j, "open", errno, path, NULL);
	if (write(fd, "3", 1) != 1)
		err = sf_fail(j, "write", errno, path, NULL);
	close(fd);
	return err;
}

static int parts_start(struct sf_job *j)
{
	for (unsigned int p = 0; p < SF_PARTS && j->split; p++) {
		j->parts[p] = sf_page_alloc(sizeof(*j->parts[p]));
		if (!j->parts[p])
			return sf_fail(j, "calloc", ENOMEM, j->conf->path, NULL);
	}
	return 0;
}

/* A report_file that cannot be written is known before the work, not after it. */
static int report_start(struct sf_job *j)
{
	const char *path = j->conf->report_file;
	int fd;

	if (!path)
		return 0;
	fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	if (fd < 0)
		return sf_fail(j, "open of report_file", errno, path, NULL);
	close(fd);
	return 0;
}

int sf_job_start(struct sf_job *j)
{
	const struct sf_conf *c = j->conf;
	bool root_made = false;
	int err;

	sf_name_start(&j->name, &c->format);
	sf_name_start(&j->renamed, &c->renamed);
	err = report_start(j);
	if (!err)
		err = parts_start(j);
	if (!err)
		err = sf_layout_open(j, &root_made);
	if (!err && c->op->makes)
		err = sf_tidy_check(c, root_made);
	if (!err && c->op->makes && c->count_file)
		err = sf_count_begin(j);
	if (!err)
		err = sf_slots_start(j);
	if (!err)
		err = sf_order_start(j);
	if (!err && c->op->lists)
		err = sf_claims_start(j);
	if (!err && c->op->lists)
		err = sf_list_start(j);
	if (err)
		return err;
	j->by_path = td_random(j->td) && c->files_per_dir &&
		     (c->span - 1) / c->files_per_dir >= SF_LEAVES - 1;
	j->fio_stamps = fio_fill_issue_time(j->td);
	j->ramp = platter_ramping(j->td);
	/* last: nothing may warm them again */
	return c->drop_caches ? drop_caches(j) : 0;
}

void sf_job_stats_start(struct sf_job *j, const struct io_u *io_u)
{
	uint64_t now = sf_now(j);
	uint64_t issued = j->fio_stamps ? sf_ns(&io_u->issue_time) : now;

	j->clock_shift = sf_clock(CLOCK_MONOTONIC) - now;
	j->start_ns = issued + j->clock_shift;
	j->end_ns = 0;
	j->cpu_start_ns = sf_clock(CLOCK_THREAD_CPUTIME_ID);
	j->files = j->bytes = 0;
	for (unsigned int p = 0; p < SF_PARTS; p++) {
		if (j->parts[p])
			memset(j->parts[p], 0, sizeof(*j->parts[p]));
	}
}

void sf_job_stats_end(struct sf_job *j)
{
	uint64_t last;

	if (!j->pass_left) {
		j->end_ns = j->ended_ns;
		return;
	}
	last = j->end_ns;
	if (!last)
		last = j->last_issue ? j->last_issue : sf_now(j);
	j->end_ns = last + j->clock_shift;
	j->cpu_end_ns = sf_clock(CLOCK_THREAD_CPUTIME_ID);
	if (j->conf->sync_file == SF_SYNC_END || j->conf->sync_dir == SF_SYNC_END) {
		uint64_t since = sf_now(j);

		if (sf_sync_end(j) && !j->given_up)
			j->given_up = EIO;
		j->end_ns += sf_now(j) - since;
	}
}

bool sf_job_stopped(const struct sf_job *j)
{
	struct thread_data *td = j->td;

	if (!td->terminate || exitall_on_terminate || (td->ss.state & FIO_SS_ATTAINED))
		return false;
	return !td->o.timeout || utime_since_now(&td->epoch) < td->o.timeout;
}

void sf_job_free(struct sf_job *j)
{
	sf_walk_free(&j->walk);
	sf_order_free(j);
	sf_layout_close(j);
	for (unsigned int p = 0; p < SF_PARTS; p++)
		free(j->parts[p]);
	sf_failures_free(&j->failures);
	free(j->claims);
	free(j->segments);
	free(j);
}

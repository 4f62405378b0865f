/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * fio's hooks of the smallfile engine: metadata storms of many small files. smallfile(7)
 * describes it; smallfile.h says how the parts share the work. Here: the hooks, a job's passes,
 * and what happens on errors. What a job needs around its operations is in job.c.
 */
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "abi.h"
#include "clock.h"
#include "conf.h"
#include "count.h"
#include "job.h"
#include "job-report.h"
#include "layout.h"
#include "shared.h"
#include "slots.h"
#include "sync.h"

/* Failed operations in a row after which a job that fio would continue gives up. */
#define GIVE_UP_AFTER 1000

/* fio's setup, in the parent: checks the options, touches nothing. */
static int smallfile_setup(struct thread_data *td)
{
	struct sf_conf *c = sf_conf_new(td);
	struct sf_job *j;

	if (!c)
		return 1;
	j = sf_job_new(td, c);
	if (!j || !sf_shared_join(c)) {
		free(j);
		sf_conf_free(c);
		td_verror(td, ENOMEM, "smallfile setup");
		return 1;
	}
	td->io_ops_data = j;
	return 0;
}

/* fio's init, in the job's own process or thread. */
static int smallfile_init(struct thread_data *td)
{
	struct sf_job *j = td->io_ops_data;
	int err;

	if (!j) {
		/* setup would only come now, in each job for itself */
		sf_say("option 'create_serialize' is '0': leave it out, there is nothing to lay "
		       "out before the jobs start (job '%s')",
		       td->o.name);
		td_verror(td, EINVAL, "smallfile init");
		return EINVAL;
	}
	/* in any case: also what a job has made that then could not start is to be undone */
	sf_shared_ran(j->conf);
	err = sf_job_start(j);
	if (err) {
		td_verror(td, err, "smallfile init");
		return err;
	}
	j->inited = true;
	return 0;
}

/* fio opens its pseudo file: at the start of each loop, among others. */
static int smallfile_open_file(struct thread_data *td, struct fio_file *f fio_unused)
{
	struct sf_job *j = td->io_ops_data;

	if (j)
		j->reopened = true;
	return 0;
}

static int smallfile_close_file(struct thread_data *td fio_unused, struct fio_file *f fio_unused)
{
	return 0;
}

/* A pass begins: new numbers for what makes or removes files. */
static void pass_start(struct sf_job *j)
{
	j->pass++;
	j->pass_left = j->total;
	if ((j->conf->op->makes || j->conf->op->removes) &&
	    (!j->conf->count_file || j->conf->op->makes))
		j->shift = j->pass * j->stride;
}

/* What is seldom: the first operation, the first after ramp_time, the first of a pass. */
static sf_cold void queue_seldom(struct sf_job *j, const struct io_u *io_u)
{
	bool begun = j->pass_left != j->total;

	if (!j->pass_left || (j->reopened && begun))
		pass_start(j);
	j->reopened = false;
	if (!j->started) {
		j->started = true;
		sf_job_stats_start(j, io_u);
	} else if (j->ramp && !platter_ramping(j->td)) {
		j->ramp = false;
		sf_job_stats_start(j, io_u);
	}
}

/* After the last operation of a pass, as part of it. 0 or an errno. */
static sf_cold int pass_end(struct sf_job *j)
{
	int err = 0;

	if (j->conf->sync_file == SF_SYNC_END || j->conf->sync_dir == SF_SYNC_END)
		err = sf_sync_end(j);
	j->ended_ns = sf_clock(CLOCK_MONOTONIC);
	j->cpu_end_ns = sf_clock(CLOCK_THREAD_CPUTIME_ID);
	/* all that the count_file knew of is gone: time_based= has nothing to go on with */
	if (j->conf->op->removes && j->conf->count_file)
		j->td->done = 1;
	return err;
}

/* No later operation can succeed either. */
static bool hopeless(const struct sf_job *j, int err)
{
	struct stat st;

	if (j->failures.streak >= GIVE_UP_AFTER)
		return true;
	if (err == ESTALE || err == ENOTCONN)
		return true;
	return err == ENOENT && !fstat(j->base_fd, &st) && !st.st_nlink;
}

/* An operation failed, which has been said. fio goes on if continue_on_error= allows it. */
static sf_cold enum fio_q_status queue_failed(struct sf_job *j, struct io_u *io_u, int err)
{
	struct thread_data *td = j->td;
	bool gapless = j->conf->op->makes && j->conf->count_file;

	io_u->error = err;
	j->failures.streak++;
	if (!j->given_up && (gapless || hopeless(j, err))) {
		j->given_up = err;
		td->done = 1;
		if (td->o.continue_on_error)
			sf_say("%s: giving up: %s (job '%s')", j->conf->op->name,
			       gapless ? "count_file= must name files without gaps" :
					 "no operation can succeed any more",
			       td->o.name);
	}
	return FIO_Q_COMPLETED;
}

/* Passes a verify on to fio, and names the file if it failed: fio names its pseudo file. */
static int verify_end_io(struct thread_data *td, struct io_u **io_u)
{
	struct sf_job *j = td->io_ops_data;
	uint64_t number = sf_slot_number(j, ((*io_u)->offset - j->conf->start) / j->conf->bs);
	int err = j->end_io(td, io_u);
	char path[PATH_MAX];

	if (err) {
		sf_file_path(j->conf, &j->conf->format, number, path);
		sf_fail(j, "verify", err < 0 ? -err : err, path, "not what was written");
		/* queue() has counted it as read */
		if (j->ddir == DDIR_READ)
			j->files--;
	}
	return err;
}

/* An io_u of another direction than the operation's: syncs, and verify's reads in a create job. */
static sf_cold enum fio_q_status queue_aside(struct sf_job *j, struct io_u *io_u)
{
	uint64_t offset = j->next_offset, slot = j->next_slot;
	int err;

	switch (io_u->ddir) {
	case DDIR_SYNC:
	case DDIR_DATASYNC:
		err = sf_sync_last(j, io_u->ddir == DDIR_DATASYNC);
		break;
	case DDIR_READ:
		j->end_io = io_u->end_io;
		io_u->end_io = verify_end_io;
		err = sf_verify_read(j, io_u);
		break;
	default:
		err = sf_fail(j, "queue", EOPNOTSUPP, j->conf->path, io_ddir_name(io_u->ddir));
		break;
	}
	j->next_offset = offset;
	j->next_slot = slot;
	io_u->error = err;
	return FIO_Q_COMPLETED;
}

/* One io_u: one operation on one file. */
static sf_hot enum fio_q_status smallfile_queue(struct thread_data *td, struct io_u *io_u)
{
	struct sf_job *j = td->io_ops_data;
	int err;

	if (sf_unlikely(io_u->ddir != j->ddir))
		return queue_aside(j, io_u);
	if (sf_unlikely(j->reopened || !j->pass_left || j->ramp))
		queue_seldom(j, io_u);
	if (sf_unlikely(j->verify) && io_u->end_io) {
		j->end_io = io_u->end_io;
		io_u->end_io = verify_end_io;
	}
	err = j->run(j, io_u);
	if (sf_likely(!err)) {
		j->files++;
		j->made++;
		j->failures.streak = 0;
	}
	if (sf_unlikely(!--j->pass_left)) {
		int end_err = pass_end(j);

		err = err ? err : end_err;
	}
	return sf_unlikely(err) ? queue_failed(j, io_u, err) : FIO_Q_COMPLETED;
}

/* fio frees an io_u: the time it was issued last is when a job that ended early was at work. */
static void smallfile_io_u_free(struct thread_data *td, struct io_u *io_u)
{
	struct sf_job *j = td->io_ops_data;

	if (j && j->fio_stamps && sf_ns(&io_u->issue_time) > j->last_issue)
		j->last_issue = sf_ns(&io_u->issue_time);
}

/* fio's cleanup, in the job's own process or thread, after its last operation. */
static void smallfile_cleanup(struct thread_data *td)
{
	struct sf_job *j = td->io_ops_data;
	const struct sf_conf *c;
	int err = 0;

	if (!j)
		return;
	c = j->conf;
	if (j->started)
		sf_job_stats_end(j);
	if (j->inited && c->op->makes && c->count_file)
		err = sf_count_write(j);
	if (!td->error && (j->given_up || err))
		td_verror(td, j->given_up ? j->given_up : err, "smallfile");
	if (j->started)
		sf_report(j);
	sf_walk_stop(&j->walk);
	sf_layout_close(j);
	err = sf_shared_leave(c, td->error || td->first_error || sf_job_stopped(j));
	if (err && !td->error)
		td_verror(td, err, "smallfile cleanup");
	sf_job_free(j);
	td->io_ops_data = NULL;
}

static struct ioengine_ops smallfile_ops = {
	.name = "smallfile",
	.version = FIO_IOOPS_VERSION,
	/* every job of it is synchronous, so that the flag may be the ops' */
	.flags = FIO_SYNCIO | FIO_DISKLESSIO | FIO_NOEXTEND | FIO_NODISKUTIL,
	.setup = smallfile_setup,
	.init = smallfile_init,
	.queue = smallfile_queue,
	.io_u_free = smallfile_io_u_free,
	.cleanup = smallfile_cleanup,
	.open_file = smallfile_open_file,
	.close_file = smallfile_close_file,
	.options = sf_fio_options,
	.option_struct_size = sizeof(struct sf_options),
};

void get_ioengine(struct ioengine_ops **ops)
{
	*ops = platter_abi_ok("smallfile") ? &smallfile_ops : NULL;
}

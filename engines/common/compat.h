/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What differs between the fio versions that engines are built for (3.33 to 3.42), told
 * apart by FIO_IOOPS_VERSION of the headers: 3.33 is 31, 3.34 32, 3.36 33, 3.38 and 3.39
 * 36, 3.40 37, 3.41 and 3.42 39. Include it after fio.h. No behaviour lives here.
 */
#ifndef PLATTER_COMPAT_H
#define PLATTER_COMPAT_H

#include "fio.h"

#if FIO_IOOPS_VERSION < 31
#error "engines need fio 3.33 or later"
#endif

/*
 * fio's data, and functions whose address is taken, are bound when the engine is loaded: one
 * that the running fio lacks would make the load fail before the ABI guard can say why. Weak,
 * they are then null, and the guard refuses. (Calls are bound when first made.)
 */
#pragma weak exitall_on_terminate
#pragma weak fio_gettime
#pragma weak is_backend
#pragma weak segments
#pragma weak thread_number

/*
 * Head of an errdetails function, which fio 3.38 gave the thread as a first parameter. The
 * body may use io_u only (its file, its engine_data), and returns a string from malloc(3)
 * that fio frees. Prints after fio's own "io_u error" line. Use:
 *   PLATTER_ERRDETAILS(smallfile_errdetails)
 *   {
 *           return strdup(...);
 *   }
 */
#if FIO_IOOPS_VERSION >= 36
#define PLATTER_ERRDETAILS(name) \
	static char *name(struct thread_data *td fio_unused, struct io_u *io_u)
#else
#define PLATTER_ERRDETAILS(name) static char *name(struct io_u *io_u)
#endif

/*
 * Marks this job, not the whole process, as one whose queue() completes the work (on) or
 * hands it over (off): FIO_SYNCIO of the ops is shared by every job that uses the engine.
 * Call in setup(); without it a synchronous job's latencies count from after the call.
 */
static inline void platter_job_sync(struct thread_data *td, bool on)
{
	unsigned long long flag = (unsigned long long)FIO_SYNCIO << TD_ENG_FLAG_SHIFT;

	if (on)
		td->flags |= flag;
	else
		td->flags &= ~flag;
}

/*
 * True while the job is still in its ramp_time, which 3.42 renamed and gave ramp_size beside
 * it. 3.41 and 3.42 have one FIO_IOOPS_VERSION; a macro of fio_time.h tells them apart.
 */
static inline bool platter_ramping(struct thread_data *td)
{
#ifdef RAMP_PERIOD_CHECK_MSEC
	return in_ramp_period(td);
#else
	return in_ramp_time(td);
#endif
}

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What work a fio job was: its options (fio(1), HOWTO) as the model's
 * parameters, pattern and operations, for fio's own engines and for ours.
 */
#ifndef PLATTER_FIO_WORK_H
#define PLATTER_FIO_WORK_H

#include "fio-job.h"
#include "model.h"

struct fio_work {
	const struct params *params;
	const char *pattern; /* by rw; "unknown" where the options are not known */
	const char *engine;  /* "psync", "smallfile"; NULL not known */
	bool metadata;	     /* an engine of ours that counts operations: no throughput */
	const char *op[FIO_DIRS];
	enum fio_dir main; /* the direction the options ask for, for a job that did nothing */
};

/* Options of the job over the global ones. j->siblings and j->hosts are counted in. fio 2.x prints no
 * options: then nothing is known but what was counted. */
struct fio_work fio_work(struct table *t, const struct fio_output *out, const struct fio_job *j);

/* The engine's name of an ioengine= value: "external:/usr/lib/smallfile.so" is "smallfile";
 * interned. */
const char *fio_engine_name(struct table *t, const char *ioengine);
/* The operation an engine of ours does in a direction when its job has no op=; NULL for engines
 * that do fio's own block I/O. */
const char *fio_engine_op(const char *engine, enum fio_dir dir);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The engine's own options, as fio parses them (smallfile(7) describes each), and the one
 * way to refuse a job.
 */
#ifndef SMALLFILE_OPTIONS_H
#define SMALLFILE_OPTIONS_H

#include <stdbool.h>

#include "compat.h"

#define sf_likely(x)   __builtin_expect(!!(x), 1)
#define sf_unlikely(x) __builtin_expect(!!(x), 0)

/* what runs for each operation lies together, what seldom runs elsewhere: see sys.h */
#define sf_hot	__attribute__((hot))
#define sf_cold __attribute__((cold, noinline))

#define SF_DEPTH_MAX 8 /* levels of directories */

enum sf_op {
	SF_OP_UNSET = 0, /* taken from rw= */
	SF_CREATE,
	SF_LIST,
	SF_LSLA,
	SF_STAT,
	SF_OPEN,
	SF_READFILE,
	SF_RENAME,
	SF_RM,
	SF_DELETE,
	SF_MKDIR,
	SF_RMDIR,
	SF_OP_COUNT,
};

enum sf_dir_mode { SF_SHARED, SF_UNIQUE };
enum sf_create_flags { SF_EXCL, SF_TRUNC };
enum sf_order { SF_ORDER_NUMBER, SF_ORDER_READDIR, SF_ORDER_INODE, SF_ORDER_REVERSE };
enum sf_sync { SF_SYNC_NONE, SF_SYNC_EACH, SF_SYNC_END };
enum sf_cleanup { SF_CLEANUP_NEVER, SF_CLEANUP_ON_ERROR, SF_CLEANUP_ALWAYS };

/* Filled by fio; the strings are NULL where the job does not set the option. */
struct sf_options {
	void *pad; /* fio refuses an option at offset 0 */
	unsigned int op;
	unsigned int files_per_dir;
	unsigned int depth;
	unsigned int dir_mode;
	unsigned int create_flags;
	unsigned int order;
	unsigned int sync_file;
	unsigned int sync_dir;
	unsigned int drop_caches;
	unsigned int cleanup;
	unsigned int latency_split;
	char *name_format;
	char *rename_format;
	char *file_size;
	char *count_file;
	char *report_file;
};

extern struct fio_option sf_fio_options[];

/* The word that the job file uses for value of the named option, or "?". */
const char *sf_option_word(const char *option, unsigned int value);

/*
 * Refuses the job in setup: prints "smallfile: option 'OPTION' is 'VALUE': REASON (job 'J')",
 * once for all the clones that numjobs= made, and sets the job's error. The reason says what
 * to set instead. Returns false.
 */
bool sf_refuse(struct thread_data *td, const char *option, const char *value, const char *reason,
	       ...) __attribute__((format(printf, 4, 5)));

/* The same for an option whose value is a number. */
bool sf_refuse_number(struct thread_data *td, const char *option, unsigned long long value,
		      const char *reason);

/* False, and the job refused, if an option of fio's cannot mean anything here (refuse.c). */
bool sf_options_possible(struct thread_data *td, enum sf_op op);

#endif

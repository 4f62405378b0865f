/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Syncing: fio's fsync=, fdatasync= and end_fsync= (the last file and its directory), and the
 * engine's sync_file= and sync_dir=.
 */
#ifndef SMALLFILE_SYNC_H
#define SMALLFILE_SYNC_H

#include "smallfile.h"

/* What DDIR_SYNC and DDIR_DATASYNC mean: the file worked on last, and its directory. */
int sf_sync_last(struct sf_job *j, bool data_only);

/* sync_dir=each: the directory of a file that was just worked on. */
int sf_sync_dir(struct sf_job *j, uint64_t number);

/* sync_file=end and sync_dir=end, at the end of a pass. All return 0 or an errno, reported. */
int sf_sync_end(struct sf_job *j);

#endif

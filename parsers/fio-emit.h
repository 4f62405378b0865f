/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A settled fio job as observations. `native` names are the direction and
 * fio's word without its unit ("read/bw", "read/iops", "write/clat"), the
 * same for every version and output format of fio.
 */
#ifndef PLATTER_FIO_EMIT_H
#define PLATTER_FIO_EMIT_H

#include "fio-work.h"

/* base holds what the reader knows: source, line, system, reading ... and tool, tool_version, part.
 * Returns how many observations were added. */
size_t fio_emit(struct table *t, const struct observation *base, const struct fio_job *j,
		const struct fio_work *w);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The table of input formats. One line a format; the order matters only
 * between equal bids (the first wins) and at the end of a file (finish()
 * is called in this order).
 */
#include <string.h>

#include "reader.h"

const struct reader *const readers[] = {
	&reader_fio_json,
	&reader_engine,
	&reader_composite,
	&reader_platter_run, /* last: at the end of a run it looks at what the others found */
	NULL,
};

const struct reader *reader_by_name(const char *name)
{
	for (size_t i = 0; readers[i]; i++)
		if (!strcmp(readers[i]->name, name))
			return readers[i];
	return NULL;
}

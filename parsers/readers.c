/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The table of input formats. One line a format; the order matters only
 * between equal bids (the first wins) and at the end of a file (finish()
 * is called in this order).
 */
#include <string.h>

#include "reader.h"

/* FORMAT(x) stands for reader_x; platter_run is last: at the end of a run it looks at what the
 * others found */
#define FORMATS           \
	FORMAT(fio_json)  \
	FORMAT(engine)    \
	FORMAT(composite) \
	FORMAT(platter_run)

#define FORMAT(name) extern const struct reader reader_##name;
FORMATS
#undef FORMAT

#define FORMAT(name) &reader_##name,
const struct reader *const readers[] = { FORMATS NULL };
#undef FORMAT

_Static_assert(sizeof(readers) / sizeof(readers[0]) <= READERS_MAX + 1,
	       "more formats than READERS_MAX");

const struct reader *reader_by_name(const char *name)
{
	for (size_t i = 0; readers[i]; i++)
		if (!strcmp(readers[i]->name, name))
			return readers[i];
	return NULL;
}

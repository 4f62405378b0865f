/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The table of output formats. One line a format, the first is the default.
 */
#include <string.h>

#include "writer.h"

/* FORMAT(x) stands for writer_x */
#define FORMATS           \
	FORMAT(text)      \
	FORMAT(markdown)  \
	FORMAT(csv)       \
	FORMAT(json)      \
	FORMAT(composite) \
	FORMAT(results)

#define FORMAT(name) extern const struct writer writer_##name;
FORMATS
#undef FORMAT

#define FORMAT(name) &writer_##name,
const struct writer *const writers[] = { FORMATS NULL };
#undef FORMAT

const struct writer *writer_by_name(const char *name)
{
	for (size_t i = 0; writers[i]; i++)
		if (!strcmp(writers[i]->name, name))
			return writers[i];
	return NULL;
}

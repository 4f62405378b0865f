/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The table of output formats. One line a format, the first is the default.
 */
#include <string.h>

#include "writer.h"

const struct writer *const writers[] = {
	&writer_text,	   &writer_markdown, &writer_csv, &writer_json,
	&writer_composite, &writer_results,  NULL,
};

const struct writer *writer_by_name(const char *name)
{
	for (size_t i = 0; writers[i]; i++)
		if (!strcmp(writers[i]->name, name))
			return writers[i];
	return NULL;
}

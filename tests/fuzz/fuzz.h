/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What the fuzz targets share: bytes through one reader, into the table, its
 * run numbers and works, and the table for people. A finding is a crash, a
 * sanitizer's report, a hang, or a value that is infinite.
 */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "reader.h"
#include "systems.h"
#include "view.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* format NULL: whoever bids. */
static inline int fuzz_one(const uint8_t *data, size_t size, const char *format)
{
	struct read_options options = { .parts = size % 2 };
	struct selection all = { .all = true };
	struct view_options vo = { .selection = &all };
	struct table *t = table_new();

	if (format)
		options.from = reader_by_name(format);
	read_memory(t, data, size, "fuzz", &options);
	systems_shorten(t);
	table_number_runs(t);
	for (size_t i = 0; i < table_len(t); i++) {
		struct observation o;

		if (table_get(t, i, &o) && (isinf(o.value) || !o.system || !o.run))
			abort();
	}
	view_free(view_make(t, &vo));
	table_free(t);
	return 0;
}

#endif

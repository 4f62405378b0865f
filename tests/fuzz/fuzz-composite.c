/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * libFuzzer target: the reader of composite.xml. Whatever it makes of the
 * bytes, the writer must be able to write as a composite that it takes again,
 * or say that there is nothing to write; and the table for people as ever.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "fuzz.h"
#include "group.h"
#include "profile.h"
#include "writer.h"

/* Writes T; the text (free), or NULL when the writer had nothing to write. */
static char *written(struct table *t, size_t *len)
{
	struct groups *groups = groups_make(t, NULL, NULL);
	struct report r = { .table = t, .groups = groups };
	char *text = NULL, err[256] = "";
	FILE *out = open_memstream(&text, len);
	int ret;

	if (!out)
		abort();
	ret = writer_by_name("composite")->write(out, &r, err, sizeof(err));
	fclose(out);
	groups_free(groups);
	if (!ret)
		return text;
	if (!err[0])
		abort();
	free(text);
	return NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct read_options options = { .from = reader_by_name("composite") };
	struct table *t = table_new();
	struct table *again;
	size_t len = 0;
	char *text;

	options.parts = size % 2;
	read_memory(t, data, size, "f", &options);
	profile_attach(t, NULL);
	table_number_runs(t);
	for (size_t i = 0; i < table_len(t); i++) {
		struct observation o;

		if (table_get(t, i, &o) && (isinf(o.value) || isinf(o.low) || isinf(o.high)))
			abort();
	}
	text = written(t, &len);
	if (text) {
		again = table_new();
		if (read_memory(again, text, len, "again", &options))
			abort();
		table_free(again);
	}
	free(text);
	table_free(t);
	return fuzz_one(data, size, "composite");
}

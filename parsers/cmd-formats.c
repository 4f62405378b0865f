/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * `platter formats`: lists the tables of readers and writers.
 */
#include <getopt.h>
#include <stdio.h>

#include "cmd.h"
#include "reader.h"
#include "writer.h"

static void help(void)
{
	puts("usage: platter formats\n"
	     "\n"
	     "Lists the formats that can be read (for --from) and written (for --format).");
}

int cmd_formats(int argc, char **argv)
{
	static const struct option options[] = { { "help", no_argument, NULL, 'h' }, { 0 } };
	int c;

	optind = 0;
	opterr = 0;
	while ((c = getopt_long(argc, argv, ":h", options, NULL)) != -1) {
		if (c == 'h') {
			help();
			return EXIT_OK;
		}
		return usage_error("formats: unknown option '%s'", argv[optind - 1]);
	}
	if (optind < argc)
		return usage_error("formats: unexpected argument '%s'", argv[optind]);
	puts("read (gz or plain; found out by looking, or --from FORMAT):");
	for (size_t i = 0; readers[i]; i++)
		printf("  %-16s %s\n", readers[i]->name, readers[i]->title);
	puts("write (--format FORMAT):");
	for (size_t i = 0; writers[i]; i++)
		printf("  %-16s %s\n", writers[i]->name, writers[i]->title);
	return EXIT_OK;
}

/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The command `platter`: finds out which command is meant and hands over.
 */
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "cmd.h"

static const struct {
	const char *name;
	int (*run)(int argc, char **argv);
	const char *what;
} commands[] = {
	{ "table", cmd_table, "put results of any format in one table" },
	{ "plan", cmd_plan, "list the runs a suite asks for" },
	{ "formats", cmd_formats, "list the formats that can be read and written" },
	{ "env", cmd_env, "print the variables that let a job file run by hand" },
};
#define COMMANDS (sizeof(commands) / sizeof(commands[0]))

static void help(void)
{
	puts("usage: platter COMMAND [OPTION]... [FILE]...\n"
	     "\n"
	     "Reads results of storage benchmarks and puts them side by side.\n");
	for (size_t i = 0; i < COMMANDS; i++)
		printf("  %-9s %s\n", commands[i].name, commands[i].what);
	puts("\n"
	     "  --help    this text; platter COMMAND --help for a command's\n"
	     "  --version\n"
	     "\n"
	     "Examples:\n"
	     "  platter table results/raw\n"
	     "  platter table -s raid5 old.json -s raid10 new.json --baseline raid5\n"
	     "  platter table -f csv -o all.csv *.json.gz\n"
	     "\n"
	     "Exit status: 0 all went well, 1 something could not be read or done (the rest\n"
	     "is printed), 2 wrong usage. See platter(1).");
}

static int finish(int status)
{
	int failed = ferror(stdout);

	errno = failed ? EIO : 0;
	if (fflush(stdout) || failed) {
		error_line("cannot write 'standard output': %s", strerror(errno ? errno : EIO));
		return status == EXIT_OK ? EXIT_INPUT : status;
	}
	return status;
}

int main(int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : NULL;

	/* Characters as the terminal has them; numbers stay as in C. */
	setlocale(LC_CTYPE, "");
	if (!name)
		return usage_error("no command given");
	if (!strcmp(name, "--help") || !strcmp(name, "-h") || !strcmp(name, "help")) {
		help();
		return finish(EXIT_OK);
	}
	if (!strcmp(name, "--version") || !strcmp(name, "-V")) {
		puts("platter " PLATTER_VERSION);
		return finish(EXIT_OK);
	}
	if (name[0] == '-')
		return usage_error("unknown option '%s'", name);
	for (size_t i = 0; i < COMMANDS; i++)
		if (!strcmp(name, commands[i].name))
			return finish(commands[i].run(argc - 1, argv + 1));
	return usage_error("unknown command '%s'", name);
}

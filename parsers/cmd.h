/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The commands behind `platter COMMAND`. Each gets argc and argv with its
 * own name as argv[0], parses its options with getopt_long, prints to
 * standard output and returns an exit status: EXIT_OK, EXIT_INPUT (input or
 * runtime error; what could be done was done) or EXIT_USAGE.
 */
#ifndef PLATTER_CMD_H
#define PLATTER_CMD_H

enum { EXIT_OK = 0, EXIT_INPUT = 1, EXIT_USAGE = 2 };

int cmd_table(int argc, char **argv);
int cmd_formats(int argc, char **argv);
int cmd_plan(int argc, char **argv); /* plan.c */
int cmd_env(int argc, char **argv);  /* env.c */

/* Print "platter: MESSAGE" and "try 'platter --help'" on standard error; returns EXIT_USAGE. */
int usage_error(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* Print "platter: MESSAGE" on standard error. */
void error_line(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The table of the engine's options. smallfile(7) is their help: fio 3.33 prints none for an
 * external engine. What contradicts what is decided in conf.c and refuse.c.
 */
#include "options.h"
#include "optgroup.h"
#include "say.h"

#define OFF(member) offsetof(struct sf_options, member)
/* every option of the table ends with these */
#define ENGINE_OPTION .category = FIO_OPT_C_ENGINE, .group = FIO_OPT_G_INVALID

struct fio_option sf_fio_options[] = {
	{
		.name = "op",
		.lname = "Operation",
		.type = FIO_OPT_STR,
		.off1 = OFF(op),
		.help = "What is done to each file",
		.posval = {
			{ .ival = "create", .oval = SF_CREATE, .help = "open, write, close" },
			{ .ival = "list", .oval = SF_LIST, .help = "getdents64 and one statx" },
			{ .ival = "lsla", .oval = SF_LSLA, .help = "the calls of ls -la" },
			{ .ival = "stat", .oval = SF_STAT, .help = "statx by name" },
			{ .ival = "open", .oval = SF_OPEN, .help = "open, close" },
			{ .ival = "readfile", .oval = SF_READFILE, .help = "open, read, close" },
			{ .ival = "rename", .oval = SF_RENAME, .help = "rename in its directory" },
			{ .ival = "rm", .oval = SF_RM, .help = "the calls of rm *" },
			{ .ival = "delete", .oval = SF_DELETE, .help = "unlink" },
			{ .ival = "mkdir", .oval = SF_MKDIR, .help = "make a directory" },
			{ .ival = "rmdir", .oval = SF_RMDIR, .help = "remove a directory" },
		},
		ENGINE_OPTION,
	},
	{
		.name = "name_format",
		.lname = "Format of file names",
		.type = FIO_OPT_STR_STORE,
		.off1 = OFF(name_format),
		.help = "Name of a file, %u being its number (file-%u; dir-%u for mkdir, rmdir)",
		ENGINE_OPTION,
	},
	{
		.name = "rename_format",
		.lname = "Format of new names",
		.type = FIO_OPT_STR_STORE,
		.off1 = OFF(rename_format),
		.help = "What op=rename renames to (renamed-%u)",
		ENGINE_OPTION,
	},
	{
		.name = "files_per_dir",
		.lname = "Files per directory",
		.type = FIO_OPT_INT,
		.off1 = OFF(files_per_dir),
		.help = "Spread the files over directories of so many (0: one directory)",
		.def = "0",
		ENGINE_OPTION,
	},
	{
		.name = "depth",
		.lname = "Levels of directories",
		.type = FIO_OPT_INT,
		.off1 = OFF(depth),
		.help = "Levels of directories above the files (1 with files_per_dir, else 0)",
		.def = "0",
		ENGINE_OPTION,
	},
	{
		.name = "dir_mode",
		.lname = "Directory of a job",
		.type = FIO_OPT_STR,
		.off1 = OFF(dir_mode),
		.help = "All jobs in one directory, or one each",
		.def = "shared",
		.posval = {
			{ .ival = "shared", .oval = SF_SHARED, .help = "one for all" },
			{ .ival = "unique", .oval = SF_UNIQUE, .help = "job-0, job-1, ..." },
		},
		ENGINE_OPTION,
	},
	{
		.name = "file_size",
		.lname = "Size of a file",
		.type = FIO_OPT_STR_STORE,
		.off1 = OFF(file_size),
		.help = "Bytes in a file: a size, 0, or a range such as 1k-4k (default: bs)",
		ENGINE_OPTION,
	},
	{
		.name = "create_flags",
		.lname = "How create opens",
		.type = FIO_OPT_STR,
		.off1 = OFF(create_flags),
		.help = "Flags of open in op=create, beside O_CREAT | O_WRONLY",
		.def = "excl",
		.posval = {
			{ .ival = "excl", .oval = SF_EXCL, .help = "O_EXCL" },
			{ .ival = "trunc", .oval = SF_TRUNC, .help = "O_TRUNC" },
		},
		ENGINE_OPTION,
	},
	{
		.name = "order",
		.lname = "Order of files",
		.type = FIO_OPT_STR,
		.off1 = OFF(order),
		.help = "Order in which rm, delete and readfile take the files",
		.def = "number",
		.posval = {
			{ .ival = "number", .oval = SF_ORDER_NUMBER, .help = "as fio says" },
			{ .ival = "readdir", .oval = SF_ORDER_READDIR, .help = "as listed" },
			{ .ival = "inode", .oval = SF_ORDER_INODE, .help = "by inode number" },
			{ .ival = "reverse", .oval = SF_ORDER_REVERSE, .help = "last first" },
		},
		ENGINE_OPTION,
	},
	{
		.name = "sync_file",
		.lname = "Sync files",
		.type = FIO_OPT_STR,
		.off1 = OFF(sync_file),
		.help = "When a file that was written is synced",
		.def = "none",
		.posval = {
			{ .ival = "none", .oval = SF_SYNC_NONE, .help = "not by the engine" },
			{ .ival = "each", .oval = SF_SYNC_EACH, .help = "fsync before close" },
			{ .ival = "end", .oval = SF_SYNC_END, .help = "one syncfs at the end" },
		},
		ENGINE_OPTION,
	},
	{
		.name = "sync_dir",
		.lname = "Sync directories",
		.type = FIO_OPT_STR,
		.off1 = OFF(sync_dir),
		.help = "When a directory that was changed is synced",
		.def = "none",
		.posval = {
			{ .ival = "none", .oval = SF_SYNC_NONE, .help = "not by the engine" },
			{ .ival = "each", .oval = SF_SYNC_EACH, .help = "after each operation" },
			{ .ival = "end", .oval = SF_SYNC_END, .help = "each once at the end" },
		},
		ENGINE_OPTION,
	},
	{
		.name = "drop_caches",
		.lname = "Drop caches",
		.type = FIO_OPT_BOOL,
		.off1 = OFF(drop_caches),
		.help = "Sync and drop the kernel's caches before the job starts (root)",
		.def = "0",
		ENGINE_OPTION,
	},
	{
		.name = "count_file",
		.lname = "File of counts",
		.type = FIO_OPT_STR_STORE,
		.off1 = OFF(count_file),
		.help = "Where create says how many files it made, for the later phases",
		ENGINE_OPTION,
	},
	{
		.name = "cleanup",
		.lname = "Remove the files",
		.type = FIO_OPT_STR,
		.off1 = OFF(cleanup),
		.help = "When the last job of this root removes what the run made",
		.def = "never",
		.posval = {
			{ .ival = "never", .oval = SF_CLEANUP_NEVER, .help = "leave it" },
			{ .ival = "on_error", .oval = SF_CLEANUP_ON_ERROR,
			  .help = "after an error or an interrupt" },
			{ .ival = "always", .oval = SF_CLEANUP_ALWAYS, .help = "in any case" },
		},
		ENGINE_OPTION,
	},
	{
		.name = "report_file",
		.lname = "File of report lines",
		.type = FIO_OPT_STR_STORE,
		.off1 = OFF(report_file),
		.help = "Append one JSON line a job to this file",
		ENGINE_OPTION,
	},
	{
		.name = "latency_split",
		.lname = "Split latencies",
		.type = FIO_OPT_BOOL,
		.off1 = OFF(latency_split),
		.help = "Time open, write, read, fsync and close apart",
		.def = "1",
		ENGINE_OPTION,
	},
	{
		.name = NULL,
	},
};

const char *sf_option_word(const char *option, unsigned int value)
{
	for (const struct fio_option *o = sf_fio_options; o->name; o++) {
		if (strcmp(o->name, option))
			continue;
		for (int i = 0; i < PARSE_MAX_VP && o->posval[i].ival; i++) {
			if (o->posval[i].oval == value)
				return o->posval[i].ival;
		}
	}
	return "?";
}

bool sf_refuse(struct thread_data *td, const char *option, const char *value, const char *reason,
	       ...)
{
	/* setup runs in the parent, one job after the other, clones behind their original */
	static unsigned int refused_thread;
	const struct thread_data *last = NULL;
	char text[1024];
	va_list args;

	td_verror(td, EINVAL, "smallfile setup");
	if (td->subjob_number && refused_thread)
		last = tnumber_to_td(refused_thread - 1);
	if (last && last->groupid == td->groupid && !strcmp(last->o.name, td->o.name))
		return false;
	refused_thread = td->thread_number;
	va_start(args, reason);
	vsnprintf(text, sizeof(text), reason, args);
	va_end(args);
	sf_say("option '%s' is '%s': %s (job '%s')", option, value, text, td->o.name);
	return false;
}

bool sf_refuse_number(struct thread_data *td, const char *option, unsigned long long value,
		      const char *reason)
{
	char text[32];

	snprintf(text, sizeof(text), "%llu", value);
	return sf_refuse(td, option, text, "%s", reason);
}

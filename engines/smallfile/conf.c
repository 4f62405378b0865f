/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * From options to a job description: the engine's own options and what they ask of each other.
 * Options of fio's that cannot mean anything here are in refuse.c, sizes in slots.c.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "conf.h"
#include "shared.h"
#include "slots.h"
#include "verify.h"

/* of a root's path, so that what is appended to it never reaches PATH_MAX */
#define ROOT_PATH_MAX (PATH_MAX - 1024)

/* In the order of enum sf_op; op= left out takes the first with the direction of rw=. */
const struct sf_op_info sf_ops[SF_OP_COUNT] = {
	[SF_CREATE] = { .name = "create",
			.ddir = DDIR_WRITE,
			.makes = true,
			.contents = true,
			.split = true,
			.run = sf_run_create },
	[SF_LIST] = { .name = "list", .ddir = DDIR_READ, .lists = true, .run = sf_run_list },
	[SF_LSLA] = { .name = "lsla", .ddir = DDIR_READ, .lists = true, .run = sf_run_lsla },
	[SF_STAT] = { .name = "stat", .ddir = DDIR_READ, .run = sf_run_stat },
	[SF_OPEN] = { .name = "open", .ddir = DDIR_READ, .split = true, .run = sf_run_open },
	[SF_READFILE] = { .name = "readfile",
			  .ddir = DDIR_READ,
			  .contents = true,
			  .split = true,
			  .run = sf_run_readfile },
	[SF_RENAME] = { .name = "rename", .ddir = DDIR_WRITE, .run = sf_run_rename },
	[SF_RM] = { .name = "rm", .ddir = DDIR_TRIM, .removes = true, .run = sf_run_rm },
	[SF_DELETE] = { .name = "delete", .ddir = DDIR_TRIM, .removes = true, .run = sf_run_delete },
	[SF_MKDIR] = { .name = "mkdir",
		       .ddir = DDIR_WRITE,
		       .makes = true,
		       .dirs = true,
		       .run = sf_run_mkdir },
	[SF_RMDIR] = { .name = "rmdir",
		       .ddir = DDIR_TRIM,
		       .removes = true,
		       .dirs = true,
		       .run = sf_run_rmdir },
};

/* op=, or the usual one of the direction, and rw= that agrees with it. */
static bool conf_op(struct thread_data *td, struct sf_conf *c)
{
	static const char *const needs[] = { "read or randread", "write or randwrite",
					     "trim or randtrim" };
	const struct sf_options *eo = td->eo;
	const char *rw = ddir_str(td->o.td_ddir);
	unsigned int op = eo->op;
	bool mixed = (td_read(td) && td_write(td)) ||
		     (td_trim(td) && (td_read(td) || td_write(td)));

	if (mixed)
		return sf_refuse(td, "rw", rw ? rw : "mixed",
				 "a job does one operation: use a job for each direction");
	if (op == SF_OP_UNSET)
		op = td_write(td) ? SF_CREATE : td_trim(td) ? SF_DELETE : SF_STAT;
	c->op = &sf_ops[op];
	if ((c->op->ddir == DDIR_READ && !td_read(td)) ||
	    (c->op->ddir == DDIR_WRITE && !td_write(td)) ||
	    (c->op->ddir == DDIR_TRIM && !td_trim(td)))
		return sf_refuse(td, "rw", rw, "op=%s needs rw=%s", c->op->name,
				 needs[c->op->ddir]);
	if (c->op->lists && td_random(td))
		return sf_refuse(td, "rw", rw,
				 "op=%s takes the files in directory order: set rw=read",
				 c->op->name);
	return true;
}

/* The root: directory= and, as a subdirectory of it, filename=. */
static bool conf_root(struct thread_data *td, struct sf_conf *c)
{
	const struct thread_options *o = &td->o;
	char *directory;
	int len;

	if (!o->directory)
		return sf_refuse(td, "directory", "", "set the directory to work in");
	if (o->filename &&
	    (strpbrk(o->filename, "/:") || !strcmp(o->filename, ".") || !strcmp(o->filename, "..")))
		return sf_refuse(td, "filename", o->filename,
				 "give the name of one subdirectory of directory=");
	if (o->nr_files > 1)
		return sf_refuse_number(td, "nrfiles", o->nr_files,
					"leave it out: size=FILES x bs gives the number of files");
	directory = get_name_by_idx(o->directory, o->filename ? 0 : (int)td->subjob_number);
	c->named = o->filename;
	len = snprintf(c->path, sizeof(c->path), "%s%s%s", directory, c->named ? "/" : "",
		       c->named ? o->filename : "");
	free(directory);
	if (len > ROOT_PATH_MAX)
		return sf_refuse(td, "directory", o->directory, "use a path below %u bytes",
				 ROOT_PATH_MAX);
	if (strchr(c->path, '\n'))
		return sf_refuse(td, "directory", o->directory, "use a path without a newline");
	return true;
}

static bool conf_names(struct thread_data *td, struct sf_conf *c)
{
	const struct sf_options *eo = td->eo;
	const char *format = eo->name_format;
	const char *renamed = eo->rename_format ? eo->rename_format : "renamed-%u";
	const char *wrong;

	if (!format)
		format = c->op->dirs ? "dir-%u" : "file-%u";
	wrong = sf_format_parse(&c->format, format);
	if (wrong)
		return sf_refuse(td, "name_format", format, "%s", wrong);
	wrong = sf_format_parse(&c->renamed, renamed);
	if (wrong)
		return sf_refuse(td, "rename_format", renamed, "%s", wrong);
	if (c->op == &sf_ops[SF_RENAME] && !strcmp(format, renamed))
		return sf_refuse(td, "rename_format", renamed, "set another than name_format=");
	if (eo->rename_format && c->op != &sf_ops[SF_RENAME])
		return sf_refuse(td, "rename_format", renamed,
				 "only op=rename uses it: name_format=%s finds the files after it",
				 renamed);
	return true;
}

static bool conf_layout(struct thread_data *td, struct sf_conf *c)
{
	const struct sf_options *eo = td->eo;
	uint64_t reach = eo->files_per_dir;

	c->unique = eo->dir_mode == SF_UNIQUE;
	c->subjob = td->subjob_number;
	c->files_per_dir = eo->files_per_dir;
	c->depth = eo->depth ? eo->depth : eo->files_per_dir != 0;
	if (c->depth && !c->files_per_dir)
		return sf_refuse_number(td, "depth", c->depth,
					"set files_per_dir= too, which says how wide a level is");
	if (c->depth > SF_DEPTH_MAX)
		return sf_refuse_number(td, "depth", c->depth, "8 levels are the most");
	for (unsigned int i = 0; i < c->depth; i++) {
		if (__builtin_mul_overflow(reach, c->files_per_dir, &reach) || reach >> 62)
			return sf_refuse_number(td, "depth", c->depth,
						"too deep for this files_per_dir=");
	}
	return true;
}

/* Parses file_size=: a size or low-high, with fio's suffixes. */
static bool conf_size(struct thread_data *td, struct sf_conf *c)
{
	const struct sf_options *eo = td->eo;
	char text[64];
	char *high;
	long long value[2];

	c->seed = td->o.rand_seed;
	c->size_low = c->size_high = c->bs;
	if (!eo->file_size)
		return true;
	snprintf(text, sizeof(text), "%s", eo->file_size);
	high = strchr(text, '-');
	if (high)
		*high++ = '\0';
	if (check_str_bytes(text, &value[0], &td->o) ||
	    check_str_bytes(high ? high : text, &value[1], &td->o) || value[0] < 0 ||
	    value[1] < value[0] || strlen(eo->file_size) >= sizeof(text))
		return sf_refuse(td, "file_size", eo->file_size,
				 "give a size such as 4k, 0, or a range such as 1k-4k");
	c->size_low = (uint64_t)value[0];
	c->size_high = (uint64_t)value[1];
	if (!c->op->contents)
		return true;
	if (c->verify && (c->size_low != c->bs || c->size_high != c->bs))
		return sf_refuse(td, "file_size", eo->file_size,
				 "verify= needs files of exactly one block: leave file_size= out");
	return true;
}

/* What only some operations can do. */
static bool conf_scope(struct thread_data *td, struct sf_conf *c)
{
	const struct sf_options *eo = td->eo;
	const char *op = c->op->name;
	bool writes = c->op->ddir == DDIR_WRITE;

	c->order = eo->order;
	c->sync_file = eo->sync_file;
	c->sync_dir = eo->sync_dir;
	c->cleanup = eo->cleanup;
	c->split = eo->latency_split && c->op->split;
	c->drop_caches = eo->drop_caches;
	if (c->order && c->op != &sf_ops[SF_RM] && c->op != &sf_ops[SF_DELETE] &&
	    c->op != &sf_ops[SF_READFILE])
		return sf_refuse(td, "order", sf_option_word("order", c->order),
				 "only rm, delete and readfile have it, not op=%s", op);
	if (c->order && td_random(td))
		return sf_refuse(td, "order", sf_option_word("order", c->order),
				 "rw=%s has an order of its own: set rw=%s",
				 ddir_str(td->o.td_ddir), td_read(td) ? "read" : "trim");
	if (c->order && c->verify)
		return sf_refuse(td, "order", sf_option_word("order", c->order),
				 "verify= needs the files at their offsets: leave order= out");
	if (c->sync_file && c->op != &sf_ops[SF_CREATE])
		return sf_refuse(td, "sync_file", sf_option_word("sync_file", c->sync_file),
				 "op=%s writes no file", op);
	if (c->sync_dir && !writes && !c->op->removes)
		return sf_refuse(td, "sync_dir", sf_option_word("sync_dir", c->sync_dir),
				 "op=%s changes no directory", op);
	if (eo->create_flags != SF_EXCL && c->op != &sf_ops[SF_CREATE])
		return sf_refuse(td, "create_flags", "trunc", "only op=create opens with it");
	if (c->drop_caches && access("/proc/sys/vm/drop_caches", W_OK))
		return sf_refuse(
			td, "drop_caches", "1",
			"cannot write '/proc/sys/vm/drop_caches' (%s): run as root or leave "
			"it out",
			strerror(errno));
	if (eo->count_file && c->op->makes && td_random(td))
		return sf_refuse(td, "count_file", eo->count_file,
				 "needs rw=write: a random %s that ends early leaves gaps", op);
	return true;
}

static bool conf_flags(struct thread_data *td, struct sf_conf *c)
{
	const struct sf_options *eo = td->eo;

	if (c->op == &sf_ops[SF_CREATE])
		c->open_flags = O_CREAT | O_WRONLY |
				(eo->create_flags == SF_TRUNC ? O_TRUNC : O_EXCL) |
				(int)td->o.sync_io;
	if (td->o.odirect)
		c->open_flags |= O_DIRECT;
	if (eo->count_file && !(c->count_file = strdup(eo->count_file)))
		return sf_refuse(td, "count_file", eo->count_file, "out of memory");
	if (eo->report_file && !(c->report_file = strdup(eo->report_file)))
		return sf_refuse(td, "report_file", eo->report_file, "out of memory");
	return true;
}

struct sf_conf *sf_conf_new(struct thread_data *td)
{
	struct sf_conf *c = sf_page_alloc(sizeof(*c));

	if (!c) {
		td_verror(td, ENOMEM, "smallfile setup");
		return NULL;
	}
	c->td = td;
	c->verify = td->o.verify != VERIFY_NONE;
	if (conf_op(td, c) && conf_root(td, c) && sf_options_possible(td, c->op - sf_ops) &&
	    sf_slots_plan(td, c) && conf_names(td, c) && conf_layout(td, c) && conf_size(td, c) &&
	    conf_scope(td, c) && conf_flags(td, c))
		return c;
	sf_conf_free(c);
	return NULL;
}

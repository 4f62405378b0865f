/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * fio's options as parameters. Left out is what says where and how to print,
 * not what to do: file names, logs, reporting. Two systems that did the same
 * work get the same parameters.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fio-work.h"
#include "text.h"

/* Options that do not describe the work, ascending for bsearch(). Places differ between systems;
 * grouping and logging change no I/O; secrets go nowhere. */
static const char *const left_out[] = {
	"bandwidth-log",
	"clat_percentiles",
	"count_file",
	"defaults_file",
	"description",
	"directory",
	"disk_util",
	"eta",
	"exec_postrun",
	"exec_prerun",
	"filename",
	"filename_format",
	"group_reporting",
	"host",
	"hostname",
	"kb_base",
	"lat_percentiles",
	"log_avg_msec",
	"log_compression",
	"log_hist_coarseness",
	"log_hist_msec",
	"log_max_value",
	"log_offset",
	"log_store_compressed",
	"log_unix_epoch",
	"name",
	"new_group",
	"option_file",
	"password",
	"per_job_logs",
	"percentile_list",
	"report_file",
	"server",
	"significant_figures",
	"slat_percentiles",
	"socket",
	"stonewall",
	"unified_rw_reporting",
	"unique_filename",
	"unit_base",
	"user",
	"wait_for",
	"write_bw_log",
	"write_hist_log",
	"write_iops_log",
	"write_lat_log",
};

static int by_text(const void *key, const void *element)
{
	return strcmp(key, *(const char *const *)element);
}

static bool is_left_out(const char *key)
{
	return bsearch(key, left_out, sizeof(left_out) / sizeof(left_out[0]), sizeof(left_out[0]),
		       by_text);
}

/* Our engines whose unit of work is an operation, and what each direction is in them. */
static const struct {
	const char *engine;
	const char *op[FIO_MIXED];
} engines[] = {
	{ "smallfile", { "stat", "create", "delete" } },
	{ "mysqlrow", { "query", "update", "delete" } },
};

const char *fio_engine_op(const char *engine, enum fio_dir dir)
{
	if (!engine || dir >= FIO_MIXED)
		return NULL;
	for (size_t i = 0; i < sizeof(engines) / sizeof(engines[0]); i++)
		if (!strcmp(engines[i].engine, engine))
			return engines[i].op[dir];
	return NULL;
}

const char *fio_engine_name(struct table *t, const char *ioengine)
{
	const char *name = ioengine;
	size_t len;

	if (!ioengine)
		return NULL;
	if (!strncmp(name, "external:", 9))
		name = text_basename(name + 9);
	len = strlen(name);
	if (name != ioengine && len > 3 && !strcmp(name + len - 3, ".so"))
		len -= 3;
	return table_strn(t, name, len);
}

/* One name for options fio knows under two. */
static const char *canonical(const char *key)
{
	static const char *const aliases[][2] = {
		{ "readwrite", "rw" },
		{ "blocksize", "bs" },
		{ "blocksize_range", "bsrange" },
		{ "io_limit", "io_size" },
		{ "numjobs", "jobs" },
		{ "iodepth_batch_submit", "iodepth_batch" },
	};

	for (size_t i = 0; i < sizeof(aliases) / sizeof(aliases[0]); i++)
		if (!strcmp(key, aliases[i][0]))
			return aliases[i][1];
	return key;
}

static bool is_size(const char *key)
{
	return !strcmp(key, "size") || !strcmp(key, "bs") || !strcmp(key, "filesize") ||
	       !strcmp(key, "io_size") || !strcmp(key, "file_size") || !strcmp(key, "offset") ||
	       !strcmp(key, "offset_increment");
}

static void add_option(struct table *t, struct params_builder *b, const char *key,
		       const char *value, unsigned kb_base)
{
	double number;

	key = canonical(key);
	if (is_left_out(key))
		return;
	/* Block sizes are said in one of three ways, the last one counts. */
	if (!strcmp(key, "bs") || !strcmp(key, "bsrange") || !strcmp(key, "bssplit")) {
		params_unset(b, "bs");
		params_unset(b, "bsrange");
		params_unset(b, "bssplit");
	}
	if (!strcmp(key, "ioengine")) {
		params_text(t, b, key, fio_engine_name(t, value));
	} else if (!strcmp(key, "drop_caches")) {
		if (!strcmp(value, "0"))
			params_unset(b, "cache");
		else
			params_text(t, b, "cache", "cold");
	} else if (!strcmp(key, "buffered")) {
		params_number(t, b, "direct", !strcmp(value, "0"));
	} else if (!*value) {
		/* A flag: fio prints time_based as "". */
		params_number(t, b, key, 1);
	} else if (text_number(value, &number) ||
		   (is_size(key) && text_fio_size(value, kb_base, &number))) {
		params_number(t, b, key, number);
	} else {
		params_text(t, b, key, value);
	}
}

static void add_options(struct table *t, struct params_builder *b, const struct fio_options *o,
			unsigned kb_base)
{
	const char *key, *value;

	for (size_t at = 0; fio_options_next(o, &at, &key, &value);)
		add_option(t, b, key, value, kb_base);
}

static const char *option(const struct fio_options *globals, const struct fio_job *j,
			  const char *key)
{
	const char *value = fio_options_get(&j->options, key);

	return value ? value : fio_options_get(globals, key);
}

/* rw=write:8k leaves 8k out after each block; rw=randread:8 only draws an offset every 8 blocks. */
static const char *pattern_of(struct table *t, const char *rw)
{
	if (!rw)
		return table_str(t, "unknown");
	if (!strncmp(rw, "rand", 4))
		return table_str(t, "random");
	return table_str(t, strchr(rw, ':') ? "stride" : "sequential");
}

/* The direction a job that did no I/O would have done it in; rw defaults to read. */
static enum fio_dir main_direction(const char *rw)
{
	if (!rw)
		return FIO_READ;
	if (!strncmp(rw, "rand", 4))
		rw += 4;
	if (!strncmp(rw, "write", 5))
		return FIO_WRITE;
	if (!strncmp(rw, "trimwrite", 9) || !strncmp(rw, "trim", 4))
		return FIO_TRIM;
	return FIO_READ;
}

static bool is_known_op(const char *op)
{
	static const char *const ops[] = { "create",   "list",	 "lsla",   "stat",   "open",
					   "readfile", "rename", "rm",	   "delete", "mkdir",
					   "rmdir",    "query",	 "update", "insert", "mix" };

	for (size_t i = 0; i < sizeof(ops) / sizeof(ops[0]); i++)
		if (!strcmp(op, ops[i]))
			return true;
	return false;
}

static void set_ops(struct table *t, struct fio_work *w, const char *op)
{
	static const char *const plain[FIO_DIRS] = { "read", "write", "trim", "rw" };

	for (int i = 0; i < FIO_DIRS; i++) {
		const char *own = fio_engine_op(w->engine, i);

		if (own)
			w->metadata = true;
		w->op[i] = table_str(t, own ? own : plain[i]);
	}
	if (!w->metadata || !op || !is_known_op(op))
		return;
	/* What a job with op=create reads is a verification of contents. */
	if (!strcmp(w->engine, "smallfile"))
		w->op[FIO_READ] = table_str(t, "readfile");
	w->op[w->main] = w->op[FIO_MIXED] = table_str(t, op);
	/* A listing has no order of its own. */
	if (!strcmp(op, "list") || !strcmp(op, "lsla"))
		w->pattern = NULL;
}

/* How many files: one for each block, in every job. */
static void add_files(struct table *t, struct params_builder *b, const struct params *set)
{
	double size = params_get_number(set, "size", params_get_number(set, "filesize", 0));
	double bs = params_get_number(set, "bs", 4096);

	if (size > 0 && bs > 0 && size >= bs)
		params_number(t, b, "files", floor(size / bs) * params_get_number(set, "jobs", 1));
}

struct fio_work fio_work(struct table *t, const struct fio_output *out, const struct fio_job *j)
{
	const struct fio_options *globals = &out->globals;
	bool old = out->version && !strncmp(out->version, "fio-2.", 6) && !j->options.len;
	bool known = !old && (globals->len || j->options.len);
	const char *kb = option(globals, j, "kb_base");
	const char *rw = option(globals, j, "rw");
	const char *op = option(globals, j, "op");
	unsigned kb_base = kb && !strcmp(kb, "1000") ? 1000 : 1024;
	struct params_builder b = { 0 };
	struct fio_work w = { 0 };

	if (!rw)
		rw = option(globals, j, "readwrite");
	if (known && !rw)
		rw = "read";
	if (known) {
		params_number(t, &b, "iodepth", 1);
		params_number(t, &b, "jobs", 1);
		params_number(t, &b, "bs", 4096);
	}
	add_options(t, &b, globals, kb_base);
	add_options(t, &b, &j->options, kb_base);
	w.engine = fio_engine_name(t, option(globals, j, "ioengine"));
	w.pattern = pattern_of(t, rw);
	w.main = main_direction(rw);
	set_ops(t, &w, op);
	if (w.metadata)
		params_unset(&b, "op");
	/* Siblings that were counted say it better than options that are not known. */
	if (!known && j->siblings > 1)
		params_number(t, &b, "jobs", (double)j->siblings);
	if (j->hosts > 1)
		params_number(t, &b, "hosts", (double)j->hosts);
	w.params = params_intern(t, &b);
	if (w.engine && !strcmp(w.engine, "smallfile")) {
		params_add_all(&b, w.params);
		add_files(t, &b, w.params);
		w.params = params_intern(t, &b);
	}
	params_builder_free(&b);
	return w;
}

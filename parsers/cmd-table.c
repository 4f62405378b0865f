/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * `platter table`: reads files, has them grouped and put into words, writes
 * them. Options only; the work is done elsewhere.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "against.h"
#include "cmd.h"
#include "label.h"
#include "locate.h"
#include "output.h"
#include "profile.h"
#include "reader.h"
#include "select.h"
#include "systems.h"
#include "unit.h"
#include "warn.h"
#include "writer.h"

enum color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

/* A file, and what was said before it. */
struct file {
	const char *path;
	struct read_options read;
};

struct table_options {
	const struct writer *writer;
	const char *output;
	const char *title;
	const char *baseline;
	const char *against;
	const char *unit;
	enum color color;
	struct selection selection;
	struct file *files;
	size_t nfiles, files_cap;
	struct read_options read; /* for the files to come */
	bool help;
};

static void help(void)
{
	puts("usage: platter table [OPTION]... FILE...\n"
	     "\n"
	     "Puts benchmark results side by side: n, mean, spread, unit of each piece of work\n"
	     "in each system. FILE: plain or gz, '-' for standard input, or a directory.\n"
	     "\n"
	     "  -f, --format FORMAT   text (default), markdown, csv, json, composite, results\n"
	     "  -o, --output FILE     write to FILE\n"
	     "  -s, --system NAME     name of the system the files after it are from\n"
	     "      --from FORMAT     format of the files after it ('platter formats' lists them)\n"
	     "      --metric KEY,...  rows to show: throughput, rate, time, latency, cpu, count or\n"
	     "                        the tool's own name (slat), one of them with a statistic\n"
	     "                        (latency.p99.9, slat.all), or a statistic (max); for text\n"
	     "                        and markdown\n"
	     "      --all             show every metric\n"
	     "      --unit UNIT       of throughput: KiB/s, MiB/s, GiB/s or MB/s\n"
	     "      --parts           list numjobs siblings and client hosts too\n"
	     "      --baseline NAME   compare every system with this one\n"
	     "      --against FILE    show results of the same work from FILE beside one's own;\n"
	     "                        'published': those the suite comes with\n"
	     "      --title TEXT      above the table instead of suite and labels\n"
	     "      --color WHEN      auto (default), always, never; NO_COLOR is honoured\n"
	     "  -h, --help");
}

static const struct option long_options[] = {
	{ "format", required_argument, NULL, 'f' },   { "output", required_argument, NULL, 'o' },
	{ "system", required_argument, NULL, 's' },   { "from", required_argument, NULL, 'F' },
	{ "metric", required_argument, NULL, 'm' },   { "all", no_argument, NULL, 'a' },
	{ "unit", required_argument, NULL, 'u' },     { "parts", no_argument, NULL, 'p' },
	{ "baseline", required_argument, NULL, 'b' }, { "against", required_argument, NULL, 'A' },
	{ "title", required_argument, NULL, 't' },    { "color", required_argument, NULL, 'c' },
	{ "help", no_argument, NULL, 'h' },	      { 0 },
};

static int color_option(struct table_options *o, const char *when)
{
	static const char *const names[] = { "auto", "always", "never" };

	for (int i = 0; i < 3; i++) {
		if (!strcmp(when, names[i])) {
			o->color = (enum color)i;
			return EXIT_OK;
		}
	}
	return usage_error("--color '%s': give auto, always or never", when);
}

static void add_file(struct table_options *o, const char *path)
{
	xgrow(&o->files, &o->files_cap, o->nfiles + 1, sizeof(*o->files));
	o->files[o->nfiles++] = (struct file){ .path = path, .read = o->read };
}

static int take_option(struct table_options *o, int c, char **argv)
{
	switch (c) {
	case 'f':
		o->writer = writer_by_name(optarg);
		if (!o->writer)
			return usage_error("--format '%s': no such format ('platter formats' "
					   "lists them)",
					   optarg);
		return EXIT_OK;
	case 'o':
		o->output = optarg;
		return EXIT_OK;
	case 's':
		if (!*optarg)
			return usage_error("--system '': a system needs a name");
		o->read.system = optarg;
		return EXIT_OK;
	case 'F':
		o->read.from = reader_by_name(optarg);
		if (!o->read.from)
			return usage_error("--from '%s': no such format ('platter formats' lists "
					   "them)",
					   optarg);
		return EXIT_OK;
	case 'm':
		o->selection.keys = optarg;
		return EXIT_OK;
	case 'a':
		o->selection.all = true;
		return EXIT_OK;
	case 'u':
		o->unit = optarg;
		if (!unit_throughput(optarg))
			return usage_error("--unit '%s': give KiB/s, MiB/s, GiB/s or MB/s", optarg);
		return EXIT_OK;
	case 'p':
		o->read.parts = true;
		return EXIT_OK;
	case 'b':
		o->baseline = optarg;
		return EXIT_OK;
	case 'A':
		o->against = optarg;
		return EXIT_OK;
	case 't':
		o->title = optarg;
		return EXIT_OK;
	case 'c':
		return color_option(o, optarg);
	case 'h':
		o->help = true;
		return EXIT_OK;
	case 1: /* a file, where it stands among the options */
		add_file(o, optarg);
		return EXIT_OK;
	case ':':
		return usage_error("option '%s' needs a value", argv[optind - 1]);
	default:
		/* Of several letters in one argument getopt has not moved on yet. */
		if (optopt && strncmp(argv[optind - 1], "--", 2))
			return usage_error("unknown option '-%c'", optopt);
		return usage_error("unknown option '%s'", argv[optind - 1]);
	}
}

static int parse_options(struct table_options *o, int argc, char **argv)
{
	int c;

	optind = 0;
	opterr = 0;
	while ((c = getopt_long(argc, argv, "-:f:o:s:h", long_options, NULL)) != -1) {
		int ret = take_option(o, c, argv);

		if (ret || o->help)
			return ret;
	}
	for (; optind < argc; optind++)
		add_file(o, argv[optind]);
	if (!o->nfiles)
		return usage_error(
			"no file given (a directory, or '-' for standard input, will do)");
	/* --parts holds for all files wherever it stands. */
	for (size_t i = 0; i < o->nfiles; i++)
		o->files[i].read.parts = o->read.parts;
	return EXIT_OK;
}

static bool use_color(const struct table_options *o, FILE *out)
{
	const char *no_color = getenv("NO_COLOR");

	if (o->color != COLOR_AUTO)
		return o->color == COLOR_ALWAYS;
	return !(no_color && *no_color) && isatty(fileno(out));
}

/* Columns of the terminal; 0 where out is none. */
static int terminal_width(FILE *out)
{
	struct winsize size;

	if (!isatty(fileno(out)))
		return 0;
	if (!ioctl(fileno(out), TIOCGWINSZ, &size) && size.ws_col)
		return size.ws_col;
	return 80;
}

static bool has_system(const struct table *t, const char *name)
{
	struct observation o;

	for (size_t i = 0; i < table_len(t); i++)
		if (table_get(t, i, &o) && !strcmp(o.system, name))
			return true;
	return false;
}

/* Everything between reading and writing. Returns an exit status. */
static int prepare(struct table *t, const struct table_options *o, const char *suites_dir)
{
	size_t mark = table_len(t);
	int ret = EXIT_OK;
	char *unknown;

	if (o->against && against_read(t, o->against, suites_dir))
		ret = EXIT_INPUT;
	if (suites_dir && profile_attach(t, suites_dir))
		ret = EXIT_INPUT;
	if (o->against && !against_match(t, mark) && ret == EXIT_OK)
		table_warn(t, SEVERITY_WARNING, o->against, 0, "against-nothing",
			   "no result in it is of the same work");
	systems_shorten(t);
	table_number_runs(t);
	if (o->baseline && !has_system(t, o->baseline))
		return usage_error("--baseline '%s': no such system in these files", o->baseline);
	unknown = selection_unknown(&o->selection, t);
	if (unknown && table_len(t)) {
		ret = usage_error("--metric '%s': nothing in these files has it (--all shows what "
				  "there is)",
				  unknown);
	}
	free(unknown);
	return ret;
}

static int write_report(FILE *out, struct table *t, const struct table_options *o,
			const char *suites_dir)
{
	struct view_options vo = { &o->selection, o->unit, o->baseline };
	char *title = o->title ? xstrdup(o->title) : label_title(t);
	struct report r = {
		.table = t,
		.title = title,
		.suites_dir = suites_dir,
		.color = use_color(o, out),
		.width = terminal_width(out),
	};
	struct groups *groups = NULL;
	struct view *view = NULL;
	char err[256] = "";
	int ret;

	if (o->writer->view)
		r.view = view = view_make(t, &vo);
	else if (!o->writer->flat)
		r.groups = groups = groups_make(t, NULL, NULL);
	ret = o->writer->write(out, &r, err, sizeof(err));
	if (ret)
		error_line("cannot write %s: %s", o->writer->name, err);
	view_free(view);
	groups_free(groups);
	free(title);
	return ret ? EXIT_INPUT : EXIT_OK;
}

static int run(struct table_options *o)
{
	FILE *out = output_open(o->output);
	char *suites_dir;
	struct table *t;
	int ret = EXIT_OK, status;

	if (!out)
		return EXIT_INPUT;
	t = table_new();
	suites_dir = locate_suites();
	for (size_t i = 0; i < o->nfiles; i++)
		if (read_path(t, o->files[i].path, &o->files[i].read))
			ret = EXIT_INPUT;
	status = prepare(t, o, suites_dir);
	warnings_print(t);
	if (status == EXIT_USAGE) {
		ret = status;
	} else {
		if (status)
			ret = status;
		status = write_report(out, t, o, suites_dir);
		if (status)
			ret = status;
	}
	if (output_close(out, o->output))
		ret = EXIT_INPUT;
	table_free(t);
	free(suites_dir);
	return ret;
}

int cmd_table(int argc, char **argv)
{
	struct table_options o = { .writer = writers[0] };
	int ret = parse_options(&o, argc, argv);

	if (!ret && o.help)
		help();
	else if (!ret)
		ret = run(&o);
	free(o.files);
	return ret;
}

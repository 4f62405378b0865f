/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * `platter plan SUITE`: prints the run configurations of a suite, a line each, so that the runner
 * holds no XML code. Tab separated (a header beginning with '#', '-' for what is empty) or JSON.
 * What a suite stands for: plan-suite.c.
 */
#include "plan-suite.h"

#include "arena.h"
#include "cmd.h"
#include "locate.h"

#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <yajl/yajl_gen.h>

static const char usage_text[] =
	"usage: platter plan [-f tsv|json] SUITE\n"
	"\n"
	"Prints the runs that SUITE, a name under suites/ or a path, asks for.\n"
	"\n"
	"  -f, --format tsv|json  tab separated columns (default) or JSON\n"
	"  -h, --help             print this\n"
	"\n"
	"Columns: profile jobfile arguments description runs ignore_runs est_seconds\n"
	"needs_mb requires_root app_version title\n";

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

static const char *const columns[] = {
	"profile",     "jobfile",  "arguments",	    "description", "runs",  "ignore_runs",
	"est_seconds", "needs_mb", "requires_root", "app_version", "title",
};

/* What both formats print of one case. */
struct plan_row {
	const struct plan_case *c;
	char *jobfile;
	unsigned int runs;
};

static void put_text(const char *text, char end)
{
	for (const char *at = text[0] ? text : "-"; *at; at++)
		putchar(*at == '\t' || *at == '\n' || *at == '\r' ? ' ' : *at);
	putchar(end);
}

static void print_tsv(const struct plan_row *rows, size_t n)
{
	for (size_t i = 0; i < LENGTH(columns); i++)
		printf("%s%s", i ? "\t" : "#", columns[i]);
	putchar('\n');
	for (size_t i = 0; i < n; i++) {
		const struct profile *p = rows[i].c->profile;

		put_text(p->name, '\t');
		put_text(rows[i].jobfile, '\t');
		put_text(rows[i].c->arguments, '\t');
		put_text(rows[i].c->description, '\t');
		printf("%u\t", rows[i].runs);
		put_text(p->ignore_runs, '\t');
		printf("%u\t%.0f\t%s\t", p->est_seconds, ceil(p->needs_mb),
		       p->requires_root ? "TRUE" : "FALSE");
		put_text(p->app_version, '\t');
		put_text(p->title, '\n');
	}
}

static void gen_key(yajl_gen g, const char *key)
{
	yajl_gen_string(g, (const unsigned char *)key, strlen(key));
}

static void gen_text(yajl_gen g, const char *key, const char *text)
{
	gen_key(g, key);
	yajl_gen_string(g, (const unsigned char *)text, strlen(text));
}

static void gen_integer(yajl_gen g, const char *key, long long value)
{
	gen_key(g, key);
	yajl_gen_integer(g, value);
}

static void gen_case(yajl_gen g, const struct plan_row *row)
{
	const struct profile *p = row->c->profile;

	yajl_gen_map_open(g);
	gen_text(g, "profile", p->name);
	gen_text(g, "jobfile", row->jobfile);
	gen_text(g, "arguments", row->c->arguments);
	gen_text(g, "description", row->c->description);
	gen_integer(g, "runs", row->runs);
	gen_text(g, "ignore_runs", p->ignore_runs);
	gen_integer(g, "est_seconds", p->est_seconds);
	gen_integer(g, "needs_mb", (long long)ceil(p->needs_mb));
	gen_key(g, "requires_root");
	yajl_gen_bool(g, p->requires_root);
	gen_text(g, "app_version", p->app_version);
	gen_text(g, "title", p->title);
	yajl_gen_map_close(g);
}

static void print_json(const struct plan *plan, const struct plan_row *rows)
{
	yajl_gen g = yajl_gen_alloc(NULL);
	const unsigned char *text;
	size_t len;

	yajl_gen_config(g, yajl_gen_beautify, 1);
	yajl_gen_config(g, yajl_gen_indent_string, "  ");
	yajl_gen_map_open(g);
	gen_text(g, "format", "platter-plan");
	gen_integer(g, "version", 1);
	gen_text(g, "suite", plan->suite);
	gen_text(g, "title", plan->title);
	gen_key(g, "cases");
	yajl_gen_array_open(g);
	for (size_t i = 0; i < plan->n; i++)
		gen_case(g, &rows[i]);
	yajl_gen_array_close(g);
	yajl_gen_map_close(g);
	if (yajl_gen_get_buf(g, &text, &len) == yajl_gen_status_ok)
		fwrite(text, 1, len, stdout);
	yajl_gen_free(g);
}

static int print_plan(const struct plan *plan, bool json)
{
	struct plan_row *rows = xcalloc(plan->n, sizeof(*rows));
	int status = EXIT_OK;

	for (size_t i = 0; i < plan->n; i++) {
		const struct profile *p = plan->cases[i].profile;

		rows[i].c = &plan->cases[i];
		rows[i].jobfile = xasprintf("%s/%s.fio", p->dir, p->name);
		rows[i].runs = plan->runs ? plan->runs : p->times_to_run;
		if (status == EXIT_OK && access(rows[i].jobfile, R_OK) != 0) {
			error_line("profile '%s' has no readable job file '%s'", p->name,
				   rows[i].jobfile);
			status = EXIT_INPUT;
		}
	}
	if (status == EXIT_OK && json)
		print_json(plan, rows);
	else if (status == EXIT_OK)
		print_tsv(rows, plan->n);
	for (size_t i = 0; i < plan->n; i++)
		free(rows[i].jobfile);
	free(rows);
	if (status == EXIT_OK && (fflush(stdout) != 0 || ferror(stdout))) {
		error_line("cannot write to standard output: %m");
		status = EXIT_INPUT;
	}
	return status;
}

int cmd_plan(int argc, char **argv)
{
	static const struct option options[] = {
		{ "format", required_argument, NULL, 'f' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	bool json = false;
	struct plan *plan;
	char *suites, *err = NULL;
	int c, status;

	opterr = 0;
	optind = 0;
	while ((c = getopt_long(argc, argv, ":f:h", options, NULL)) != -1) {
		switch (c) {
		case 'f':
			json = !strcmp(optarg, "json");
			if (!json && strcmp(optarg, "tsv") != 0)
				return usage_error("unknown format '%s' of plan; use tsv or json",
						   optarg);
			break;
		case 'h':
			fputs(usage_text, stdout);
			return EXIT_OK;
		case ':':
			return usage_error("option '%s' needs a value", argv[optind - 1]);
		default:
			if (optopt)
				return usage_error("unknown option '-%c' of plan", optopt);
			return usage_error("unknown option '%s' of plan", argv[optind - 1]);
		}
	}
	if (argc - optind != 1)
		return usage_error("plan takes one suite, got %d", argc - optind);
	suites = locate_suites();
	if (!suites) {
		error_line("cannot find the suites directory; set PLATTER_SUITES to it");
		return EXIT_INPUT;
	}
	plan = plan_read(suites, argv[optind], &err);
	if (plan) {
		status = print_plan(plan, json);
	} else {
		error_line("%s", err);
		status = EXIT_INPUT;
	}
	plan_free(plan);
	free(suites);
	free(err);
	return status;
}

/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What a job says at its end, see job-report.h. fio's own statistics are not repeated but for
 * the rate: fio counts failed operations too, and whole milliseconds.
 */
#include <errno.h>
#include <stdlib.h>

#include "clock.h"
#include "job-report.h"
#include "report.h"

#ifndef PLATTER_FIO_VERSION
#error "PLATTER_FIO_VERSION must name the fio whose headers are used, such as \"fio-3.33\""
#endif

static const char *const part_names[SF_PARTS] = {
	[SF_PART_OPEN] = "open",   [SF_PART_WRITE] = "write", [SF_PART_READ] = "read",
	[SF_PART_FSYNC] = "fsync", [SF_PART_CLOSE] = "close",
};

static const struct {
	const char *name;
	unsigned int permille;
} percentiles[] = { { "p50", 500 }, { "p99", 990 }, { "p99.9", 999 } };

static double rate(const struct sf_job *j)
{
	return j->end_ns > j->start_ns ?
		       (double)j->files * 1e9 / (double)(j->end_ns - j->start_ns) :
		       0;
}

static double cpu_us(const struct sf_job *j)
{
	return j->files ? (double)(j->cpu_end_ns - j->cpu_start_ns) / 1e3 / (double)j->files : 0;
}

/* Microseconds with three digits that count. */
static void put_us(FILE *out, uint64_t ns)
{
	platter_json_number(out, (double)ns / 1e3, ns < 9995 ? 2 : ns < 99950 ? 1 : 0);
}

static void put_text(FILE *out, const struct sf_job *j)
{
	const struct sf_conf *c = j->conf;
	const struct sf_failures *f = &j->failures;

	fprintf(out, "smallfile: %s: %llu files, ", c->op->name, (unsigned long long)j->files);
	platter_json_number(out, rate(j), 0);
	fputs(" files/s, ", out);
	platter_json_number(out, cpu_us(j), 2);
	fputs(" us cpu/op", out);
	for (unsigned int p = 0; p < SF_PARTS; p++) {
		const struct sf_hist *h = j->parts[p];

		if (!h || !h->n)
			continue;
		fprintf(out, ", %s p50/p99/p99.9/max ", part_names[p]);
		for (size_t i = 0; i < sizeof(percentiles) / sizeof(percentiles[0]); i++) {
			put_us(out, sf_hist_percentile(h, percentiles[i].permille));
			fputc('/', out);
		}
		put_us(out, h->max);
		fputs(" us", out);
	}
	if (f->total) {
		fprintf(out, ", %llu error%s", (unsigned long long)f->total,
			f->total == 1 ? "" : "s");
		for (unsigned int i = 0; i < f->kinds; i++)
			fprintf(out, " %s x %llu", sf_errno_name(f->kind[i].err),
				(unsigned long long)f->kind[i].count);
	}
	fprintf(out, " (job '%s'", j->td->o.name);
	if (c->subjob)
		fprintf(out, " clone %u", c->subjob);
	fputs(")\n", out);
}

static void put_errors(FILE *out, const struct sf_failures *f)
{
	fprintf(out, ",\"error_count\":%llu,\"errors\":[", (unsigned long long)f->total);
	for (unsigned int i = 0; i < f->kinds; i++) {
		const struct sf_failure *kind = &f->kind[i];

		fprintf(out, "%s{\"errno\":%d,\"name\":", i ? "," : "", kind->err);
		platter_json_string(out, sf_errno_name(kind->err));
		fprintf(out, ",\"count\":%llu,\"path\":", (unsigned long long)kind->count);
		platter_json_string(out, kind->path);
		fputs(",\"func\":", out);
		platter_json_string(out, kind->call);
		fputc('}', out);
	}
	fputc(']', out);
}

static void put_latency(FILE *out, const struct sf_job *j)
{
	const char *comma = "";

	fputs(",\"latency_ns\":{", out);
	for (unsigned int p = 0; p < SF_PARTS; p++) {
		const struct sf_hist *h = j->parts[p];

		if (!h || !h->n)
			continue;
		fprintf(out, "%s\"%s\":{\"n\":%llu,\"mean\":", comma, part_names[p],
			(unsigned long long)h->n);
		platter_json_number(out, (double)h->sum / (double)h->n, 1);
		for (size_t i = 0; i < sizeof(percentiles) / sizeof(percentiles[0]); i++)
			fprintf(out, ",\"%s\":%llu", percentiles[i].name,
				(unsigned long long)sf_hist_percentile(h, percentiles[i].permille));
		fprintf(out, ",\"max\":%llu}", (unsigned long long)h->max);
		comma = ",";
	}
	fputc('}', out);
}

static void put_json(FILE *out, const struct sf_job *j)
{
	const struct thread_data *td = j->td;

	fprintf(out, "{\"platter-engine\":\"smallfile\",\"version\":1,\"fio\":\"%s\",\"job\":",
		PLATTER_FIO_VERSION);
	platter_json_string(out, td->o.name);
	fprintf(out, ",\"group\":%u,\"jobnum\":%u,\"op\":\"%s\",\"files\":%llu,\"dirs\":%llu",
		td->groupid, td->subjob_number, j->conf->op->name, (unsigned long long)j->files,
		(unsigned long long)j->dirs);
	fprintf(out,
		",\"start_ns\":%llu,\"end_ns\":%llu,\"rate\":", (unsigned long long)j->start_ns,
		(unsigned long long)j->end_ns);
	platter_json_number(out, rate(j), 1);
	fputs(",\"cpu_us_per_op\":", out);
	platter_json_number(out, cpu_us(j), 3);
	fprintf(out, ",\"bytes\":%llu,\"error\":%d", (unsigned long long)j->bytes, td->error);
	put_errors(out, &j->failures);
	put_latency(out, j);
	fputs("}\n", out);
}

/* One line in memory, allocated; NULL and a message if there is no memory. */
static char *compose(const struct sf_job *j, void (*put)(FILE *, const struct sf_job *),
		     size_t *len)
{
	char *line = NULL;
	FILE *out = open_memstream(&line, len);

	if (out) {
		put(out, j);
		if (!fclose(out))
			return line;
	}
	free(line);
	sf_say("%s: no memory for the report", j->conf->op->name);
	return NULL;
}

void sf_report(struct sf_job *j)
{
	size_t len;
	char *line = compose(j, put_text, &len);
	int err;

	if (line)
		sf_say_line(line, len);
	free(line);
	if (!j->conf->report_file)
		return;
	line = compose(j, put_json, &len);
	err = line ? -platter_report_append(j->conf->report_file, line, len) : 0;
	if (err)
		sf_fail(j, "write of report_file", err, j->conf->report_file, NULL);
	free(line);
}

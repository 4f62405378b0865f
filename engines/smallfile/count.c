/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * count_file, see count.h. Memory grows with lines and passes, not with files.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "count.h"
#include "report.h"
#include "shared.h"

/* of a job's files in the end: of passes and jobs, never of files */
#define SEGMENTS_MAX (1u << 20)

struct line {
	uint64_t first, span, made, stride;
};

int sf_count_begin(struct sf_job *j)
{
	const char *path = j->conf->count_file;
	bool fresh = sf_tally_first(j->conf->tally);
	int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | (fresh ? O_TRUNC : 0), 0666);

	if (fd < 0)
		return sf_fail(j, "open of count_file", errno, path, NULL);
	close(fd);
	return 0;
}

int sf_count_write(struct sf_job *j)
{
	const struct sf_conf *c = j->conf;
	char text[PATH_MAX + 128];
	int len = snprintf(text, sizeof(text), "%llu %llu %llu %llu %s\n",
			   (unsigned long long)c->first, (unsigned long long)c->count,
			   (unsigned long long)j->made, (unsigned long long)j->stride, c->path);
	int err = -platter_report_append(c->count_file, text, (size_t)len);

	return err ? sf_fail(j, "write of count_file", err, c->count_file, NULL) : 0;
}

static int add_segment(struct sf_job *j, uint64_t number, uint64_t count)
{
	struct sf_segment *more;

	if (j->segment_count == SEGMENTS_MAX)
		return sf_fail(j, "count_file", EFBIG, j->conf->count_file,
			       "too many passes: give the create job a larger size=");
	more = realloc(j->segments, (j->segment_count + 1) * sizeof(*more));
	if (!more)
		return sf_fail(j, "realloc", ENOMEM, j->conf->count_file, NULL);
	j->segments = more;
	more[j->segment_count++] = (struct sf_segment){ .number = number, .count = count };
	return 0;
}

/* The part of a line's files whose number in the first pass is this job's. */
static int add_line(struct sf_job *j, const struct line *l)
{
	const struct sf_conf *c = j->conf;
	uint64_t low = l->first > c->first ? l->first : c->first;
	uint64_t high = l->first + l->span;
	uint64_t pass = 0;
	int err = 0;

	if (high > c->first + c->span)
		high = c->first + c->span;
	for (uint64_t done = 0; low < high && done < l->made && !err; done += l->span, pass++) {
		uint64_t end = l->first + (l->made - done < l->span ? l->made - done : l->span);

		if (end > high)
			end = high;
		if (low < end)
			err = add_segment(j, low + pass * l->stride, end - low);
	}
	return err;
}

/* Reads the lines of this root; a later one with the same first number replaces. */
static int read_lines(struct sf_job *j, FILE *in, struct line **lines, size_t *count)
{
	const struct sf_conf *c = j->conf;
	char text[PATH_MAX + 128];
	char why[64];

	for (unsigned int number = 1; fgets(text, sizeof(text), in); number++) {
		unsigned long long first, span, made, stride;
		struct line *more;
		int root = 0;
		size_t i;

		text[strcspn(text, "\n")] = '\0';
		if (sscanf(text, "%llu %llu %llu %llu %n", &first, &span, &made, &stride, &root) <
			    4 ||
		    !root || !text[root] || !span || stride < first + span ||
		    first + span < first) {
			snprintf(why, sizeof(why), "line %u is no line of a count_file", number);
			return sf_fail(j, "count_file", EINVAL, c->count_file, why);
		}
		if (strcmp(text + root, c->path))
			continue;
		for (i = 0; i < *count && (*lines)[i].first != first; i++)
			;
		if (i == *count) {
			more = realloc(*lines, (*count + 1) * sizeof(*more));
			if (!more)
				return sf_fail(j, "realloc", ENOMEM, c->count_file, NULL);
			*lines = more;
			++*count;
		}
		(*lines)[i] = (struct line){ first, span, made, stride };
	}
	return ferror(in) ? sf_fail(j, "read of count_file", EIO, c->count_file, NULL) : 0;
}

static int by_number(const void *a, const void *b)
{
	const struct sf_segment *x = a, *y = b;

	return x->number < y->number ? -1 : x->number > y->number;
}

/* Offsets go up with the numbers, in whatever order the jobs ended. */
static void number_slots(struct sf_job *j)
{
	if (j->segment_count)
		qsort(j->segments, j->segment_count, sizeof(*j->segments), by_number);
	for (size_t i = 0; i < j->segment_count; i++) {
		j->segments[i].slot = j->total;
		j->total += j->segments[i].count;
	}
}

int sf_count_read(struct sf_job *j)
{
	const struct sf_conf *c = j->conf;
	struct line *lines = NULL;
	size_t count = 0;
	char why[PATH_MAX + 128];
	FILE *in = fopen(c->count_file, "re");
	int err;

	if (!in)
		return sf_fail(j, "open of count_file", errno, c->count_file, NULL);
	err = read_lines(j, in, &lines, &count);
	fclose(in);
	for (size_t i = 0; i < count && !err; i++) {
		j->stride = lines[i].stride > j->stride ? lines[i].stride : j->stride;
		err = add_line(j, &lines[i]);
	}
	free(lines);
	if (err)
		return err;
	number_slots(j);
	if (!j->total) {
		snprintf(why, sizeof(why), "%s of this job's files in '%s'",
			 count ? "no create job made any" : "there is no line", c->path);
		return sf_fail(j, "count_file", ENOENT, c->count_file, why);
	}
	if (c->verify && j->total > c->count) {
		return sf_fail(j, "count_file", EINVAL, c->count_file,
			       "verify= can only check files of the first pass: run the create job "
			       "without time_based= or loops=");
	}
	return 0;
}

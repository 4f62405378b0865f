/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A byte stream with look-ahead over zlib's gzread (which passes plain files
 * through) or over memory.
 */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>

#include "arena.h"
#include "input.h"

#define BUFFER (4 * INPUT_WINDOW)

struct input {
	gzFile gz; /* NULL: memory */
	const char *mem;
	size_t mem_left;
	size_t pos;
	size_t end;
	size_t offset;
	unsigned line;
	bool bol;
	bool eof;
	const char *error;
	char error_text[128];
	size_t size; /* of buf */
	char buf[];
};

static struct input *input_new(size_t size)
{
	struct input *in = xmalloc(sizeof(*in) + size);

	memset(in, 0, sizeof(*in));
	in->size = size;
	in->line = 1;
	in->bol = true;
	return in;
}

struct input *input_open(const char *path)
{
	struct stat st;
	struct input *in;
	int fd;

	fd = strcmp(path, "-") ? open(path, O_RDONLY | O_CLOEXEC) : dup(STDIN_FILENO);
	if (fd < 0)
		return NULL;
	if (!fstat(fd, &st) && S_ISDIR(st.st_mode)) {
		close(fd);
		errno = EISDIR;
		return NULL;
	}
	in = input_new(BUFFER);
	in->gz = gzdopen(fd, "rb");
	if (!in->gz) {
		close(fd);
		free(in);
		errno = ENOMEM;
		return NULL;
	}
	gzbuffer(in->gz, INPUT_WINDOW);
	return in;
}

struct input *input_memory(const void *data, size_t len)
{
	struct input *in = input_new(len < BUFFER ? len : BUFFER);

	in->mem = data;
	in->mem_left = len;
	return in;
}

void input_close(struct input *in)
{
	if (!in)
		return;
	if (in->gz)
		gzclose_r(in->gz);
	free(in);
}

static void read_failed(struct input *in)
{
	int code, saved = errno;
	const char *text;

	gzerror(in->gz, &code);
	if (code == Z_OK || code == Z_STREAM_END)
		return;
	if (code == Z_ERRNO)
		text = strerror(saved);
	else if (code == Z_BUF_ERROR)
		text = "gzip data ends too soon";
	else
		text = "gzip data is damaged";
	strncpy(in->error_text, text, sizeof(in->error_text) - 1);
	in->error = in->error_text;
}

static void fill(struct input *in)
{
	if (in->pos) {
		memmove(in->buf, in->buf + in->pos, in->end - in->pos);
		in->end -= in->pos;
		in->pos = 0;
	}
	while (!in->eof && (in->end < in->size || !in->size)) {
		size_t want = in->size - in->end;

		if (in->gz) {
			int got = gzread(in->gz, in->buf + in->end, (unsigned)want);

			if (got <= 0) {
				read_failed(in);
				in->eof = true;
				return;
			}
			in->end += (size_t)got;
		} else {
			if (want > in->mem_left)
				want = in->mem_left;
			if (want)
				memcpy(in->buf + in->end, in->mem, want);
			in->mem += want;
			in->mem_left -= want;
			in->end += want;
			in->eof = !in->mem_left;
		}
	}
}

char *input_peek(struct input *in, size_t *len)
{
	if (in->end - in->pos < INPUT_WINDOW && !in->eof)
		fill(in);
	*len = in->end - in->pos;
	return *len ? in->buf + in->pos : NULL;
}

/* Eight bytes at a time: the top bit of a byte of x is left where a line feed stood. */
size_t input_count_lines(const char *data, size_t len)
{
	const uint64_t ones = 0x0101010101010101ULL, low = ones * 0x7f;
	size_t n = 0, i = 0;

	for (; i + 8 <= len; i += 8) {
		uint64_t x;

		memcpy(&x, data + i, sizeof(x));
		x ^= ones * '\n';
		x = ~(((x & low) + low) | x | low);
		n += (x >> 7) * ones >> 56;
	}
	for (; i < len; i++)
		n += data[i] == '\n';
	return n;
}

void input_consume(struct input *in, size_t n)
{
	if (!n)
		return;
	in->line += (unsigned)input_count_lines(in->buf + in->pos, n);
	in->pos += n;
	in->offset += n;
	in->bol = in->buf[in->pos - 1] == '\n' || in->buf[in->pos - 1] == '\r';
}

char *input_line(struct input *in, size_t *len, bool *whole)
{
	size_t avail, used;
	char *s = input_peek(in, &avail);
	char *lf, *cr;

	*len = 0;
	if (!s)
		return NULL;
	lf = memchr(s, '\n', avail);
	cr = memchr(s, '\r', lf ? (size_t)(lf - s) : avail);
	if (cr) {
		*len = (size_t)(cr - s);
		used = *len + 1 + (cr + 1 == lf);
	} else if (lf) {
		*len = (size_t)(lf - s);
		used = *len + 1;
	} else {
		*len = used = avail;
	}
	if (whole)
		*whole = lf || cr || in->eof;
	input_consume(in, used);
	return s;
}

char *input_rest(struct input *in, size_t max, size_t *len)
{
	char *text = NULL, *data;
	size_t cap = 0, n = 0, avail;

	while ((data = input_peek(in, &avail))) {
		if (avail > max - n) {
			free(text);
			return NULL;
		}
		xgrow(&text, &cap, n + avail + 1, 1);
		memcpy(text + n, data, avail);
		n += avail;
		input_consume(in, avail);
	}
	xgrow(&text, &cap, n + 1, 1);
	text[n] = '\0';
	*len = n;
	return text;
}

unsigned input_lineno(const struct input *in)
{
	return in->line;
}

size_t input_offset(const struct input *in)
{
	return in->offset;
}

bool input_bol(const struct input *in)
{
	return in->bol;
}

const char *input_error(const struct input *in)
{
	return in->error;
}

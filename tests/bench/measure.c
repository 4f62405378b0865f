/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * measure: runs a command and writes one JSON line about it to a file: the
 * monotonic time just before exec (an engine's report line has start_ns on the
 * same clock, so that start = start_ns - exec_ns), elapsed and CPU time, and
 * the peak resident size of the largest process of its tree (wait4(2):
 * children count once their parent waited for them, as fio does).
 *
 * It measures from outside only, and exits with the command's own status.
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static uint64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

static uint64_t to_us(struct timeval tv)
{
	return (uint64_t)tv.tv_sec * 1000000u + (uint64_t)tv.tv_usec;
}

int main(int argc, char **argv)
{
	struct rusage usage;
	uint64_t start, end;
	int status;
	FILE *out;
	pid_t pid;

	if (argc < 3) {
		fputs("usage: measure FILE COMMAND [ARGUMENT]...\n", stderr);
		return 2;
	}
	start = now_ns();
	pid = fork();
	if (pid < 0) {
		fprintf(stderr, "measure: cannot fork: %s\n", strerror(errno));
		return 126;
	}
	if (!pid) {
		execvp(argv[2], argv + 2);
		fprintf(stderr, "measure: cannot run '%s': %s\n", argv[2], strerror(errno));
		_exit(127);
	}
	while (wait4(pid, &status, 0, &usage) < 0)
		if (errno != EINTR) {
			fprintf(stderr, "measure: cannot wait: %s\n", strerror(errno));
			return 126;
		}
	end = now_ns();
	out = fopen(argv[1], "w");
	if (!out ||
	    fprintf(out,
		    "{\"measure\":1,\"exec_ns\":%llu,\"wall_ns\":%llu,\"cpu_us\":%llu,"
		    "\"max_rss_kib\":%ld}\n",
		    (unsigned long long)start, (unsigned long long)(end - start),
		    (unsigned long long)(to_us(usage.ru_utime) + to_us(usage.ru_stime)),
		    usage.ru_maxrss) < 0 ||
	    fclose(out)) {
		fprintf(stderr, "measure: cannot write '%s': %s\n", argv[1], strerror(errno));
		return 126;
	}
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

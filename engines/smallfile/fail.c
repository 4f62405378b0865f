/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Failures of a job, see fail.h.
 */
#include <errno.h>
#include <stdlib.h>

#include "layout.h"
#include "smallfile.h"

const char *sf_errno_name(int err)
{
	static __thread char other[24];
	const char *name = strerrorname_np(err);

	if (name)
		return name;
	snprintf(other, sizeof(other), "errno %d", err);
	return other;
}

int sf_fail(struct sf_job *j, const char *call, int err, const char *path, const char *text)
{
	struct sf_failures *f = &j->failures;
	struct sf_failure *kind;

	f->total++;
	for (unsigned int i = 0; i < f->kinds; i++) {
		if (f->kind[i].err == err) {
			f->kind[i].count++;
			return err;
		}
	}
	if (f->kinds == SF_FAILURE_KINDS)
		return err;
	kind = &f->kind[f->kinds++];
	kind->err = err;
	kind->count = 1;
	kind->call = call;
	kind->path = strdup(path);
	sf_say("%s: %s '%s': %s (job '%s')", j->conf->op->name, call, path,
	       text ? text : strerror(err), j->td->o.name);
	return err;
}

int sf_fail_file(struct sf_job *j, const char *call, int err, uint64_t number)
{
	char path[PATH_MAX];

	sf_file_path(j->conf, &j->conf->format, number, path);
	return sf_fail(j, call, err, path, NULL);
}

void sf_failures_free(struct sf_failures *f)
{
	for (unsigned int i = 0; i < f->kinds; i++)
		free(f->kind[i].path);
	f->kinds = 0;
}

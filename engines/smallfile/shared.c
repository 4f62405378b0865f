/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The jobs of one run, see shared.h. Pages of the member table are touched as jobs join, so
 * that a small run costs one or two pages a root.
 */
#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "shared.h"
#include "tidy.h"

struct sf_tally {
	pthread_mutex_t lock;
	struct sf_tally *next;
	const char *path;
	bool begun;
};

/* Written in setup only, in the process that all jobs come from. */
static struct sf_root *shared_roots;
static struct sf_tally *shared_tallies;
static pid_t shared_parent;

static void lock_init(pthread_mutex_t *lock)
{
	pthread_mutexattr_t attr;

	pthread_mutexattr_init(&attr);
	pthread_mutexattr_setpshared(&attr, PTHREAD_PROCESS_SHARED);
	/* a job that is killed must not block the others */
	pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
	pthread_mutex_init(lock, &attr);
	pthread_mutexattr_destroy(&attr);
}

static void lock_take(pthread_mutex_t *lock)
{
	if (pthread_mutex_lock(lock) == EOWNERDEAD)
		pthread_mutex_consistent(lock);
}

static void *shared_alloc(size_t bytes)
{
	void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
		       MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (p != MAP_FAILED)
		return p;
	sf_say("cannot map %zu bytes of shared memory: %s", bytes, strerror(errno));
	return NULL;
}

static struct sf_root *root_find(const char *path)
{
	struct sf_root *root;

	for (root = shared_roots; root; root = root->next) {
		if (!strcmp(root->member[0].conf->path, path))
			return root;
	}
	return NULL;
}

static struct sf_tally *tally_find(const char *path)
{
	struct sf_tally *tally;

	for (tally = shared_tallies; tally; tally = tally->next) {
		if (!strcmp(tally->path, path))
			return tally;
	}
	return NULL;
}

static bool tally_join(struct sf_conf *c)
{
	c->tally = tally_find(c->count_file);
	if (c->tally)
		return true;
	c->tally = shared_alloc(sizeof(*c->tally));
	if (!c->tally)
		return false;
	lock_init(&c->tally->lock);
	c->tally->path = c->count_file;
	c->tally->next = shared_tallies;
	shared_tallies = c->tally;
	return true;
}

bool sf_shared_join(struct sf_conf *c)
{
	struct sf_root *root = root_find(c->path);

	shared_parent = getpid();
	if (c->count_file && !tally_join(c))
		return false;
	if (!root) {
		root = shared_alloc(sizeof(*root));
		if (!root)
			return false;
		lock_init(&root->lock);
		root->next = shared_roots;
		shared_roots = root;
	}
	c->root = root;
	c->member = root->count++;
	root->member[c->member].conf = c;
	return true;
}

void sf_root_lock(struct sf_root *root)
{
	lock_take(&root->lock);
}

void sf_root_unlock(struct sf_root *root)
{
	pthread_mutex_unlock(&root->lock);
}

void sf_shared_ran(const struct sf_conf *c)
{
	c->root->member[c->member].ran = true;
}

uint64_t sf_root_stride(const struct sf_root *root)
{
	uint64_t stride = 0;

	for (unsigned int i = 0; i < root->count; i++) {
		const struct sf_conf *c = root->member[i].conf;

		if (c->first + c->span > stride)
			stride = c->first + c->span;
	}
	return stride;
}

bool sf_tally_first(struct sf_tally *tally)
{
	bool first;

	lock_take(&tally->lock);
	first = !tally->begun;
	tally->begun = true;
	pthread_mutex_unlock(&tally->lock);
	return first;
}

/* True if the job will not do anything any more, though its cleanup was not called. */
static bool member_gone(const struct sf_member *m)
{
	const struct thread_data *td = m->conf->td;

	if (m->out || td->runstate >= TD_EXITED)
		return true;
	/* fio passes over a job that is to terminate before it was created */
	return td->terminate && td->runstate == TD_NOT_CREATED;
}

/* Under the root's lock. */
static int root_tidy(struct sf_root *root)
{
	if (root->tidied)
		return 0;
	/* killed, or stopped before it began; at exit fio's thread_data is gone already */
	for (unsigned int i = 0; i < root->count; i++) {
		struct sf_member *m = &root->member[i];

		if (!m->out && (m->ran || !exitall_on_terminate))
			m->failed = true;
	}
	root->tidied = true;
	return sf_tidy(root);
}

int sf_shared_leave(const struct sf_conf *c, bool failed)
{
	struct sf_root *root = c->root;
	unsigned int left = 0;
	int err = 0;

	sf_root_lock(root);
	root->member[c->member].failed = failed;
	root->member[c->member].out = true;
	for (unsigned int i = 0; i < root->count; i++)
		left += !member_gone(&root->member[i]);
	if (!left)
		err = root_tidy(root);
	sf_root_unlock(root);
	return err;
}

void sf_conf_free(struct sf_conf *c)
{
	free(c->count_file);
	free(c->report_file);
	free(c);
}

/*
 * At exit of the parent, or when fio unloads the engine after its last thread: what no job
 * could do. Forked jobs leave by _exit(2) and never come here.
 */
static void __attribute__((destructor)) shared_exit(void)
{
	if (!shared_roots || getpid() != shared_parent)
		return;
	while (shared_roots) {
		struct sf_root *root = shared_roots;

		shared_roots = root->next;
		sf_root_lock(root);
		root_tidy(root);
		sf_root_unlock(root);
		for (unsigned int i = 0; i < root->count; i++)
			sf_conf_free((struct sf_conf *)root->member[i].conf);
		munmap(root, sizeof(*root));
	}
	while (shared_tallies) {
		struct sf_tally *tally = shared_tallies;

		shared_tallies = tally->next;
		munmap(tally, sizeof(*tally));
	}
}

/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The ABI guard of abi.h. The exported array fio_options[] holds, for each option, its offset
 * (off1) in struct thread_options as that fio was compiled; offsetof() gives ours. Compared are
 * four options spread over the struct, without which nothing is believed, and all others that
 * mk/abi-probes finds in the source of fio. Does not see what lies outside thread_options.
 */
#include <dlfcn.h>
#include <link.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "fio.h"
#include "options.h"
#include "abi.h"

#ifndef PLATTER_FIO_VERSION
#error "PLATTER_FIO_VERSION must name the fio whose headers are used, such as \"fio-3.33\""
#endif

/* tests/abi-guard.bats builds engines with a shifted offset to see them refused */
#ifndef PLATTER_ABI_SHIFT
#define PLATTER_ABI_SHIFT 0
#endif

/* a literal, which the linker makes one with those of the engine: one such string in the .so */
static const char *const abi_built_for = PLATTER_FIO_VERSION;

struct abi_probe {
	const char *name;
	size_t off1;
};

/* one of these that the running fio lacks is a mismatch */
static const struct abi_probe abi_required[] = {
	{ "ioengine", offsetof(struct thread_options, ioengine) },
	{ "thinktime", offsetof(struct thread_options, thinktime) },
	{ "cgroup", offsetof(struct thread_options, cgroup) },
	{ "log_prio", offsetof(struct thread_options, log_prio) + PLATTER_ABI_SHIFT },
};

/* of these a fio configured otherwise may lack some; the last entry ends the list */
static const struct abi_probe abi_others[] = {
#if __has_include("abi-probes.h")
#include "abi-probes.h"
#endif
	{ NULL, 0 },
};

/* The whole refusal in one write, so that lines of several jobs never mix. */
static bool abi_refuse(const char *engine, const char *what)
{
	char line[512];

	snprintf(line, sizeof(line), "%s: built for %s, %s; rebuild: make FIO_SRC=DIR\n", engine,
		 abi_built_for, what);
	fputs(line, stderr);
	fflush(stderr);
	return false;
}

/*
 * fio_options[] of this process if its size is the one our headers say, else NULL. The size
 * comes from the symbol table: an array of another element size must not even be walked.
 */
static const struct fio_option *abi_options(void)
{
	const struct fio_option *options = dlsym(RTLD_DEFAULT, "fio_options");
	const ElfW(Sym) *sym = NULL;
	Dl_info info;

	if (!options || !dladdr1(options, &info, (void **)&sym, RTLD_DL_SYMENT) || !sym)
		return NULL;
	if (sym->st_size != FIO_MAX_OPTS * sizeof(struct fio_option))
		return NULL;
	return options;
}

/* Finds an option by name, first match: the tiobench profile adds a second one called size. */
static const struct fio_option *abi_find(const struct fio_option *options, const char *name)
{
	for (int i = 0; i < FIO_MAX_OPTS && options[i].name; i++) {
		if (!strcmp(options[i].name, name))
			return &options[i];
	}
	return NULL;
}

/* False, with the line said, if an option is not where our headers have it. */
static bool abi_check(const char *engine, const char *version, const struct fio_option *options,
		      const struct abi_probe *probe, bool required)
{
	const struct fio_option *o = abi_find(options, probe->name);
	char what[256];

	if (o ? o->off1 == probe->off1 : !required)
		return true;
	snprintf(what, sizeof(what), "this is %s with option '%s' in another place", version,
		 probe->name);
	return abi_refuse(engine, what);
}

bool platter_abi_ok(const char *engine_name)
{
	const char *version = dlsym(RTLD_DEFAULT, "fio_version_string");
	static bool known; /* asked once for each job: the answer is the same in one process */
	const struct fio_option *options;
	char what[256];

	if (known)
		return true;
	if (!version)
		return abi_refuse(engine_name, "this fio exports no 'fio_version_string'");
	if (strcmp(version, abi_built_for)) {
		snprintf(what, sizeof(what), "this is %s", version);
		return abi_refuse(engine_name, what);
	}

	options = abi_options();
	if (!options) {
		snprintf(what, sizeof(what),
			 "this is %s without a 'fio_options' of the expected size", version);
		return abi_refuse(engine_name, what);
	}
	for (size_t i = 0; i < sizeof(abi_required) / sizeof(abi_required[0]); i++) {
		if (!abi_check(engine_name, version, options, &abi_required[i], true))
			return false;
	}
	for (const struct abi_probe *probe = abi_others; probe->name; probe++) {
		if (!abi_check(engine_name, version, options, probe, false))
			return false;
	}
	known = true;
	return true;
}

/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The ABI guard of abi.h. The names of what is compared come from fio's options.c: the
 * exported array fio_options[] holds, for each option, its offset (off1) in struct
 * thread_options as that fio was compiled; offsetof() gives ours. Does not compare all
 * options: four of them, spread over the struct, moved with every change of it so far.
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

static const struct {
	const char *name;
	size_t off1;
} abi_probes[] = {
	{ "ioengine", offsetof(struct thread_options, ioengine) },
	{ "thinktime", offsetof(struct thread_options, thinktime) },
	{ "cgroup", offsetof(struct thread_options, cgroup) },
	{ "log_prio", offsetof(struct thread_options, log_prio) + PLATTER_ABI_SHIFT },
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

bool platter_abi_ok(const char *engine_name)
{
	const char *version = dlsym(RTLD_DEFAULT, "fio_version_string");
	const struct fio_option *options;
	char what[256];

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
	for (size_t i = 0; i < sizeof(abi_probes) / sizeof(abi_probes[0]); i++) {
		const struct fio_option *o = abi_find(options, abi_probes[i].name);

		if (o && o->off1 == abi_probes[i].off1)
			continue;
		snprintf(what, sizeof(what), "this is %s with option '%s' in another place",
			 version, abi_probes[i].name);
		return abi_refuse(engine_name, what);
	}
	return true;
}

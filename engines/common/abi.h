/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The ABI guard: refuses to hand an engine to a fio it was not built for. fio's own check
 * (FIO_IOOPS_VERSION) is not enough: an engine built for 3.41 loads in 3.42 without a word
 * and reads its options at wrong offsets. Only says yes or no; the engine sets its ops.
 */
#ifndef PLATTER_ABI_H
#define PLATTER_ABI_H

#include <stdbool.h>

/*
 * True if the fio in whose process this code runs is the one the engine was built for: the
 * same version string, and every option at the same place in struct thread_options (a version
 * does not tell all: distributions' builds differ from the tag of the same name). Otherwise prints one line on stderr, such as
 *   smallfile: built for fio-3.33, this is fio-3.41; rebuild: make FIO_SRC=DIR
 * and returns false. A symbol that this fio does not export is a mismatch. Calls nothing of
 * fio and reads none of its data before they have been found by dlsym(3). Use:
 *   void get_ioengine(struct ioengine_ops **ops)
 *   {
 *           *ops = platter_abi_ok("smallfile") ? &smallfile_ops : NULL;
 *   }
 */
bool platter_abi_ok(const char *engine_name);

#endif

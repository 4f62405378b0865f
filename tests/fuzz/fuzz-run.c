/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * libFuzzer target: the reader of raw run headers, alone.
 */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	return fuzz_one(data, size, "platter-run");
}

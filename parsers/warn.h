/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A table's warnings on standard error.
 */
#ifndef PLATTER_WARN_H
#define PLATTER_WARN_H

#include "model.h"

/* Errors all, warnings up to a limit for each kind, notes as one sum. */
void warnings_print(const struct table *t);

#endif

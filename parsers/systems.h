/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Names of systems that were not given any: the file names, as short as they
 * can be told apart.
 */
#ifndef PLATTER_SYSTEMS_H
#define PLATTER_SYSTEMS_H

#include "model.h"

/* Where an observation's system is its source's path, cut it to its last parts: as many as tell
 * it from all other systems. */
void systems_shorten(struct table *t);

#endif

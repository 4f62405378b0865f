/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * list and lsla: a listing with a look at each entry, held to be complete.
 */
#ifndef SMALLFILE_LIST_H
#define SMALLFILE_LIST_H

#include "smallfile.h"

/* Prepares the walk and what completeness is checked against. 0 or an errno, reported. */
int sf_list_start(struct sf_job *j);

/* Collects the numbers of all jobs of the root, so that walks know whose a file is. */
int sf_claims_start(struct sf_job *j);

#endif

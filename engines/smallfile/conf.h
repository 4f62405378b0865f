/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * From options to a job description.
 */
#ifndef SMALLFILE_CONF_H
#define SMALLFILE_CONF_H

#include "smallfile.h"

/*
 * The description of a job, in setup; NULL, and the job refused, if its options are not
 * possible or contradict each other. Touches no file.
 */
struct sf_conf *sf_conf_new(struct thread_data *td);

#endif

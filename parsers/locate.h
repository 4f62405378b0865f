/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Where the engines and the suites are: by PLATTER_ENGINES and
 * PLATTER_SUITES, else beside this program (/proc/self/exe): in a build tree
 * DIR/engines and DIR/../suites, installed ../lib/platter/fio-VERSION and
 * ../share/platter/suites.
 */
#ifndef PLATTER_LOCATE_H
#define PLATTER_LOCATE_H

/* malloc'ed path, or NULL when there is no such directory. */
char *locate_suites(void);
/* Installed, this runs `fio --version` to find the engines built for it. */
char *locate_engines(void);

#endif

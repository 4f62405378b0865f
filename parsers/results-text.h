/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Texts and numbers as a composite.xml may hold them.
 */
#ifndef PLATTER_RESULTS_TEXT_H
#define PLATTER_RESULTS_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/*
 * A copy of TEXT (UTF-8, NULL is "") that XML 1.0 and one line can hold, at most MAX characters
 * (0: no limit): control characters, U+FFFE and U+FFFF become blanks, blanks around it go. PLAIN: '<'
 * and '>' become brackets, because Phoronix cuts such a text at '<' (strip_tags). Free.
 */
char *composite_text(const char *text, bool plain, size_t max);

/*
 * VALUE as Phoronix takes a number: plain decimal with a point, up to 7 significant digits and 9
 * decimals, no trailing zeros (free). VALUE is finite.
 */
char *composite_number(double value);

/* VALUE with exactly DECIMALS decimals (free). */
char *composite_fixed(double value, int decimals);

/* How many decimals NUMBER, a text of composite_number(), shows. */
int composite_decimals(const char *number);

#endif

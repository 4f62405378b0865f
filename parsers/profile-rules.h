/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A table-driven check of an XML tree against the shape of one of Phoronix's files: which elements,
 * in which order, how often, and what their text may be. States the constraints of Phoronix's XSDs
 * (Phoronix Test Suite 10.8, pts-core/openbenchmarking.org/schemas) and the tighter ones of this
 * project, without using those files. The tables themselves stand beside the code that reads them.
 */
#ifndef PLATTER_PROFILE_RULES_H
#define PLATTER_PROFILE_RULES_H

#include <libxml/tree.h>
#include <stdbool.h>

enum rule_type {
	RULE_GROUP,   /* holds elements only: children */
	RULE_TEXT,    /* min..max characters, blanks around it do not count (max 0: no limit) */
	RULE_EXACT,   /* the same, but blanks around it are an error: the text is part of a key */
	RULE_ARG,     /* text of a command line: only [A-Za-z0-9_./:,=+%@ -], blanks count */
	RULE_INT,     /* whole number, min..max (max 0: no limit) */
	RULE_DECIMAL, /* number, 0 or more */
	RULE_VERSION, /* d.d.d with up to two digits in the second and third place */
	RULE_URL,     /* http:// or https://, 12 characters or more */
	RULE_CHOICE,  /* one of choices, "A|B|C" */
	RULE_REFUSED, /* an element of Phoronix's that this project does not implement: choices = why */
};

#define RULE_REQUIRED 1u /* at least once */
#define RULE_MANY     2u /* more than once */

struct xml_rule {
	const char *name;
	enum rule_type type;
	unsigned int flags;
	unsigned int min, max;
	const char *choices;
	const struct xml_rule *children; /* ends in a rule without a name */
};

/*
 * Checks ROOT and everything under it; FILE is the name for messages. Elements come in the order
 * of the table, as in Phoronix's sequences; attributes and namespaces are errors. True, or false
 * with *err = "cannot read 'FILE': line N: ..." (free).
 */
bool xml_check(const xmlNode *root, const struct xml_rule *rule, const char *file, char **err);

/* True when TEXT holds only characters that mean nothing to a shell: [A-Za-z0-9_./:,=+%@ -]. */
bool text_is_argument(const char *text);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Loading of XML that somebody else wrote: Phoronix's profile, suite and result files. One call, one
 * tree, or one line that says what is wrong and where. Never fetches anything, never reads a DTD,
 * never expands an entity of the file's own, never follows XInclude. Does not know any schema
 * (profile-rules.h does).
 */
#ifndef PLATTER_PROFILE_XML_H
#define PLATTER_PROFILE_XML_H

#include <libxml/tree.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* A file over this many bytes is not read at all: no real profile or result comes near it. */
#define XML_LOAD_MAX (64u << 20)

/* What is wrong with an XML text, and where (line 0: with the whole of it). */
struct xml_fault {
	long line;
	char *message; /* lower case, no full stop; NULL: nothing; free */
};

/*
 * Parses TEXT of LEN bytes. Refused besides what is not well formed: a document type declaration (so
 * no entity bomb and no external subset is ever looked at), elements of the XInclude namespace, and
 * whatever breaks libxml2's own limits (depth 256, 10 MB a text). Returns the tree (xmlFreeDoc) or
 * NULL with *fault filled in, which must be empty before.
 */
xmlDoc *xml_load_memory(const char *text, size_t len, struct xml_fault *fault);

/* The same for file PATH; NULL with *err = "cannot read 'PATH': line N: ..." (free). */
xmlDoc *xml_load_file(const char *path, char **err);

/* First child element of NODE called NAME (any NAME when NULL), or NULL; NODE may be NULL. */
xmlNode *xml_child(const xmlNode *node, const char *name);

/* Next sibling element called NAME (any when NULL), or NULL. */
xmlNode *xml_next(const xmlNode *node, const char *name);

/*
 * Text inside NODE, blanks around it cut, "" when NODE is NULL or empty (free; aborts without
 * memory). xml_text_raw cuts nothing: blanks mean something in an ArgumentPrefix.
 */
char *xml_text(const xmlNode *node);
char *xml_text_raw(const xmlNode *node);

/* Sets *err (when err is not NULL and nothing is there yet) to "cannot read 'NAME': line N: ...". */
void xml_error(char **err, const char *name, long line, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

/* Sets *err to the printed text, the same way (aborts without memory). */
void text_error(char **err, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif

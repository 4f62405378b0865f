/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Loading of foreign XML with libxml2: XML_PARSE_NONET, no DTD, no entity substitution, no XInclude,
 * libxml2's size limits kept (no XML_PARSE_HUGE). The parser is stopped at the first document type
 * declaration, before any entity in it can be declared. Knows no schema.
 */
#include "profile-xml.h"

#include "arena.h"

#include <errno.h>
#include <fcntl.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if LIBXML_VERSION >= 21200
typedef const xmlError *xml_error_ref;
#else
typedef xmlErrorPtr xml_error_ref;
#endif

#define XINCLUDE_NS_2001 "http://www.w3.org/2001/XInclude"
#define XINCLUDE_NS_2003 "http://www.w3.org/2003/XInclude"

static void vtext_error(char **err, const char *fmt, va_list ap)
{
	va_list again;
	int len;

	if (!err || *err)
		return;
	va_copy(again, ap);
	len = vsnprintf(NULL, 0, fmt, again);
	va_end(again);
	*err = xmalloc((size_t)len + 1);
	vsnprintf(*err, (size_t)len + 1, fmt, ap);
}

void text_error(char **err, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vtext_error(err, fmt, ap);
	va_end(ap);
}

void xml_error(char **err, const char *name, long line, const char *fmt, ...)
{
	char *message = NULL;
	va_list ap;

	if (!err || *err)
		return;
	va_start(ap, fmt);
	vtext_error(&message, fmt, ap);
	va_end(ap);
	text_error(err, "cannot read '%s': line %ld: %s", name, line, message);
	free(message);
}

static void set_fault(struct xml_fault *fault, long line, const char *message)
{
	if (fault->message)
		return;
	fault->line = line;
	fault->message = xstrdup(message);
}

/* libxml2's messages begin with a capital letter and end in a newline, or hold several. */
static void load_error(void *data, xml_error_ref error)
{
	xmlParserCtxt *ctxt = data;
	char *message, *nl;

	if (error->level < XML_ERR_ERROR)
		return;
	message = xstrdup(error->message ? error->message : "malformed XML");
	while ((nl = strpbrk(message, "\r\n")))
		*nl = nl[1] ? ' ' : '\0';
	if (message[0] >= 'A' && message[0] <= 'Z' && message[1] >= 'a' && message[1] <= 'z')
		message[0] += 'a' - 'A';
	set_fault(ctxt->_private, error->line, message);
	free(message);
}

static void load_doctype(void *data, const xmlChar *root, const xmlChar *public_id,
			 const xmlChar *system_id)
{
	xmlParserCtxt *ctxt = data;

	(void)root;
	(void)public_id;
	(void)system_id;
	set_fault(ctxt->_private, ctxt->input ? ctxt->input->line : 0,
		  "a document type declaration (DTD) is not accepted; remove it");
	xmlStopParser(ctxt);
}

/* Walks the whole tree without recursion; the first XInclude element is the fault. */
static void find_xinclude(xmlDoc *doc, struct xml_fault *fault)
{
	xmlNode *root = xmlDocGetRootElement(doc);
	xmlNode *node = root;

	while (node) {
		if (node->type == XML_ELEMENT_NODE && node->ns && node->ns->href &&
		    (xmlStrEqual(node->ns->href, BAD_CAST XINCLUDE_NS_2001) ||
		     xmlStrEqual(node->ns->href, BAD_CAST XINCLUDE_NS_2003))) {
			set_fault(
				fault, xmlGetLineNo(node),
				"XInclude is not accepted; write the included text into the file");
			return;
		}
		if (node->children && node->type == XML_ELEMENT_NODE) {
			node = node->children;
			continue;
		}
		while (node != root && !node->next)
			node = node->parent;
		node = node == root ? NULL : node->next;
	}
}

xmlDoc *xml_load_memory(const char *text, size_t len, struct xml_fault *fault)
{
	xmlParserCtxt *ctxt;
	xmlDoc *doc;

	if (len > XML_LOAD_MAX) {
		set_fault(fault, 0, "larger than 64 MiB");
		return NULL;
	}
	ctxt = xmlNewParserCtxt();
	if (!ctxt) {
		set_fault(fault, 0, "out of memory");
		return NULL;
	}
	ctxt->_private = fault;
	ctxt->sax->serror = load_error;
	ctxt->sax->internalSubset = load_doctype;
	doc = xmlCtxtReadMemory(ctxt, text, (int)len, NULL, NULL,
				XML_PARSE_NONET | XML_PARSE_BIG_LINES | XML_PARSE_NOCDATA);
	if (doc && !fault->message)
		find_xinclude(doc, fault);
	if (!fault->message && (!doc || !ctxt->wellFormed || !xmlDocGetRootElement(doc)))
		set_fault(fault, 1, "not an XML document");
	xmlFreeParserCtxt(ctxt);
	if (fault->message) {
		xmlFreeDoc(doc);
		doc = NULL;
	}
	return doc;
}

/* Reads FD to the end; *len is set. NULL with errno, EFBIG over the limit. */
static char *load_fd(int fd, size_t *len)
{
	char *buf = NULL;
	size_t room = 0;
	ssize_t n;

	*len = 0;
	while (1) {
		xgrow(&buf, &room, *len + (1 << 16), 1);
		n = read(fd, buf + *len, room - *len);
		if (n < 0 && errno == EINTR)
			continue;
		if (n == 0)
			return buf;
		if (n > 0)
			*len += (size_t)n;
		if (n < 0 || *len > XML_LOAD_MAX)
			break;
	}
	if (n > 0)
		errno = EFBIG;
	n = errno;
	free(buf);
	errno = (int)n;
	return NULL;
}

xmlDoc *xml_load_file(const char *path, char **err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct xml_fault fault = { 0, NULL };
	xmlDoc *doc = NULL;
	char *text = NULL;
	size_t len;

	if (fd >= 0)
		text = load_fd(fd, &len);
	if (text)
		doc = xml_load_memory(text, len, &fault);
	else
		text_error(err, "cannot read '%s': %s", path, strerror(errno));
	if (fault.message && fault.line)
		xml_error(err, path, fault.line, "%s", fault.message);
	else if (fault.message)
		text_error(err, "cannot read '%s': %s", path, fault.message);
	free(fault.message);
	free(text);
	if (fd >= 0)
		close(fd);
	return doc;
}

static xmlNode *element_from(xmlNode *node, const char *name)
{
	for (; node; node = node->next)
		if (node->type == XML_ELEMENT_NODE &&
		    (!name || !strcmp((const char *)node->name, name)))
			return node;
	return NULL;
}

xmlNode *xml_child(const xmlNode *node, const char *name)
{
	return node ? element_from(node->children, name) : NULL;
}

xmlNode *xml_next(const xmlNode *node, const char *name)
{
	return node ? element_from(node->next, name) : NULL;
}

char *xml_text_raw(const xmlNode *node)
{
	xmlChar *content = node ? xmlNodeGetContent(node) : NULL;
	char *text = xstrdup(content ? (const char *)content : "");

	xmlFree(content);
	return text;
}

char *xml_text(const xmlNode *node)
{
	char *text = xml_text_raw(node);
	size_t start = strspn(text, " \t\r\n");
	size_t end = strlen(text);

	while (end > start && strchr(" \t\r\n", text[end - 1]))
		end--;
	memmove(text, text + start, end - start);
	text[end - start] = '\0';
	return text;
}

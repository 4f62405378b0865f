/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The table-driven check of profile-rules.h: order, number and text of elements. Reads nothing out
 * of the tree; the readers do that once the check has passed, and can then trust what they find.
 */
#include "profile-rules.h"

#include "profile-xml.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define ARGUMENT_CHARS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./:,=+%@ -"

bool text_is_argument(const char *text)
{
	return text[strspn(text, ARGUMENT_CHARS)] == '\0';
}

static bool text_is_int(const char *text, unsigned int min, unsigned int max)
{
	char *end;
	long value;

	if (!isdigit((unsigned char)text[0]))
		return false;
	errno = 0;
	value = strtol(text, &end, 10);
	return !errno && !*end && value >= (long)min && (!max || value <= (long)max);
}

static bool text_is_decimal(const char *text)
{
	size_t digits = strspn(text, "0123456789");
	size_t more = text[digits] == '.' ? strspn(text + digits + 1, "0123456789") : 0;

	return digits + more > 0 && text[digits + (text[digits] == '.') + more] == '\0';
}

/* [0-9]\.[0-9]{1,2}\.[0-9]{1,2} */
static bool text_is_version(const char *text)
{
	size_t second, third;

	if (!isdigit((unsigned char)text[0]) || text[1] != '.')
		return false;
	second = strspn(text + 2, "0123456789");
	if (second < 1 || second > 2 || text[2 + second] != '.')
		return false;
	third = strspn(text + 3 + second, "0123456789");
	return third >= 1 && third <= 2 && text[3 + second + third] == '\0';
}

static bool text_is_url(const char *text)
{
	return strlen(text) >= 12 &&
	       (!strncmp(text, "http://", 7) || !strncmp(text, "https://", 8));
}

static bool text_is_choice(const char *text, const char *choices)
{
	size_t len = strlen(text);
	const char *at = choices;

	while (1) {
		size_t n = strcspn(at, "|");

		if (n == len && !strncmp(at, text, n))
			return true;
		if (!at[n])
			return false;
		at += n + 1;
	}
}

/* NULL when TEXT (blanks cut; RAW is uncut) fits RULE, else what is wrong with it. */
static const char *text_fault(const struct xml_rule *rule, const char *text, const char *raw)
{
	int chars = xmlUTF8Strlen(BAD_CAST text);

	switch (rule->type) {
	case RULE_GROUP:
	case RULE_REFUSED:
		return NULL;
	case RULE_EXACT:
		if (strcmp(text, raw) != 0)
			return "has blanks around its text, which is part of a comparison key";
		/* fall through */
	case RULE_TEXT:
		if (chars < 0 || (unsigned int)chars < rule->min)
			return "is too short";
		if (rule->max && (unsigned int)chars > rule->max)
			return "is too long";
		return NULL;
	case RULE_ARG:
		if (!text_is_argument(raw))
			return "holds a character other than [A-Za-z0-9_./:,=+%@ -]";
		if (strlen(raw) < rule->min)
			return "is too short";
		return NULL;
	case RULE_INT:
		return text_is_int(text, rule->min, rule->max) ? NULL :
								 "is not a whole number in range";
	case RULE_DECIMAL:
		return text_is_decimal(text) ? NULL : "is not a number of 0 or more";
	case RULE_VERSION:
		return text_is_version(text) ? NULL : "is not a version like 1.0.0";
	case RULE_URL:
		return text_is_url(text) ? NULL : "is not an http address of 12 or more characters";
	case RULE_CHOICE:
		return text_is_choice(text, rule->choices) ? NULL : "is not one of";
	}
	return NULL;
}

static bool check_text(const xmlNode *node, const struct xml_rule *rule, const char *file,
		       char **err)
{
	long line = xmlGetLineNo((xmlNode *)node);
	const xmlNode *inner = xml_child(node, NULL);
	char *raw, *text;
	const char *fault;

	if (inner) {
		xml_error(err, file, line, "element '%s' inside '%s', which holds text only",
			  inner->name, rule->name);
		return false;
	}
	raw = xml_text_raw(node);
	text = xml_text(node);
	fault = text_fault(rule, text, raw);
	if (fault && rule->type == RULE_CHOICE)
		xml_error(err, file, line, "%s '%s' %s %s", rule->name, text, fault, rule->choices);
	else if (fault && rule->max)
		xml_error(err, file, line, "%s '%s' %s (%u to %u)", rule->name, text, fault,
			  rule->min, rule->max);
	else if (fault)
		xml_error(err, file, line, "%s '%s' %s", rule->name, text, fault);
	free(raw);
	free(text);
	return !fault;
}

static bool check_node(const xmlNode *node, const struct xml_rule *rule, const char *file,
		       char **err);

/* The children of NODE against the table: a rule is passed over when the next element is not its. */
static bool check_group(const xmlNode *node, const struct xml_rule *rule, const char *file,
			char **err)
{
	const xmlNode *child = xml_child(node, NULL);
	const struct xml_rule *r;

	for (const xmlNode *n = node->children; n; n = n->next) {
		if (n->type == XML_TEXT_NODE && !xmlIsBlankNode((xmlNode *)n)) {
			xml_error(err, file, xmlGetLineNo((xmlNode *)n),
				  "text inside '%s', which holds elements only", rule->name);
			return false;
		}
	}
	for (r = rule->children; r->name; r++) {
		unsigned int count = 0;

		while (child && !strcmp((const char *)child->name, r->name)) {
			if (++count > 1 && !(r->flags & RULE_MANY)) {
				xml_error(err, file, xmlGetLineNo((xmlNode *)child),
					  "second '%s' in '%s'", r->name, rule->name);
				return false;
			}
			if (!check_node(child, r, file, err))
				return false;
			child = xml_next(child, NULL);
		}
		if (!count && (r->flags & RULE_REQUIRED)) {
			xml_error(err, file, xmlGetLineNo((xmlNode *)(child ? child : node)),
				  "'%s' without '%s'%s%s%s", rule->name, r->name,
				  child ? " before '" : "", child ? (const char *)child->name : "",
				  child ? "'" : "");
			return false;
		}
	}
	if (!child)
		return true;
	for (r = rule->children; r->name; r++) {
		if (!strcmp((const char *)child->name, r->name)) {
			xml_error(
				err, file, xmlGetLineNo((xmlNode *)child),
				"'%s' stands too late in '%s'; Phoronix fixes the order of elements",
				r->name, rule->name);
			return false;
		}
	}
	xml_error(err, file, xmlGetLineNo((xmlNode *)child), "unknown element '%s' in '%s'",
		  child->name, rule->name);
	return false;
}

static bool check_node(const xmlNode *node, const struct xml_rule *rule, const char *file,
		       char **err)
{
	long line = xmlGetLineNo((xmlNode *)node);

	if (node->properties || node->ns || node->nsDef) {
		xml_error(err, file, line,
			  "'%s' has attributes or a namespace; Phoronix's files have none",
			  node->name);
		return false;
	}
	if (rule->type == RULE_REFUSED) {
		xml_error(err, file, line, "'%s' is not supported: %s", rule->name, rule->choices);
		return false;
	}
	if (rule->type == RULE_GROUP)
		return check_group(node, rule, file, err);
	return check_text(node, rule, file, err);
}

bool xml_check(const xmlNode *root, const struct xml_rule *rule, const char *file, char **err)
{
	if (strcmp((const char *)root->name, rule->name) != 0) {
		xml_error(err, file, xmlGetLineNo((xmlNode *)root), "root element '%s', not '%s'",
			  root->name, rule->name);
		return false;
	}
	return check_node(root, rule, file, err);
}

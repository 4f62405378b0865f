/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads composite.xml, Phoronix's result file (result-file.xsd of Phoronix Test Suite 10.8, its own
 * older ones, and ours), as a whole or not at all. Takes elements in any order and unknown ones, and
 * leaves out nothing but what is no number; says so. Entries of one result: results-composite.c and
 * results-entry.c. The RESULT name of a row is found later, by profile_attach().
 */
#include "reader.h"

#include "results-composite.h"
#include "profile-xml.h"
#include "results-key.h"
#include "results-scale.h"
#include "results-system.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

static int composite_bid(const char *data, size_t len, bool bol)
{
	static const char root[] = "<PhoronixTestSuite";
	static const char declaration[] = "<?xml";

	if (!bol || len < sizeof(declaration) - 1)
		return BID_NO;
	if (len >= sizeof(root) - 1 && !memcmp(data, root, sizeof(root) - 1))
		return BID_SURE;
	if (memcmp(data, declaration, sizeof(declaration) - 1) != 0)
		return BID_NO;
	return memmem(data, len, root, sizeof(root) - 1) ? BID_SURE : BID_LIKELY;
}

static unsigned int node_line(const struct composite *c, const xmlNode *node)
{
	return (unsigned int)xmlGetLineNo((xmlNode *)node) + c->line_offset;
}

static int by_system(const void *a, const void *b)
{
	return strcmp(((const struct composite_system *)a)->name,
		      ((const struct composite_system *)b)->name);
}

static void add_system(struct composite *c, const xmlNode *node)
{
	struct params_builder b = { 0 };
	struct system_text text = {
		.hardware = xml_text(xml_child(node, "Hardware")),
		.software = xml_text(xml_child(node, "Software")),
		.user = xml_text(xml_child(node, "User")),
		.timestamp = xml_text(xml_child(node, "TimeStamp")),
		.notes = xml_text(xml_child(node, "Notes")),
		.json = xml_text(xml_child(node, "JSON")),
	};
	char *name = xml_text(xml_child(node, "Identifier"));
	struct table *t = c->ctx->table;
	struct composite_system *s;

	xgrow(&c->systems, &c->systems_cap, c->n_systems + 1, sizeof(*c->systems));
	s = &c->systems[c->n_systems++];
	s->name = table_str(t, name);
	s->line = node_line(c, node);
	s->labels = system_conditions(t, &b, &text);
	s->conditions = params_intern(t, &b);
	params_builder_free(&b);
	system_text_free(&text);
	free(name);
}

/* All System elements, sorted by name; the same name twice is an error. */
static int read_systems(struct composite *c, const xmlNode *root)
{
	for (xmlNode *n = xml_child(root, "System"); n; n = xml_next(n, "System"))
		add_system(c, n);
	if (c->n_systems)
		qsort(c->systems, c->n_systems, sizeof(*c->systems), by_system);
	for (size_t i = 0; i < c->n_systems; i++) {
		const struct composite_system *s = &c->systems[i];
		const struct composite_system *other = i ? s - 1 : NULL;

		if (!s->name[0])
			return read_fail(c->ctx, s->line, "composite-system",
					 "system without an Identifier");
		if (other && other->name == s->name)
			return read_fail(c->ctx, s->line > other->line ? s->line : other->line,
					 "composite-system", "second system '%s'", s->name);
	}
	return 0;
}

/* Text of a child, interned. */
static const char *child_text(struct composite *c, const xmlNode *node, const char *name)
{
	char *text = xml_text(xml_child(node, name));
	const char *interned = table_str(c->ctx->table, text);

	free(text);
	return interned;
}

/* local/NAME is profile NAME; any other identifier of Phoronix's stands for itself, slash and all. */
static const char *profile_name(const char *identifier)
{
	const char *name = strncmp(identifier, "local/", 6) ? identifier : identifier + 6;

	return name[0] && !strchr(name, '/') ? name : identifier;
}

static const char *native_name(struct composite *c, const struct test *test)
{
	char *text;
	const char *native;

	if (!test->description[0])
		return test->title;
	text = xasprintf("%s: %s", test->title, test->description);
	native = table_str(c->ctx->table, text);
	free(text);
	return native;
}

static int by_key(const void *a, const void *b)
{
	const struct composite_key *x = a, *y = b;
	int order = strcmp(x->text, y->text);

	return order ? order : (x->line > y->line) - (x->line < y->line);
}

static void add_key(struct composite *c, const struct test *test, const char *identifier,
		    unsigned line)
{
	struct result_key key = {
		.identifier = identifier,
		.title = test->title,
		.arguments = test->arguments,
		.description = test->description,
		.app_version = test->app_version,
		.scale = test->scale,
	};

	xgrow(&c->keys, &c->keys_cap, c->n_keys + 1, sizeof(*c->keys));
	c->keys[c->n_keys++] = (struct composite_key){ result_key_text(&key), line };
}

/* Phoronix lets a second result of one key silently take the first one's place. */
static int check_keys(struct composite *c)
{
	if (c->n_keys)
		qsort(c->keys, c->n_keys, sizeof(*c->keys), by_key);
	for (size_t i = 1; i < c->n_keys; i++)
		if (!strcmp(c->keys[i - 1].text, c->keys[i].text))
			return read_fail(c->ctx, c->keys[i].line, "composite-key",
					 "second result '%s' (the first is in line %u)",
					 c->keys[i].text, c->keys[i - 1].line);
	return 0;
}

static enum composite_format format_of(const char *name)
{
	static const struct {
		const char *name;
		enum composite_format format;
	} formats[] = {
		{ "", COMPOSITE_BAR },
		{ "BAR_GRAPH", COMPOSITE_BAR },
		{ "HORIZONTAL_BAR_GRAPH", COMPOSITE_BAR },
		{ "LINE_GRAPH", COMPOSITE_SERIES },
		{ "FILLED_LINE_GRAPH", COMPOSITE_SERIES },
		{ "BAR_ANALYZE_GRAPH", COMPOSITE_SERIES },
		{ "SCATTER_PLOT", COMPOSITE_SERIES },
	};

	for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
		if (!strcmp(formats[i].name, name))
			return formats[i].format;
	return COMPOSITE_OTHER;
}

static int read_result(struct composite *c, const xmlNode *node)
{
	const char *identifier = child_text(c, node, "Identifier");
	const char *format = child_text(c, node, "DisplayFormat");
	unsigned int line = node_line(c, node);
	struct composite_result result = { .format = format_of(format) };
	struct scale scale;

	result.test = (struct test){
		.profile = table_str(c->ctx->table, profile_name(identifier)),
		.title = child_text(c, node, "Title"),
		.app_version = child_text(c, node, "AppVersion"),
		.arguments = child_text(c, node, "Arguments"),
		.description = child_text(c, node, "Description"),
		.scale = child_text(c, node, "Scale"),
		.proportion = child_text(c, node, "Proportion"),
	};
	add_key(c, &result.test, identifier, line);
	if (result.format == COMPOSITE_OTHER) {
		table_warn(c->ctx->table, SEVERITY_WARNING, c->ctx->source, line,
			   "composite-format", "result '%s' is a %s, not a number: left out",
			   result.test.title, format);
		return 0;
	}
	scale = scale_find(result.test.scale, result.test.proportion);
	result.metric = scale.metric;
	result.test.divide = scale.divide;
	result.native = native_name(c, &result.test);
	for (xmlNode *data = xml_child(node, "Data"); data; data = xml_next(data, "Data"))
		for (xmlNode *e = xml_child(data, "Entry"); e; e = xml_next(e, "Entry"))
			if (composite_entry(c, &result, e, node_line(c, e)) < 0)
				return -1;
	return 0;
}

static int read_document(struct composite *c, xmlDoc *doc)
{
	xmlNode *root = xmlDocGetRootElement(doc);
	size_t mark = table_len(c->ctx->table);
	int status = 0;
	xmlNode *n;

	if (strcmp((const char *)root->name, "PhoronixTestSuite") != 0)
		return read_fail(c->ctx, node_line(c, root), "composite-root",
				 "root element '%s', not 'PhoronixTestSuite'", root->name);
	if (!xml_child(root, "Result"))
		return read_fail(c->ctx, node_line(c, root), "composite-empty",
				 "no Result in it: this is no result file of Phoronix Test Suite");
	c->client = child_text(c, xml_child(root, "Generated"), "TestClient");
	if (read_systems(c, root) < 0)
		return -1;
	for (n = xml_child(root, "Result"); n && !status; n = xml_next(n, "Result"))
		status = read_result(c, n);
	if (!status)
		status = check_keys(c);
	for (size_t i = mark; status && i < table_len(c->ctx->table); i++)
		table_remove(c->ctx->table, i);
	return status;
}

static int composite_read(struct read_ctx *ctx)
{
	struct composite c = { .ctx = ctx, .line_offset = input_lineno(ctx->in) - 1 };
	struct xml_fault fault = { 0, NULL };
	xmlDoc *doc = NULL;
	int status = -1;
	size_t len;
	char *text = input_rest(ctx->in, XML_LOAD_MAX, &len);

	if (text)
		doc = xml_load_memory(text, len, &fault);
	else
		read_fail(ctx, 0, "composite-size", "larger than %u MiB", XML_LOAD_MAX >> 20);
	if (doc)
		status = read_document(&c, doc);
	else if (text)
		read_fail(ctx, fault.line ? (unsigned int)fault.line + c.line_offset : 0,
			  "composite-xml", "%s", fault.message);
	free(fault.message);
	free(text);
	xmlFreeDoc(doc);
	for (size_t i = 0; i < c.n_keys; i++)
		free(c.keys[i].text);
	free(c.keys);
	free(c.systems);
	return status;
}

const struct reader reader_composite = {
	.name = "composite",
	.title = "composite.xml of Phoronix Test Suite",
	.bid = composite_bid,
	.read = composite_read,
};

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The composite format: Phoronix's composite.xml (result-file.xsd of Phoronix Test Suite 10.8), which
 * real Phoronix shows, merges and converts. Lays out what results-rows.c and results-system.c have
 * decided; computes nothing. An element's order is the schema's.
 */
#include "writer.h"

#include "arena.h"
#include "results-rows.h"
#include "results-system.h"
#include "results-text.h"

#include <libxml/xmlwriter.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define TITLE_MAX	126
#define DESCRIPTION_MAX 2048

static void put(xmlTextWriter *w, const char *name, const char *text)
{
	xmlTextWriterWriteElement(w, BAD_CAST name, BAD_CAST text);
}

static void put_optional(xmlTextWriter *w, const char *name, const char *text)
{
	if (text && text[0])
		put(w, name, text);
}

static void begin(xmlTextWriter *w, const char *name)
{
	xmlTextWriterStartElement(w, BAD_CAST name);
}

/* The time of writing, in UTC; SOURCE_DATE_EPOCH takes its place for repeatable files. */
static void time_text(char now[32])
{
	const char *epoch = getenv("SOURCE_DATE_EPOCH");
	time_t t = epoch && epoch[0] ? (time_t)strtoll(epoch, NULL, 10) : time(NULL);
	struct tm tm;

	/* the schema knows years of four digits only */
	if (!gmtime_r(&t, &tm) || tm.tm_year < 0 || tm.tm_year > 8099) {
		t = 0;
		gmtime_r(&t, &tm);
	}
	strftime(now, 32, "%Y-%m-%d %H:%M:%S", &tm);
}

static void put_generated(xmlTextWriter *w, const struct report *r, const char *now)
{
	char *title = composite_text(r->title, true, TITLE_MAX);
	char *description = composite_text(r->title, true, DESCRIPTION_MAX);

	begin(w, "Generated");
	put(w, "Title", title[0] ? title : "Platter results");
	put(w, "LastModified", now);
	put(w, "TestClient", "Platter " PLATTER_VERSION);
	put(w, "Description", description);
	xmlTextWriterEndElement(w);
	free(title);
	free(description);
}

static void put_system(xmlTextWriter *w, const struct observation *o, const char *identifier,
		       const char *now)
{
	struct system_text text;

	system_describe(o, now, &text);
	begin(w, "System");
	put(w, "Identifier", identifier);
	put(w, "Hardware", text.hardware);
	put(w, "Software", text.software);
	put(w, "User", text.user);
	put(w, "TimeStamp", text.timestamp);
	put(w, "TestClientVersion", PLATTER_VERSION);
	put(w, "Notes", text.notes);
	put_optional(w, "JSON", text.json);
	xmlTextWriterEndElement(w);
	system_text_free(&text);
}

static void put_row(xmlTextWriter *w, const struct result_row *row, char *const *identifiers)
{
	begin(w, "Result");
	put(w, "Identifier", row->identifier);
	put(w, "Title", row->title);
	put(w, "AppVersion", row->app_version);
	put(w, "Arguments", row->arguments);
	put(w, "Description", row->description);
	put(w, "Scale", row->scale);
	put(w, "Proportion", row->proportion);
	put(w, "DisplayFormat", "BAR_GRAPH");
	put_optional(w, "Parent", row->parent);
	begin(w, "Data");
	for (size_t i = 0; i < row->n; i++) {
		const struct result_entry *e = &row->entries[i];

		begin(w, "Entry");
		put(w, "Identifier", identifiers[e->system]);
		put(w, "Value", e->value);
		put(w, "RawString", e->raw);
		put_optional(w, "JSON", e->json);
		xmlTextWriterEndElement(w);
	}
	xmlTextWriterEndElement(w);
	xmlTextWriterEndElement(w);
}

/* The systems that have an entry, in input order, each with the conditions of its first group. */
static void put_systems(xmlTextWriter *w, const struct groups *groups,
			const struct result_rows *rows, char *const *identifiers, const char *now)
{
	bool *used = xcalloc(groups->nsystems, sizeof(*used));

	for (size_t i = 0; i < rows->n; i++)
		for (size_t k = 0; k < rows->v[i].n; k++)
			used[rows->v[i].entries[k].system] = true;
	for (size_t s = 0; s < groups->nsystems; s++) {
		size_t i = 0;

		if (!used[s])
			continue;
		while (groups->v[i].system != s)
			i++;
		put_system(w, &groups->v[i].first, identifiers[s], now);
	}
	free(used);
}

static int composite_write(FILE *out, const struct report *r, char *err, size_t errsize)
{
	const struct groups *groups = r->groups;
	struct result_rows *rows = result_rows_make(r->table, groups);
	char **identifiers = system_identifiers(groups->systems, groups->nsystems);
	xmlBuffer *buffer = xmlBufferCreate();
	xmlTextWriter *w = buffer ? xmlNewTextWriterMemory(buffer, 0) : NULL;
	int status = -1;
	char now[32];

	time_text(now);
	if (!w) {
		snprintf(err, errsize, "cannot write composite: out of memory");
	} else if (!rows->n) {
		snprintf(
			err, errsize,
			"no result that Phoronix could show (throughput, rate, time, latency or cpu)");
	} else {
		xmlTextWriterSetIndent(w, 1);
		xmlTextWriterSetIndentString(w, BAD_CAST "  ");
		xmlTextWriterStartDocument(w, "1.0", "UTF-8", NULL);
		begin(w, "PhoronixTestSuite");
		put_generated(w, r, now);
		put_systems(w, groups, rows, identifiers, now);
		for (size_t i = 0; i < rows->n; i++)
			put_row(w, &rows->v[i], identifiers);
		if (xmlTextWriterEndDocument(w) < 0 || xmlTextWriterFlush(w) < 0) {
			snprintf(err, errsize, "cannot write composite: out of memory");
		} else {
			fwrite(xmlBufferContent(buffer), 1, (size_t)xmlBufferLength(buffer), out);
			status = 0;
		}
	}
	xmlFreeTextWriter(w);
	xmlBufferFree(buffer);
	system_identifiers_free(identifiers, groups->nsystems);
	result_rows_free(rows);
	return status;
}

const struct writer writer_composite = {
	.name = "composite",
	.title = "composite.xml of Phoronix Test Suite",
	.write = composite_write,
};

/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Test profiles: what is read from a good one, and the one line that each
 * broken one gets. A broken profile is the good one with a piece replaced.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "arena.h"
#include "profile.h"

static const char definition[] =
	"<?xml version=\"1.0\"?>\n"
	"<PhoronixTestSuite>\n"
	"<TestInformation>\n"
	"<Title>Some Storm</Title>\n"
	"<AppVersion>1.0</AppVersion>\n"
	"<ResultScale>Seconds</ResultScale>\n"
	"<Proportion>LIB</Proportion>\n"
	"<Executable>storm</Executable>\n"
	"<TimesToRun>3</TimesToRun>\n"
	"<IgnoreRuns>1,2</IgnoreRuns>\n"
	"</TestInformation>\n"
	"<TestProfile>\n"
	"<Version>1.0.0</Version>\n"
	"<TestType>Disk</TestType>\n"
	"<Status>Private</Status>\n"
	"<RequiresRoot>TRUE</RequiresRoot>\n"
	"<RequiresDisplay>FALSE</RequiresDisplay>\n"
	"<EnvironmentTestingSize>12.5</EnvironmentTestingSize>\n"
	"<EstimatedTimePerRun>7</EstimatedTimePerRun>\n"
	"<AllowResultsSharing>FALSE</AllowResultsSharing>\n"
	"</TestProfile>\n"
	"<TestSettings>\n"
	"<Default><Arguments>--mode=a --level=2</Arguments></Default>\n"
	"<Option>\n"
	"<DisplayName>Files</DisplayName>\n"
	"<Identifier>files</Identifier>\n"
	"<ArgumentPrefix>--files=</ArgumentPrefix>\n"
	"<DefaultEntry>2</DefaultEntry>\n"
	"<Menu><Entry><Name>10</Name><Value>10</Value></Entry>\n"
	"<Entry><Name>Many (a lot)</Name><Value>20</Value></Entry></Menu>\n"
	"</Option>\n"
	"<Option>\n"
	"<DisplayName>Size</DisplayName>\n"
	"<Identifier>size</Identifier>\n"
	"<ArgumentPrefix>--read-size=</ArgumentPrefix>\n"
	"<ArgumentPostfix>k</ArgumentPostfix>\n"
	"<Menu><Entry><Name>1</Name><Value>1</Value></Entry>\n"
	"<Entry><Name>2</Name><Value>2</Value></Entry>\n"
	"<Entry><Name>4</Name><Value>4</Value></Entry></Menu>\n"
	"</Option>\n"
	"</TestSettings>\n"
	"</PhoronixTestSuite>\n";

#define ROW(name, append, more)                                                           \
	"<ResultsParser>\n<OutputTemplate>RESULT " name ": #_RESULT_#</OutputTemplate>\n" \
	"<LineHint>RESULT " name ":</LineHint>\n" more append "</ResultsParser>\n"
#define APPEND(text) "<AppendToArgumentsDescription>" text "</AppendToArgumentsDescription>\n"

static const char results[] =
	"<?xml version=\"1.0\"?>\n"
	"<PhoronixTestSuite>\n" ROW("a_seconds", APPEND("Phase: A"), "")
		ROW("a_rate", APPEND("Rate: A"),
		    "<ResultScale>Files/s</ResultScale>\n<ResultProportion>HIB</ResultProportion>\n"
		    "<ResultPrecision>1</ResultPrecision>\n") "</PhoronixTestSuite>\n";

/* TEXT with the first FROM replaced by TO (free). */
static char *swap(const char *text, const char *from, const char *to)
{
	const char *at = strstr(text, from);

	if (!at)
		fail_msg("the good file has no '%s'", from);
	return xasprintf("%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
}

static void put_file(const char *dir, const char *name, const char *text)
{
	char *path = xasprintf("%s/%s", dir, name);
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	fputs(text, f);
	assert_int_equal(fclose(f), 0);
	free(path);
}

/* Reads a profile of these two files (NULL: not there) in a directory called NAME. */
static struct profile *read_files(const char *name, const char *def, const char *res, char **err)
{
	char root[] = "/tmp/platter-profile-XXXXXX";
	struct profile *p;
	char *dir, *path;

	assert_non_null(mkdtemp(root));
	dir = xasprintf("%s/%s", root, name);
	assert_int_equal(mkdir(dir, 0700), 0);
	if (def)
		put_file(dir, "test-definition.xml", def);
	if (res)
		put_file(dir, "results-definition.xml", res);
	p = profile_read(dir, err);
	for (int i = 0; i < 2; i++) {
		path = xasprintf("%s/%s", dir,
				 i ? "results-definition.xml" : "test-definition.xml");
		unlink(path);
		free(path);
	}
	rmdir(dir);
	rmdir(root);
	free(dir);
	return p;
}

/* The profile of the two files is refused with a message that holds WANTED. */
static void refused(const char *def, const char *res, const char *wanted)
{
	char *err = NULL;
	struct profile *p = read_files("storm", def, res, &err);

	if (p)
		fail_msg("read, but should be refused with '%s'", wanted);
	assert_non_null(err);
	if (!strstr(err, wanted))
		fail_msg("message '%s' does not hold '%s'", err, wanted);
	assert_null(strchr(err, '\n'));
	free(err);
}

static void definition_without(const char *from, const char *to, const char *wanted)
{
	char *text = swap(definition, from, to);

	refused(text, results, wanted);
	free(text);
}

static void results_without(const char *from, const char *to, const char *wanted)
{
	char *text = swap(results, from, to);

	refused(definition, text, wanted);
	free(text);
}

static void good_one(void **state)
{
	char *err = NULL;
	struct profile *p = read_files("storm", definition, results, &err);
	const struct profile_result *r;

	(void)state;
	if (!p)
		fail_msg("%s", err);
	assert_string_equal(p->name, "storm");
	assert_string_equal(p->title, "Some Storm");
	assert_string_equal(p->app_version, "1.0");
	assert_string_equal(p->executable, "storm");
	assert_string_equal(p->ignore_runs, "1,2");
	assert_string_equal(p->default_args, "--mode=a --level=2");
	assert_int_equal(p->times_to_run, 3);
	assert_int_equal(p->est_seconds, 7);
	assert_true(p->needs_mb > 12.49 && p->needs_mb < 12.51);
	assert_true(p->requires_root);
	assert_int_equal(p->n_options, 2);
	assert_int_equal(p->options[0].default_entry, 1);
	assert_int_equal(p->options[1].default_entry, 0);
	assert_int_equal(p->n_results, 2);
	r = profile_result(p, "a_rate");
	assert_non_null(r);
	assert_string_equal(r->scale, "Files/s");
	assert_string_equal(r->proportion, "HIB");
	assert_int_equal(r->precision, 1);
	assert_false(r->minmax);
	r = profile_result(p, "a_seconds");
	assert_string_equal(r->scale, "Seconds");
	assert_string_equal(r->proportion, "LIB");
	assert_int_equal(r->precision, -1);
	assert_null(profile_result(p, "a_second"));
	profile_free(p);
}

static void shipped_one(void **state)
{
	char *err = NULL;
	struct profile *p = profile_read(FIXTURES "/../../suites/profiles/smallfile/", &err);

	(void)state;
	if (!p)
		fail_msg("%s", err);
	assert_string_equal(p->name, "smallfile");
	assert_int_equal(p->n_results, 16);
	assert_non_null(profile_result(p, "lsla-cold_seconds"));
	profile_free(p);
}

static void combinations(void **state)
{
	static const char *const wanted[][2] = {
		{ "--files=10 --read-size=1k", "Files: 10 - Size: 1" },
		{ "--files=10 --read-size=2k", "Files: 10 - Size: 2" },
		{ "--files=10 --read-size=4k", "Files: 10 - Size: 4" },
		{ "--files=20 --read-size=1k", "Files: Many - Size: 1" },
		{ "--files=20 --read-size=2k", "Files: Many - Size: 2" },
		{ "--files=20 --read-size=4k", "Files: Many - Size: 4" },
	};
	struct profile *p = read_files("storm", definition, results, NULL);
	bool second[] = { false, true, false };
	bool *chosen[] = { NULL, second };
	struct profile_case *cases;
	char *row;
	size_t n;

	(void)state;
	assert_non_null(p);
	cases = profile_combine(p, NULL, &n, NULL);
	assert_int_equal(n, 6);
	for (size_t i = 0; i < n; i++) {
		assert_string_equal(cases[i].arguments, wanted[i][0]);
		assert_string_equal(cases[i].description, wanted[i][1]);
	}
	row = profile_row_description(profile_result(p, "a_seconds"), cases[4].description);
	assert_string_equal(row, "Files: Many - Size: 2 - Phase: A");
	free(row);
	profile_cases_free(cases, n);
	cases = profile_combine(p, chosen, &n, NULL);
	assert_int_equal(n, 2);
	assert_string_equal(cases[1].arguments, wanted[4][0]);
	profile_cases_free(cases, n);
	profile_free(p);
}

static void broken_definitions(void **state)
{
	(void)state;
	definition_without("<AppVersion>1.0</AppVersion>\n", "",
			   "test-definition.xml': line 5: 'TestInformation' without 'AppVersion'");
	definition_without("<Title>Some Storm</Title>", "<Title>S</Title>",
			   "line 4: Title 'S' is too short (2 to 50)");
	definition_without("<Title>Some Storm</Title>",
			   "<Title>ööööööööööööööööööööööööööööööööööööööööööööööööööö</Title>",
			   "is too long (2 to 50)");
	definition_without("<Title>Some Storm</Title>", "<Title> Some Storm</Title>",
			   "has blanks around its text");
	definition_without("<Title>Some", "<Title lang=\"x\">Some", "'Title' has attributes");
	definition_without("<Title>Some Storm</Title>", "<Title>a<b/>c</Title>",
			   "element 'b' inside 'Title'");
	definition_without("<TestProfile>\n", "<TestProfile>\nstray", "text inside 'TestProfile'");
	definition_without("<Version>1.0.0</Version>", "<Version>10.0.0</Version>",
			   "line 13: Version '10.0.0' is not a version");
	definition_without("<Version>1.0.0</Version>", "<Version>1.0</Version>",
			   "is not a version");
	definition_without("<TestType>Disk<", "<TestType>Tape<", "TestType 'Tape' is not one of");
	definition_without("<TimesToRun>3<", "<TimesToRun>0<",
			   "TimesToRun '0' is not a whole number");
	definition_without("<TimesToRun>3<", "<TimesToRun>3x<", "TimesToRun '3x'");
	definition_without("<IgnoreRuns>1,2<", "<IgnoreRuns>1,<", "IgnoreRuns '1,' is not a list");
	definition_without("<RequiresDisplay>FALSE<", "<RequiresDisplay>TRUE<",
			   "is not one of FALSE");
	definition_without("<AllowResultsSharing>FALSE</AllowResultsSharing>\n", "",
			   "without 'AllowResultsSharing'");
	definition_without("<TestType>Disk</TestType>\n<Status>Private</Status>\n",
			   "<Status>Private</Status>\n<TestType>Disk</TestType>\n",
			   "'TestProfile' without 'TestType' before 'Status'");
	definition_without("<Version>1.0.0</Version>\n",
			   "<Version>1.0.0</Version>\n<Version>1.0.0</Version>\n",
			   "second 'Version'");
	definition_without("<Status>Private</Status>\n",
			   "<Status>Private</Status>\n<Extends>x/y</Extends>\n",
			   "'Extends' is not supported");
	definition_without("</TestInformation>\n", "<Color>red</Color>\n</TestInformation>\n",
			   "unknown element 'Color' in 'TestInformation'");
	definition_without("<Executable>storm<", "<Executable>../storm<", "not a plain file name");
	definition_without("PhoronixTestSuite>\n<TestI", "Suite>\n<TestI", "line");
	refused(NULL, results, "test-definition.xml': No such file");
	refused("", results, "line 1: ");
}

static void broken_options(void **state)
{
	(void)state;
	definition_without("<Value>10</Value>", "<Value>10;reboot</Value>",
			   "line 29: Value '10;reboot' holds a character other than");
	definition_without("<Value>10</Value>", "<Value>$(x)</Value>",
			   "holds a character other than");
	definition_without("<Value>10</Value>", "<Value>1 0</Value>", "is not '--name=value'");
	definition_without("--files=<", "--path=<", "argument '--path=10' is not '--name=value'");
	definition_without("--files=<", "-f <", "argument '-f 10'");
	definition_without("--mode=a --level=2", "--mode=a level", "argument 'level'");
	definition_without("<Name>Many (a lot)<", "<Name>10<", "second entry '10'");
	definition_without("<Identifier>size<", "<Identifier>files<", "second option 'files'");
	definition_without("<Identifier>size<", "<Identifier>cpu-threads<",
			   "gets its choices from the machine");
	definition_without("<DefaultEntry>2<", "<DefaultEntry>3<",
			   "DefaultEntry '3' of option 'files', which has 2 entries");
	definition_without("<Identifier>files</Identifier>\n", "", "'Option' without 'Identifier'");
}

static void broken_results(void **state)
{
	(void)state;
	results_without("RESULT a_seconds:</LineHint>", "a_seconds:</LineHint>",
			"results-definition.xml': line 3: LineHint 'a_seconds:' is not");
	results_without(": #_RESULT_#", " #_RESULT_#",
			"OutputTemplate 'RESULT a_seconds #_RESULT_#' is not");
	results_without("RESULT a_rate: #", "RESULT b_rate: #", "OutputTemplate 'RESULT b_rate: ");
	results_without("Rate: A", "Phase: A2", "'Phase: A2' and 'Phase: A' (line 3) begin alike");
	results_without("Rate: A", "Phase: A", "begin alike");
	results_without(
		"<LineHint>RESULT a_rate:", "<ResultKey>x</ResultKey>\n<LineHint>RESULT a_rate:",
		"'ResultKey' is not supported");
	results_without("<ResultPrecision>1<", "<ResultPrecision>12<", "ResultPrecision '12'");
	results_without("<ResultProportion>HIB<", "<ResultProportion>ABSTRACT<",
			"is not one of HIB|LIB");
	results_without(APPEND("Phase: A"),
			APPEND("Phase: A") "<Importance>Secondary</Importance>\n",
			"the first result cannot be Secondary");
	refused(definition, NULL, "results-definition.xml': No such file");
	refused(definition, "<PhoronixTestSuite/>", "without 'ResultsParser'");
	refused(definition,
		"<PhoronixTestSuite>" ROW("a", "", "") ROW("b", "", "") "</PhoronixTestSuite>",
		"results 'a' and 'b' have one key");
	refused(definition,
		"<PhoronixTestSuite>" ROW("a", APPEND("A: 1"), "")
			ROW("a", APPEND("B: 1"), "") "</PhoronixTestSuite>",
		"second result 'a'");
	definition_without("<ResultScale>Seconds</ResultScale>\n", "", "has no ResultScale");
	definition_without("<Proportion>LIB</Proportion>\n", "", "has no ResultProportion");
}

static void append_needs_options(void **state)
{
	const char *from = strstr(definition, "<TestSettings>");
	char *text = xasprintf("%.*s</PhoronixTestSuite>\n", (int)(from - definition), definition);
	struct profile_case *cases;
	struct profile *p;
	size_t n;

	(void)state;
	refused(text, results, "in a profile without options gives a leading ' - '");
	p = read_files("storm", text, "<PhoronixTestSuite>" ROW("a", "", "") "</PhoronixTestSuite>",
		       NULL);
	assert_non_null(p);
	cases = profile_combine(p, NULL, &n, NULL);
	assert_int_equal(n, 1);
	assert_string_equal(cases[0].arguments, "");
	assert_string_equal(cases[0].description, "");
	profile_cases_free(cases, n);
	profile_free(p);
	free(text);
}

static void names(void **state)
{
	char *err = NULL;

	(void)state;
	assert_null(read_files("Storm", definition, results, &err));
	assert_non_null(strstr(err, "profile name 'Storm'"));
	free(err);
	assert_true(profile_name_ok("small-files2"));
	assert_false(profile_name_ok(""));
	assert_false(profile_name_ok("storm-1.0.0"));
	assert_false(profile_name_ok("../x"));
	assert_true(profile_name_ok("12345678901234567890123456789012345678901234567890"));
	assert_false(profile_name_ok("123456789012345678901234567890123456789012345678901"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(good_one),
		cmocka_unit_test(shipped_one),
		cmocka_unit_test(combinations),
		cmocka_unit_test(broken_definitions),
		cmocka_unit_test(broken_options),
		cmocka_unit_test(broken_results),
		cmocka_unit_test(append_needs_options),
		cmocka_unit_test(names),
	};

	return cmocka_run_group_tests_name("profile", tests, NULL, NULL);
}

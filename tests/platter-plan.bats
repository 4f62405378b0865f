#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# `platter plan`: what suites stand for, as columns and as JSON, and one line for each thing
# wrong with one. Suites and profiles are made here; the shipped ones are only printed. That
# the rules are Phoronix's own was seen with the real one (10.8.6), whose answers stand here.

# shellcheck disable=SC2030,SC2031,SC2154 # bats: a test is a subshell; run sets $stderr

load lib

setup() {
	bats_require_minimum_version 1.5.0
	S=$BATS_TEST_TMPDIR/suites
	mkdir -p "$S/profiles"
}

# option DISPLAY IDENTIFIER DEFAULT NAME=VALUE…: an Option element; DEFAULT '' leaves it out.
option() {
	local entry display=$1 identifier=$2 preset=$3
	shift 3
	echo "<Option><DisplayName>$display</DisplayName><Identifier>$identifier</Identifier>"
	echo "<ArgumentPrefix>--$identifier=</ArgumentPrefix>"
	[ -z "$preset" ] || echo "<DefaultEntry>$preset</DefaultEntry>"
	echo '<Menu>'
	for entry; do
		echo "<Entry><Name>${entry%%=*}</Name><Value>${entry#*=}</Value></Entry>"
	done
	echo '</Menu></Option>'
}

# profile NAME [OPTIONS]: a whole profile with these Option elements.
profile() {
	local dir=$S/profiles/$1
	mkdir -p "$dir"
	cat >"$dir/test-definition.xml" <<-END
		<?xml version="1.0"?>
		<PhoronixTestSuite><TestInformation><Title>Title of $1</Title><AppVersion>2.1</AppVersion>
		<ResultScale>Seconds</ResultScale><Proportion>LIB</Proportion><Executable>$1</Executable>
		<TimesToRun>3</TimesToRun></TestInformation>
		<TestProfile><Version>1.0.0</Version><TestType>Disk</TestType><Status>Private</Status>
		<RequiresDisplay>FALSE</RequiresDisplay><EnvironmentTestingSize>12.1</EnvironmentTestingSize>
		<AllowResultsSharing>FALSE</AllowResultsSharing></TestProfile>
		${2:+<TestSettings>$2</TestSettings>}
		</PhoronixTestSuite>
	END
	cat >"$dir/results-definition.xml" <<-END
		<PhoronixTestSuite><ResultsParser><OutputTemplate>RESULT a: #_RESULT_#</OutputTemplate>
		<LineHint>RESULT a:</LineHint></ResultsParser></PhoronixTestSuite>
	END
	echo '[a]' >"$dir/$1.fio"
}

# suite NAME EXECUTE…: each EXECUTE is what stands between <Execute> and </Execute>.
suite() {
	local name=$1 execute
	shift
	mkdir -p "$S/$name"
	{
		echo '<?xml version="1.0"?>'
		echo '<PhoronixTestSuite>'
		echo '<SuiteInformation><Title>Some Suite</Title><Version>1.0.0</Version>'
		echo '<TestType>Disk</TestType><Description>d</Description><Maintainer>m</Maintainer>'
		echo '</SuiteInformation>'
		for execute; do
			echo "<Execute>$execute</Execute>"
		done
		echo '</PhoronixTestSuite>'
	} >"$S/$name/suite-definition.xml"
}

plan() {
	PLATTER_SUITES=$S run --separate-stderr "$PLATTER" plan "$@"
}

# cases: arguments and description of every line of $output, as ARGUMENTS|DESCRIPTION.
cases() {
	grep -v '^#' <<<"$output" | cut -f 3,4 | tr '\t' '|'
}

# refused WORD…: status 1, nothing on stdout, one line on stderr with every WORD in it.
refused() {
	local word
	assert_failure 1
	assert_output ''
	assert_equal "$(wc -l <<<"$stderr")" 1
	assert_regex "$stderr" '^platter: [^A-Z].*[^.]$'
	for word; do
		[[ $stderr == *"$word"* ]] || fail "no '$word' in: $stderr"
	done
}

@test "shipped suites: quick and small-files" {
	run "$PLATTER" plan quick
	assert_success
	assert_equal "${#lines[@]}" 2
	assert_line --index 0 "$(printf '#%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s' profile jobfile \
		arguments description runs ignore_runs est_seconds needs_mb requires_root app_version title)"
	assert_line --index 1 "$(printf '%s\t%s\t%s\t%s\t3\t-\t15\t600\tFALSE\t1.0\tSmall File Storm' smallfile \
		"$ROOT/suites/profiles/smallfile/smallfile.fio" --files=10000 'Files: 10000')"
	run "$PLATTER" plan small-files
	assert_success
	assert_equal "$(cases)" $'--files=10000|Files: 10000\n--files=100000|Files: 100000'
}

@test "the same as JSON" {
	run "$PLATTER" plan --format json small-files
	assert_success
	run jq -c '[.format, .version, .suite, .title, (.cases[] | [.profile, .arguments, .description, .runs,
		.ignore_runs, .needs_mb, .requires_root, .app_version, (.jobfile | endswith("/smallfile.fio"))])]' <<<"$output"
	assert_output '["platter-plan",1,"small-files","Small Files",["smallfile","--files=10000","Files: 10000",6,"",600,false,"1.0",true],["smallfile","--files=100000","Files: 100000",6,"",600,false,"1.0",true]]'
}

@test "a suite by path: its directory or its file, profiles from suites/" {
	local by
	profile p
	suite s '<Test>local/p</Test>'
	mv "$S/s" "$BATS_TEST_TMPDIR/elsewhere"
	for by in "$BATS_TEST_TMPDIR/elsewhere" "$BATS_TEST_TMPDIR/elsewhere/" \
		"$BATS_TEST_TMPDIR/elsewhere/suite-definition.xml"; do
		plan "$by"
		assert_success
		assert_equal "$(cases)" '-|-'
	done
	plan -f json "$BATS_TEST_TMPDIR/elsewhere"
	assert_equal "$(jq -r .suite <<<"$output")" elsewhere
}

@test "BATCH: all combinations, last option fastest, names cut at '('" {
	profile p "$(option Files files '' 10=10 'Many (a lot)=20')$(option Size size '' 'a(b)=1' '(x) y=2')"
	suite s '<Test>local/p</Test><Mode>BATCH</Mode>'
	plan s
	assert_success
	assert_equal "$(cases)" "--files=10 --size=1|Files: 10 - Size: a(b)
--files=10 --size=2|Files: 10 - Size: (x) y
--files=20 --size=1|Files: Many - Size: a(b)
--files=20 --size=2|Files: Many - Size: (x) y"
	# without a mode and a description, but with options, it is BATCH too
	suite s '<Test>local/p</Test>'
	plan s
	assert_equal "$(cases | wc -l)" 4
}

@test "BATCH with OptionSelect" {
	profile p "$(option Files files '' 10=10 'Many (a lot)=20' 30=30)$(option Size size '' 1=1 2=2)"
	suite s '<Test>local/p</Test><Mode>BATCH</Mode><OptionSelect>files=30, files = Many (a lot),size=2</OptionSelect>'
	plan s
	assert_success
	assert_equal "$(cases)" "--files=20 --size=2|Files: Many - Size: 2
--files=30 --size=2|Files: 30 - Size: 2"
}

@test "OptionSelect that selects nothing is refused" {
	profile p "$(option Files files '' 10=10 20=20)"
	suite s '<Test>local/p</Test><Mode>BATCH</Mode><OptionSelect>files=11</OptionSelect>'
	plan s
	refused "s/suite-definition.xml': line 6: option 'files' of profile 'p' has no entry '11'"
	suite s '<Test>local/p</Test><Mode>BATCH</Mode><OptionSelect>size=1</OptionSelect>'
	plan s
	refused "line 6: profile 'p' has no option 'size'"
	suite s '<Test>local/p</Test><Mode>BATCH</Mode><OptionSelect>files</OptionSelect>'
	plan s
	refused "OptionSelect 'files' is not 'identifier=entry'"
	suite s '<Test>local/p</Test><Mode>DEFAULTS</Mode><OptionSelect>files=10</OptionSelect>'
	plan s
	refused "OptionSelect without Mode BATCH"
}

@test "DEFAULTS: the default entry, the first without one, both of two" {
	profile p "$(option A a 2 x=1 y=2 z=3)$(option B b '' x=1 y=2 z=3)$(option C c 2 x=1 y=2)$(option D d 0 x=1 y=2 z=3)"
	suite s '<Test>local/p</Test><Mode>DEFAULTS</Mode>'
	plan s
	assert_success
	assert_equal "$(cases)" "--a=2 --b=1 --c=1 --d=1|A: y - B: x - C: x - D: x
--a=2 --b=1 --c=2 --d=1|A: y - B: x - C: y - D: x"
}

@test "a fixed case must be one the menus give" {
	profile p "$(option Files files '' 10=10 'Many (a lot)=20')"
	suite s '<Test>local/p</Test><Arguments>--files=20</Arguments><Description>Files: Many</Description>'
	plan s
	assert_success
	assert_equal "$(cases)" '--files=20|Files: Many'
	suite s '<Test>local/p</Test><Arguments>--files=20</Arguments><Description>Files: 20</Description>'
	plan s
	refused "line 6: arguments '--files=20' with description 'Files: 20' are not what options of profile 'p' give"
	suite s '<Test>local/p</Test><Arguments>--files=10;reboot</Arguments><Description>Files: 10</Description>'
	plan s
	refused 'line 6: Arguments' 'holds a character other than'
	suite s '<Test>local/p</Test><Arguments>--files=10</Arguments><Description>Files: 10</Description><Mode>BATCH</Mode>'
	plan s
	refused 'leave out Mode BATCH'
	suite s '<Test>local/p</Test><Arguments>--files=10</Arguments>'
	plan s
	refused 'Arguments or Description beside all combinations'
}

@test "suites in suites: in their place, each case once" {
	profile p "$(option Files files '' 1=1 2=2)"
	profile quiet
	suite inner '<Test>local/p</Test>' '<Test>local/quiet</Test>'
	suite outer '<Test>local/p</Test><Arguments>--files=2</Arguments><Description>Files: 2</Description>' \
		'<Test>local/inner</Test>' '<Test>inner</Test>'
	plan outer
	assert_success
	assert_equal "$(grep -v '^#' <<<"$output" | cut -f 1,3 | tr '\t' ' ')" "p --files=2
p --files=1
quiet -"
}

@test "a suite that holds itself, and one too deep" {
	local i
	suite one '<Test>local/two</Test>'
	suite two '<Test>local/one</Test>'
	plan one
	refused "one/suite-definition.xml': the suite holds itself"
	# a link does not hide it
	suite link1 '<Test>link2</Test>'
	ln -s link1 "$S/link2"
	plan link1
	refused 'the suite holds itself'
	for i in {1..20}; do
		suite "deep$i" "<Test>deep$((i + 1))</Test>"
	done
	plan deep1
	refused 'suites nested over 16 deep'
}

@test "a profile goes before a suite of the same name" {
	profile both
	suite both '<Test>local/both</Test>'
	plan both
	assert_success
	assert_equal "$(grep -v '^#' <<<"$output" | cut -f 1)" both
}

@test "unknown suites and profiles: one line with what there is" {
	profile p
	suite s '<Test>local/nothere</Test>'
	suite t '<Test>local/p</Test>'
	plan nothere
	refused "unknown suite 'nothere'; there are suites: s, t; profiles: p"
	plan s
	refused "s/suite-definition.xml': line 6: unknown profile or suite 'local/nothere'; there are suites: s, t; profiles: p"
	suite s '<Test>pts/fio</Test>'
	plan s
	refused "unknown profile or suite 'pts/fio'"
	suite s '<Test>local/p-1.0.0</Test>'
	plan s
	refused "unknown profile or suite 'local/p-1.0.0'"
	suite s '<Test>local/../p</Test>'
	plan s
	refused "unknown profile or suite 'local/../p'"
	plan ./nothere
	refused "cannot read './nothere': No such file or directory"
}

@test "an instruction to our runner: the number of runs" {
	profile p
	suite inner '<Test>local/p</Test>'
	suite s '<Test>local/inner</Test>'
	# in a nested suite it counts for nothing
	sed -i '1a <?platter runs="9"?>' "$S/inner/suite-definition.xml"
	plan s
	assert_equal "$(grep -v '^#' <<<"$output" | cut -f 5)" 3
	sed -i '1a <?platter runs="12"?>' "$S/s/suite-definition.xml"
	plan s
	assert_equal "$(grep -v '^#' <<<"$output" | cut -f 5)" 12
	run jq '.cases[0].runs' <(PLATTER_SUITES=$S "$PLATTER" plan -f json s)
	assert_output 12
	local bad
	for bad in 'runs="0"' 'runs="x"' 'runs="3' 'runs="3" x' 'rums="3"'; do
		suite s '<Test>local/p</Test>'
		sed -i "1a <?platter $bad?>" "$S/s/suite-definition.xml"
		plan s
		refused "line 2: unknown instruction 'platter $bad'; there is runs="
	done
}

@test "a profile that cannot be read, or has no job file" {
	profile p
	suite s '<Test>local/p</Test>'
	sed -i 's/>3</>0</' "$S/profiles/p/test-definition.xml"
	plan s
	refused "p/test-definition.xml': line 4: TimesToRun '0'"
	profile p
	rm "$S/profiles/p/p.fio"
	plan s
	refused "profile 'p' has no readable job file '$S/profiles/p/p.fio'"
}

@test "broken suite files" {
	profile p
	suite s '<Test>local/p</Test><Colour>red</Colour>'
	plan s
	refused "line 6: unknown element 'Colour' in 'Execute'"
	suite s '<Test>local/p</Test><Mode>SOME</Mode>'
	plan s
	refused "line 6: Mode 'SOME' is not one of"
	suite s
	plan s
	refused "'PhoronixTestSuite' without 'Execute'"
	suite s '<Test>local/p</Test>'
	sed -i 's:<Maintainer>m<:<Maintainer>m<<:' "$S/s/suite-definition.xml"
	plan s
	refused "s/suite-definition.xml': line 4: "
	: >"$S/s/suite-definition.xml"
	plan s
	refused "line 1: "
}

@test "hostile XML: entity bomb, external DTD, XInclude; one line, at once" {
	local head='<?xml version="1.0"?>'
	profile p
	suite s '<Test>local/p</Test>'
	{
		echo "$head"
		echo '<!DOCTYPE PhoronixTestSuite ['
		echo '<!ENTITY a "aaaaaaaaaaaaaaaaaaaa">'
		for n in {1..9}; do
			printf '<!ENTITY %s "%s">\n' "${n/#/b}" "$(printf "&$([ "$n" = 1 ] && echo a || echo "b$((n - 1))");%.0s" {1..20})"
		done
		echo ']>'
		echo '<PhoronixTestSuite>&b9;</PhoronixTestSuite>'
	} >"$S/s/suite-definition.xml"
	PLATTER_SUITES=$S run --separate-stderr timeout 5 "$PLATTER" plan s
	refused "line 2: a document type declaration (DTD) is not accepted"
	printf '%s\n<!DOCTYPE PhoronixTestSuite SYSTEM "file:///etc/hostname">\n<PhoronixTestSuite/>\n' "$head" \
		>"$S/s/suite-definition.xml"
	if command -v strace >/dev/null && strace -o /dev/null true 2>/dev/null; then
		PLATTER_SUITES=$S run --separate-stderr strace -f -o "$BATS_TEST_TMPDIR/calls" "$PLATTER" plan s
		run ! grep -E 'hostname|socket' "$BATS_TEST_TMPDIR/calls"
	fi
	plan s
	refused 'document type declaration'
	suite s '<Test>local/p</Test>'
	sed -i '6s,<Execute>,<Execute xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="/etc/hostname" parse="text"/>,' \
		"$S/s/suite-definition.xml"
	plan s
	refused 'line 6: XInclude is not accepted'
}

@test "usage" {
	plan
	assert_failure 2
	assert_regex "$stderr" 'plan takes one suite, got 0'
	plan a b
	assert_failure 2
	plan --format xml a
	assert_failure 2
	assert_regex "$stderr" "unknown format 'xml' of plan; use tsv or json"
	plan --bogus a
	assert_failure 2
	assert_regex "$stderr" "unknown option '--bogus'"
	plan -x a
	assert_failure 2
	assert_regex "$stderr" "unknown option '-x'"
	plan --help
	assert_success
	assert_output --partial 'usage: platter plan'
}

@test "a full disk on stdout is an error" {
	[ -c /dev/full ] || skip "needs /dev/full"
	run bash -c "'$PLATTER' plan quick 2>&1 >/dev/full"
	assert_failure 1
	assert_output --partial 'cannot write to standard output'
}

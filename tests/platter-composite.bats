#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# composite.xml: what is written is held to our own grammar (tests/fixtures/composite) and read
# back; with PTS_SCHEMAS=DIR, the schemas of Phoronix Test Suite, to those too. Also the XML that
# is shipped, and what the reader says of files it does not take.

# shellcheck disable=SC2030,SC2031,SC2154 # bats: a test is a subshell; run sets $stderr

load lib

setup() {
	bats_require_minimum_version 1.5.0
	need_tool xmllint jq
	cd "$BATS_TEST_TMPDIR" || return
	export SOURCE_DATE_EPOCH=1800000000
}

# composite ARG…: `platter table ARG… -f composite` into composite.xml, which must be valid.
composite() {
	"$PLATTER" table -f composite -o composite.xml "$@" 2>errors || {
		cat errors
		return 1
	}
	valid composite.xml
}

# valid FILE: by our grammar, and read back without a complaint about the file itself.
valid() {
	xmllint --noout --relaxng "$(fixture composite/composite.rng)" "$1" 2>grammar || {
		cat grammar
		return 1
	}
	if [ -n "${PTS_SCHEMAS:-}" ]; then
		xmllint --noout --schema "$PTS_SCHEMAS/result-file.xsd" "$1" 2>schema || {
			cat schema
			return 1
		}
	fi
	"$PLATTER" table -f json -o back.json "$1" 2>/dev/null
}

# at XPATH: its text in composite.xml.
at() {
	xmllint --xpath "string($1)" composite.xml
}

count() {
	xmllint --xpath "count($1)" composite.xml
}

# raw SYSTEM RUN FILES [HEADER-LINE…]: a raw run file of one create job of FILES files in 2 s.
raw() {
	local system=$1 run=$2 files=$3
	shift 3
	mkdir -p raw
	{
		printf 'platter-run: 1\nsuite: small-files\nprofile: smallfile\narguments: --files=10000\n'
		printf 'system: %s\nrun: %s\nstarted: 2026-11-30T21:00:0%dZ\n' "$system" "$run" "$run"
		printf '%s\n' 'fio-exit: 0' 'env.cpu: Some CPU, 3: GHz' 'env.cpus: 2' 'env.memory: 7943 MiB' \
			'env.os: Debian <12>' 'env.kernel: 6.1' 'env.filesystem: ext4' 'env.scheduler: none' \
			'env.options: rw,relatime' "$@" ''
		jq -n --argjson n "$files" '{"fio version": "fio-3.33", jobs: [{jobname: "create", groupid: 0, error: 0,
			"job options": {ioengine: "external:/x/smallfile.so", rw: "write", op: "create", bs: "1k", size: "10000k"},
			write: {iops: ($n / 2), bw_bytes: 1, runtime: 2000, total_ios: $n,
				clat_ns: {min: 1000, max: 9000, mean: 3000, stddev: 5, N: $n}}}]}'
	} >"raw/$(tr -c 'a-z0-9\n' - <<<"$system")-$run.run"
}

@test "every fio fixture: valid, keys unique, nothing lost on the way back" {
	local file n=0
	for file in "$ROOT"/tests/fixtures/fio/{2.1.10,3.33,3.36,3.42}/*.all.txt; do
		grep -q '"fio version"' "$file" || continue
		composite "$file" || fail "$file"
		n=$((n + 1))
		assert_equal "$(jq '[.observations[] | select(.stat == "mean" or (.stat | test("^p")))] | length' back.json)" \
			"$(count //Entry)"
	done
	[ "$n" -gt 40 ] || fail "only $n fixtures"
	# all at once: many systems, some rows shared
	composite "$ROOT"/tests/fixtures/fio/3.33/*.all.txt
	assert_equal "$(count //System)" "$(find "$ROOT/tests/fixtures/fio/3.33" -maxdepth 1 -name '*.all.txt' | wc -l)"
}

@test "a run of a profile: identity, runs, conditions" {
	raw 'ext4 raid10' 1 20000
	raw 'ext4 raid10' 2 10000
	raw xfs 1 5000 'label: lab: loopback, one machine'
	composite raw
	assert_equal "$(count //System)" 2
	assert_equal "$(count //Result)" 2
	local row='//Result[Scale="Seconds"]'
	assert_equal "$(at "$row/Identifier")" local/smallfile
	assert_equal "$(at "$row/Title")" 'Small File Storm'
	assert_equal "$(at "$row/AppVersion")" 1.0
	assert_equal "$(at "$row/Arguments")" --files=10000
	assert_equal "$(at "$row/Description")" 'Files: 10000 - Phase: Create'
	assert_equal "$(at "$row/Proportion")" LIB
	assert_equal "$(at "$row//Entry[1]/RawString")" 2:2
	row='//Result[Scale="Files/s"]'
	assert_equal "$(at "$row/Description")" 'Files: 10000 - Rate: Create'
	assert_equal "$(at "$row/Proportion")" HIB
	assert_equal "$(at "$row//Entry[1]/Identifier")" 'ext4 raid10'
	assert_equal "$(at "$row//Entry[1]/Value")" 7500
	assert_equal "$(at "$row//Entry[1]/RawString")" 10000:5000
	assert_equal "$(at "$row//Entry[2]/Value")" 2500
	assert_equal "$(at '//System[1]/Hardware')" 'Processor: Some CPU; 3 GHz (2 Cores), Memory: 7943 MiB'
	assert_equal "$(at '//System[1]/Software')" 'OS: Debian [12], Kernel: 6.1, File-System: ext4'
	assert_equal "$(at '//System[1]/TimeStamp')" '2026-11-30 21:00:01'
	assert_equal "$(at '//System[1]/JSON' | jq -c .)" '{"disk-scheduler":"none","disk-mount-options":"rw,relatime"}'
	assert_equal "$(at '//System[2]/Notes')" 'lab: loopback, one machine'
	assert_equal "$(at '//Generated/LastModified')" '2027-01-15 08:00:00'
}

@test "wall time of the runs, where the runner noted it for all of them" {
	raw a 1 20000 'elapsed: 3.217'
	raw a 2 20000 'elapsed: 4'
	raw b 1 20000 'elapsed: 3'
	raw b 2 20000
	composite raw
	assert_equal "$(at '//Entry[Identifier="a"]/JSON' | jq -c .)" '{"test-run-times":"3.22:4.00"}'
	assert_equal "$(at '//Entry[Identifier="b"]/JSON')" ''
}

@test "runs that do not count: left out of a mean, an empty Value where none is left" {
	raw half 1 20000
	raw half 2 99999 'invalid: run cut short'
	raw gone 1 20000 'invalid: run cut short'
	composite raw
	local row='//Result[Scale="Files/s"]'
	assert_equal "$(at "$row//Entry[Identifier='half']/RawString")" 10000
	assert_equal "$(at "$row//Entry[Identifier='half']/JSON" | jq -c .)" '{"platter-excluded":1}'
	assert_equal "$(at "$row//Entry[Identifier='gone']/Value")" ''
	assert_equal "$(at "$row//Entry[Identifier='gone']/JSON" | jq -c .)" \
		'{"error":"the run is invalid","platter-flags":"invalid"}'
	run jq -c '[.observations[] | select(.system == "gone") | [.value, .flags]] | unique' back.json
	assert_output '[[null,["invalid"]]]'
}

@test "a failed job is an entry without a Value" {
	composite "$(fixture fio/3.33/enospc.all.txt)"
	assert_equal "$(at '(//Entry[Value=""])[1]/JSON' | jq -r .error)" 'the job failed'
}

@test "identifiers: one ':' in every one, or none at all" {
	local a b
	a=$(fixture fio/3.33/seqread.all.txt)
	b=$(fixture fio/3.33/seqwrite.all.txt)
	composite -s 'aoe: ext4' "$a" -s 'aoe: xfs' "$b"
	assert_equal "$(at '//System[1]/Identifier')" 'aoe: ext4'
	composite -s 'aoe: ext4' "$a" -s 'nfs:/export' "$b"
	assert_equal "$(at '//System[1]/Identifier')" 'aoe - ext4'
	assert_equal "$(at '//System[2]/Identifier')" 'nfs-/export'
	composite -s '<a> & "b"' "$a"
	assert_equal "$(at '//System[1]/Identifier')" '[a] & "b"'
	assert_equal "$(at '(//Entry)[1]/Identifier')" '[a] & "b"'
}

@test "Parent is the key of a row that is there" {
	local parent text
	composite "$(fixture fio/3.33/seqread.all.txt)"
	parent=$(at '(//Parent)[1]')
	text=$(at '(//Result)[1]/Title'),$(at '(//Result)[1]/Arguments'),$(at '(//Result)[1]/Description')
	text+=,$(at '(//Result)[1]/AppVersion'),$(at '(//Result)[1]/Scale')
	assert_equal "$(printf '%s' "$text" | sha1sum | cut -d ' ' -f 1)" "$parent"
	assert_equal "$(xmllint --xpath '//Parent/text()' composite.xml | sort -u)" "$parent"
	# the row itself has none, and its latencies have their extremes beside the mean
	assert_equal "$(at '(//Result)[1]/Parent')" ''
	run jq -e '."min-result" > 0 and ."max-result" > ."min-result"' <<<"$(
		at '//Result[contains(Description, "Latency mean (clat)")]//JSON'
	)"
	assert_success
}

@test "a composite of a composite is the same composite" {
	raw 'ext4 raid10' 1 20000 'label: lab: loopback, one machine'
	raw 'ext4 raid10' 2 10000
	composite raw --title t
	mv composite.xml first.xml
	composite first.xml --title t
	diff first.xml composite.xml
	# bounds too, and "less than"
	composite "$ROOT/suites/small-files/published.xml" --title t
	mv composite.xml first.xml
	composite first.xml --title t
	diff first.xml composite.xml
	assert_equal "$(at '(//Entry)[1]/Value')" 1
	assert_equal "$(at '(//Entry)[1]/JSON' | jq -c .)" '{"min-result":0,"max-result":1,"platter-flags":"bound"}'
}

@test "decimal points in any locale" {
	need_tool localedef
	localedef -i de_DE -f UTF-8 "$BATS_TEST_TMPDIR/de_DE.UTF-8" || skip "needs the locale de_DE (package locales)"
	LOCPATH=$BATS_TEST_TMPDIR LC_ALL=de_DE.UTF-8 composite "$(fixture fio/3.33/seqread.all.txt)"
	assert_equal "$(xmllint --xpath '//Value/text()' composite.xml | grep -c ,)" 0
}

@test "nothing to write is an error" {
	raw a 1 20000
	sed -i 's/"iops".*//' raw/a-1.run
	jq -n '{"fio version": "fio-3.33", jobs: []}' >empty.json
	run --separate-stderr "$PLATTER" table -f composite empty.json
	assert_failure 1
	assert_regex "$stderr" 'no result that Phoronix could show'
	assert_output ''
}

@test "shipped XML: our constraints" {
	local suite
	for suite in "$ROOT"/suites/*/suite-definition.xml; do
		run "$PLATTER" plan "$suite"
		assert_success
	done
	run "$PLATTER" env
	assert_success
	for suite in "$ROOT"/suites/*/published.xml; do
		valid "$suite"
		assert_equal "$(jq '.warnings | length' back.json)" 0
		# every row of it is a row of a profile here
		assert_equal "$(jq '[.observations[] | select(.test.result == null)] | length' back.json)" 0
	done
}

@test "shipped XML and a written composite: Phoronix's own schemas" {
	[ -n "${PTS_SCHEMAS:-}" ] ||
		skip "needs PTS_SCHEMAS=DIR, the schemas of Phoronix Test Suite, which is in no package"
	local file
	for file in "$ROOT"/suites/profiles/*/test-definition.xml; do
		xmllint --noout --schema "$PTS_SCHEMAS/test-profile.xsd" "$file"
		xmllint --noout --schema "$PTS_SCHEMAS/results-parser.xsd" "${file%/*}/results-definition.xml"
	done
	for file in "$ROOT"/suites/*/suite-definition.xml; do
		xmllint --noout --schema "$PTS_SCHEMAS/test-suite.xsd" "$file"
	done
	for file in "$ROOT"/suites/*/published.xml; do
		xmllint --noout --schema "$PTS_SCHEMAS/result-file.xsd" "$file"
	done
	composite "$(fixture fio/3.33/seqread.all.txt)"
	xmllint --noout --schema "$PTS_SCHEMAS/result-file.xsd" composite.xml
}

@test "published figures beside one's own, in one row" {
	raw mine 1 20000
	composite raw --against published
	local row='//Result[Description="Files: 10000 - Phase: Create"]'
	assert_equal "$(at "count($row//Entry)")" 7
	assert_equal "$(at "$row//Entry[Identifier='mine']/Value")" 2
	assert_equal "$(at "$row//Entry[Identifier='NetApp 3050']/Value")" 14
}

# refused LINE WORD…: `platter table` on x.xml fails with one line that names file and line.
refused() {
	local line=$1 word
	shift
	run --separate-stderr timeout 5 "$PLATTER" table x.xml
	assert_failure 1
	assert_equal "$(grep -c '^platter: cannot read' <<<"$stderr")" 1
	assert_regex "$stderr" "platter: cannot read 'x.xml': line $line: "
	for word; do
		[[ $stderr == *"$word"* ]] || fail "no '$word' in: $stderr"
	done
}

@test "an entity that XML does not define" {
	cp "$(fixture cases/49-pts-undefined-entity.txt)" x.xml
	refused 2 nbsp
}

@test "hostile files: entity bomb, external DTD, XInclude, depth, no result file" {
	local i
	{
		echo '<?xml version="1.0"?>'
		echo '<!DOCTYPE PhoronixTestSuite [<!ENTITY a "aaaaaaaaaa">'
		for i in {1..9}; do
			printf '<!ENTITY %s "%s">' "b$i" "$(printf '&%s;' "$([ "$i" = 1 ] && echo a || echo "b$((i - 1))")"{,,,,,,,,,})"
		done
		echo ']>'
		echo '<PhoronixTestSuite>&b9;</PhoronixTestSuite>'
	} >x.xml
	refused 2 'document type declaration'
	printf '<?xml version="1.0"?>\n<!DOCTYPE PhoronixTestSuite SYSTEM "http://127.0.0.1:9/x.dtd">\n<PhoronixTestSuite/>\n' >x.xml
	refused 2 'document type declaration'
	sed '3i <xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="/etc/hostname" parse="text"/>' \
		"$(fixture cases/48-pts-linegraph-empty-identifier.txt)" >x.xml
	refused 3 XInclude
	{
		echo '<?xml version="1.0"?>'
		printf '<PhoronixTestSuite>%s' "$(printf '<a>%.0s' {1..400})"
	} >x.xml
	refused 2 depth
	cp "$ROOT/suites/quick/suite-definition.xml" x.xml
	refused '[0-9]+' 'no Result in it'
	printf '<?xml version="1.0"?>\n<html></html>\n' >x.xml
	refused 2 "root element 'html'"
	head -c 300 "$ROOT/suites/small-files/published.xml" >x.xml
	refused '[0-9]+'
}

@test "a gzip file is read as well" {
	gzip -c "$ROOT/suites/small-files/published.xml" >x.xml
	run "$PLATTER" table x.xml
	assert_success
	assert_output --partial 'ZFS with Gluster'
}

#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# RESULT lines: what `platter table -f results` prints for Phoronix Test Suite, and that the
# shipped results-definition.xml finds every row in them the way Phoronix's parser does.

# shellcheck disable=SC2030,SC2031,SC2154 # bats: a test is a subshell; run sets $stderr

load lib

setup() {
	bats_require_minimum_version 1.5.0
	need_tool jq
	cd "$BATS_TEST_TMPDIR" || return
}

# raw_run [HEADER-LINE…]: one whole run of profile smallfile as raw file 1.run.
raw_run() {
	{
		printf '%s\n' 'platter-run: 1' 'profile: smallfile' 'arguments: --files=10000' \
			'system: here' 'run: 1' "$@" ''
		jq -n '
			def job($name; $op; $rw; $dir; $s): {jobname: $name, groupid: 0, error: 0,
				"job options": {ioengine: "external:/x/smallfile.so", rw: $rw, op: $op, bs: "1k", size: "10000k"},
				($dir): {iops: (10000 / $s), bw_bytes: 1, runtime: ($s * 1000), total_ios: 10000,
					clat_ns: {min: 1000, max: 9000, mean: 3000, stddev: 5, N: 10000}}};
			{"fio version": "fio-3.33", jobs: [
				job("create"; "create"; "write"; "write"; 2), job("lsla"; "lsla"; "read"; "read"; 0.125),
				job("stat"; "stat"; "read"; "read"; 0.5), job("readfile"; "readfile"; "read"; "read"; 1),
				job("rm"; "rm"; "trim"; "trim"; 4), job("create-cold"; "create"; "write"; "write"; 2.5),
				job("lsla-cold"; "lsla"; "read"; "read"; 0.25), job("rm-cold"; "rm"; "trim"; "trim"; 8)]}'
	} >1.run
}

# phoronix_parse HINT TEMPLATE FILE: the token Phoronix 10.8 takes for #_RESULT_#: in the last
# line with HINT the one that stands where the key stands in the template.
phoronix_parse() {
	local line token place=-1 i=0
	for token in $2; do
		[ "$token" != '#_RESULT_#' ] || place=$i
		i=$((i + 1))
	done
	line=$(grep -F -- "$1" "$3" | tail -n 1)
	i=0
	for token in $line; do
		[ "$i" != "$place" ] || echo "$token"
		i=$((i + 1))
	done
}

@test "a run of a profile: its rows and nothing else, plain decimals" {
	raw_run
	run "$PLATTER" table -f results 1.run
	assert_success
	assert_equal "$(sort <<<"$output")" "$(
		sort <<-'END'
			RESULT create-cold_rate: 4000
			RESULT create-cold_seconds: 2.5
			RESULT create_rate: 5000
			RESULT create_seconds: 2
			RESULT lsla-cold_rate: 40000
			RESULT lsla-cold_seconds: 0.25
			RESULT lsla_rate: 80000
			RESULT lsla_seconds: 0.125
			RESULT readfile_rate: 10000
			RESULT readfile_seconds: 1
			RESULT rm-cold_rate: 1250
			RESULT rm-cold_seconds: 8
			RESULT rm_rate: 2500
			RESULT rm_seconds: 4
			RESULT stat_rate: 20000
			RESULT stat_seconds: 0.5
		END
	)"
}

@test "results-definition.xml finds each of them, as Phoronix would" {
	need_tool xmllint
	local xml=$ROOT/suites/profiles/smallfile/results-definition.xml i n hint template name value
	raw_run
	"$PLATTER" table -f results 1.run >log
	n=$(xmllint --xpath 'count(//ResultsParser)' "$xml")
	assert_equal "$n" 16
	for ((i = 1; i <= n; i++)); do
		hint=$(xmllint --xpath "string(//ResultsParser[$i]/LineHint)" "$xml")
		template=$(xmllint --xpath "string(//ResultsParser[$i]/OutputTemplate)" "$xml")
		name=${hint#RESULT }
		value=$(sed -n "s/^RESULT ${name} //p" log)
		[ -n "$value" ] || fail "no line for '$hint'"
		assert_equal "$(phoronix_parse "$hint" "$template" log)" "$value"
	done
}

@test "without a profile: everything that has a name, means with their extremes" {
	run "$PLATTER" table -f results "$(fixture fio/3.33/seqwrite.all.txt)"
	assert_success
	refute_line --regexp '^RESULT [^ ]+: .*([eE]|nan|inf|,)'
	refute_line --regexp '^RESULT [^ ]+: [-0.]+$'
	assert_line --regexp '^RESULT [^ ]+_mbs: [0-9]+(\.[0-9]+)?$'
	assert_line --regexp '^RESULT [^ ]+_rate: [0-9]+(\.[0-9]+)?$'
	assert_line --regexp '^RESULT [^ ]+_mean_us: [0-9.]+ min: [0-9.]+ max: [0-9.]+$'
	assert_line --regexp '^RESULT [^ ]+_p99.9_us: [0-9.]+$'
	# no name twice
	assert_equal "$(cut -d ' ' -f 2 <<<"$output" | sort | uniq -d)" ''
}

@test "a job that mixes operations has them in its names" {
	run "$PLATTER" table -f results "$(fixture fio/3.33/randrw.all.txt)"
	assert_success
	assert_line --regexp '^RESULT [^ ]+_read_rate: '
	assert_line --regexp '^RESULT [^ ]+_write_rate: '
	assert_equal "$(cut -d ' ' -f 2 <<<"$output" | sort | uniq -d)" ''
}

@test "no name stands in two lines, whatever the jobs are called" {
	local file
	for file in "$ROOT"/tests/fixtures/fio/3.33/*.all.txt; do
		run --separate-stderr "$PLATTER" table -f results "$file"
		assert_equal "$(cut -d ' ' -f 2 <<<"$output" | sort | uniq -d)" ''
	done
	raw_run
	tail -n +7 1.run | jq '(.jobs[] | select(.jobname == "lsla-cold")) |=
		(.jobname = "lsla" | ."job options".size = "20000k")' >two.json
	run --separate-stderr "$PLATTER" table -f results two.json
	assert_success
	assert_line 'RESULT lsla_lsla_rate: 80000'
	assert_line 'RESULT lsla_lsla_rate_2: 40000'
}

@test "what failed, and what is zero, is not printed" {
	raw_run 'invalid: run cut short'
	run --separate-stderr "$PLATTER" table -f results 1.run
	assert_output ''
	raw_run
	sed -i 's/"error": 0/"error": 28/' 1.run
	run --separate-stderr "$PLATTER" table -f results 1.run
	assert_output ''
	raw_run
	sed -i 's/"iops": 5000/"iops": 0/' 1.run
	run --separate-stderr "$PLATTER" table -f results 1.run
	refute_line --partial create_rate
	assert_line 'RESULT lsla_rate: 80000'
}

@test "more than one system is no run of a profile" {
	raw_run
	sed 's/^system: here/system: there/' 1.run >2.run
	run --separate-stderr "$PLATTER" table -f results 1.run 2.run
	assert_failure 1
	assert_output ''
	assert_regex "$stderr" "here are 2 systems \('here', 'there'"
}

#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Going on with earlier results: --resume finishes an interrupted run, --add puts new
# systems beside old ones, --precision makes more runs. Each insists on the same suite,
# plan and job files.

# shellcheck disable=SC2030,SC2031,SC2154 # bats: a test is a subshell; run sets $stderr

load lib
load run-lib

setup() {
	bats_require_minimum_version 1.5.0
	need_engine smallfile
	few_files
	fast_dir DIR_A
	fast_dir DIR_B
	A=a=$DIR_A
	B=b=$DIR_B
}

teardown() {
	drop_fs
	drop_fast_dirs
}

@test "resume: makes the runs that are missing and no other" {
	local first
	run_quick --runs 2 --seed 5 --target "$A" --target "$B"
	assert_success
	rm "$RESULTS"/raw/*.b.2.run "$RESULTS/table.md"
	first=$(cd "$RESULTS/raw" && stat -c '%n %i %Y' ./*.run)
	run --separate-stderr "$RUN" quick --resume --results "$RESULTS"
	assert_success
	assert_exist "$RESULTS/table.md"
	assert_equal "$(find "$RESULTS/raw" -name '*.run' | wc -l)" 4
	assert_equal "$(cd "$RESULTS/raw" && stat -c '%n %i %Y' ./*.run | grep -v '\.b\.2\.run')" "$first"
	assert_equal "$(header "$RESULTS"/raw/*.b.2.run seed)" 5
	assert_equal "$(header "$RESULTS"/raw/*.b.2.run system)" b
	# one more warm-up, on the target that had work left
	assert_equal "$(find "$RESULTS/raw" -name '*.a.*.warmup' | wc -l)" 1
	assert_equal "$(find "$RESULTS/raw" -name '*.b.*.warmup' | wc -l)" 2
	# nothing to do: no run, the table again
	run --separate-stderr "$RUN" quick --resume --results "$RESULTS"
	assert_success
	assert_output --partial create
	assert_equal "$(find "$RESULTS/raw" -name '*.warmup' | wc -l)" 3
}

@test "add: a new system in the old table, its name must be new" {
	run_quick --target "$A"
	assert_success
	run "$RUN" quick --add --results "$RESULTS" --target "$A"
	one_line_refusal "'a'" --resume
	run --separate-stderr "$RUN" quick --add --results "$RESULTS" --target "$B"
	assert_success
	assert_equal "$(count system=a job=create metric=rate stat=mean)" 1
	assert_equal "$(count system=b job=create metric=rate stat=mean)" 1
	assert_equal "$(header "$RESULTS"/raw/*.b.1.run order)" 4
	# and both are resumed from then on
	run "$RUN" quick --resume --results "$RESULTS" --dry-run --runs 2
	assert_success
	assert_line 'suite quick: 2 runs and 2 warm-ups'
	run "$RUN" quick --resume --results "$RESULTS" --target "c=$DIR_A"
	one_line_refusal "'c'" --add
}

@test "another suite, plan or job file is refused" {
	run_quick --target "$A"
	assert_success
	run "$RUN" small-files --resume --results "$RESULTS"
	one_line_refusal "'quick'" "'small-files'"
	echo '; changed' >>"$PLATTER_SUITES/profiles/smallfile/smallfile.fio"
	run "$RUN" quick --add --results "$RESULTS" --target "$B"
	one_line_refusal 'plan' "'$RESULTS'"
	sed -i 's/^platter-run\t1/platter-run\t2/' "$RESULTS/settings.tsv"
	run "$RUN" quick --resume --results "$RESULTS"
	one_line_refusal settings.tsv
}

@test "a failed run is kept and not repeated by resume" {
	local small
	make_fs tmpfs 1 small
	run_quick --target "small=$small"
	assert_failure 1
	umount "$small"
	mount -t tmpfs -o size=200m platter-test "$small"
	run --separate-stderr "$RUN" quick --resume --results "$RESULTS" --runs 2
	assert_success
	assert_equal "$(count job=create metric=rate stat=mean flags=failed)" 1
	assert_equal "$(count job=create metric=rate stat=mean flags=)" 1
}

@test "precision: goes on to four times the runs if it must, and records it" {
	run_quick --runs 2 --precision 0.01 --target "$A"
	assert_success
	assert_equal "$(find "$RESULTS/raw" -name '*.run' | wc -l)" 8
	assert_regex "$stderr" 'not within 0\.01 % after 8 runs: [0-9]+ rows, the first is a: '
	assert_regex "$(header "$RESULTS"/raw/*.8.run precision)" '0\.01'
	# and stops where the widest interval of platter's own table is narrow enough
	local widest
	rm "$RESULTS"/raw/*.8.run
	widest=$("$PLATTER" table -f markdown --metric rate,time "$RESULTS/raw" |
		grep -oE '[0-9.]+ % \|' | sort -g | tail -n 1)
	widest=${widest%%[. ]*}
	run --separate-stderr "$RUN" quick --resume --results "$RESULTS" --precision "$((widest + 1))"
	assert_success
	assert_equal "$(find "$RESULTS/raw" -name '*.run' | wc -l)" 7
}

#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The runner's command line: help, refusals with one line and status 2, and --dry-run,
# which needs no target, no fio and no rights and writes nothing. No run is made here.

# shellcheck disable=SC2030,SC2031,SC2154 # bats: a test is a subshell; run sets $stderr

load lib
load run-lib

setup() {
	bats_require_minimum_version 1.5.0
}

@test "help groups the options and shows examples" {
	run "$RUN" --help
	assert_success
	assert_line 'Targets:'
	assert_line 'Results:'
	assert_line 'Examples:'
	local option
	for option in --target --runs --results --add --resume --precision --against --seed --dry-run --keep-going; do
		assert_output --partial "$option"
	done
}

@test "every option of the help is in the man page" {
	local option
	while read -r option; do
		grep -qF -- "*$option*" "$ROOT/man/platter-run.1.scd" || fail "$option is not in the man page"
	done < <("$RUN" --help | grep -oE -- '^ +(-h, )?--[a-z-]+' | grep -oE -- '--[a-z-]+')
}

@test "unknown options, suites and values are refused with one line" {
	run "$RUN"
	one_line_refusal 'no suite'
	run "$RUN" quick --pts-dynamic
	one_line_refusal "'--pts-dynamic'" --help
	run "$RUN" quick --load a=/tmp
	one_line_refusal "'--load'"
	run "$RUN" no-such-suite --dry-run
	assert_failure 2
	assert_output --partial 'no-such-suite'
	assert_equal "${#lines[@]}" 1
	run "$RUN" quick small-files
	one_line_refusal "'quick'" "'small-files'"
	run "$RUN" quick --runs 0
	one_line_refusal --runs "'0'"
	run "$RUN" quick --runs
	one_line_refusal --runs 'needs a value'
	run "$RUN" quick --precision 0.0
	one_line_refusal --precision "'0.0'"
	run "$RUN" quick --precision 100
	one_line_refusal --precision "'100'"
	run "$RUN" quick --seed -4
	one_line_refusal --seed "'-4'"
	run "$RUN" quick --against /no/such/file
	one_line_refusal --against "'/no/such/file'"
}

@test "what contradicts itself is refused with one line" {
	run "$RUN" quick --add --resume --results r
	one_line_refusal --add --resume
	run "$RUN" quick --resume
	one_line_refusal "'--results DIR'"
	run "$RUN" quick --resume --results "$BATS_TEST_TMPDIR"
	one_line_refusal settings.tsv
	run "$RUN" quick --resume --results r --seed 3
	one_line_refusal --seed
}

@test "target names and places that cannot be used are refused with one line" {
	local dir=$BATS_TEST_TMPDIR
	mkdir "$dir/a:b"
	touch "$dir/file"
	run "$RUN" quick --target "$dir"
	one_line_refusal NAME=DIR
	run "$RUN" quick --target "=$dir"
	one_line_refusal NAME=DIR
	run "$RUN" quick --target a=
	one_line_refusal NAME=DIR
	run "$RUN" quick --target "a=$dir" --target "a=$dir/x"
	one_line_refusal "'a'"
	run "$RUN" quick --target $'a\nb='"$dir"
	one_line_refusal 'control characters'
	run "$RUN" quick --target "a=$dir/missing"
	one_line_refusal "$dir/missing" 'does not exist'
	run "$RUN" quick --target "a=$dir/file"
	one_line_refusal "$dir/file" 'no directory'
	run "$RUN" quick --target "a=$dir/a:b"
	one_line_refusal "$dir/a:b" "':'"
	run "$RUN" quick --target "a=mysql:$dir/my.cnf#x"
	one_line_refusal 'no directory'
	assert_nothing_in "$dir/a:b"
}

@test "a profile with hooks is refused: they would not be run" {
	few_files
	touch "$PLATTER_SUITES/profiles/smallfile/pre.sh"
	run "$RUN" quick --dry-run
	one_line_refusal "'smallfile'" pre.sh
}

@test "a results directory with something else in it is refused" {
	echo precious >"$BATS_TEST_TMPDIR/thesis"
	run "$RUN" quick --results "$BATS_TEST_TMPDIR"
	one_line_refusal "'$BATS_TEST_TMPDIR'" 'not empty'
	assert_equal "$(ls -A "$BATS_TEST_TMPDIR")" thesis
}

@test "a missing fio and a missing engine are named in one line each" {
	run env FIO=/no/fio "$RUN" quick --target "a=$BATS_TEST_TMPDIR"
	one_line_refusal fio
	mkdir "$BATS_TEST_TMPDIR/engines"
	run env PLATTER_ENGINES="$BATS_TEST_TMPDIR/engines" "$RUN" quick --target "a=$BATS_TEST_TMPDIR"
	one_line_refusal smallfile.so make
	echo 'built for fio-3.1' >"$BATS_TEST_TMPDIR/engines/smallfile.so"
	run env PLATTER_ENGINES="$BATS_TEST_TMPDIR/engines" "$RUN" quick --target "a=$BATS_TEST_TMPDIR"
	one_line_refusal smallfile 'not built for fio-'
}

@test "dry run: prints all of it without targets, fio or rights, and writes nothing" {
	need_root
	need_tool setpriv
	mkdir "$BATS_TEST_TMPDIR/cwd"
	cd "$BATS_TEST_TMPDIR/cwd"
	chmod 755 . ..
	FIO=/no/fio run --separate-stderr as_nobody "$RUN" small-files --dry-run --seed 7 \
		--target ext4=/no/such/a --target "with blank=/no/such/b"
	assert_success
	assert_equal "$stderr" ''
	assert_line 'suite small-files: 24 runs and 2 warm-ups'
	assert_output --partial 'smallfile --files=10000'
	assert_output --partial 'smallfile --files=100000'
	assert_line '  ext4: /no/such/a/platter-work'
	assert_line '  with blank: /no/such/b/platter-work'
	assert_output --regexp 'left out: .*lsla-cold'
	assert_output --regexp 'estimate: [0-9:]+ .* MB'
	assert_equal "$(grep -cE '^ +[0-9]+  run [1-6]  ' <<<"$output")" 24
	assert_nothing_in .
}

@test "order: every block holds each case and target once, the seed repeats it" {
	local block
	first=$("$RUN" small-files --dry-run --seed 7 --target a=/x --target b=/y | grep -E '^ +[0-9]+  run ')
	again=$("$RUN" small-files --dry-run --seed 7 --target a=/x --target b=/y | grep -E '^ +[0-9]+  run ')
	other=$("$RUN" small-files --dry-run --seed 8 --target a=/x --target b=/y | grep -E '^ +[0-9]+  run ')
	assert_equal "$first" "$again"
	[ "$first" != "$other" ]
	for block in 1 2 3 4 5 6; do
		assert_equal "$(grep -c "run $block " <<<"$first")" 4
		assert_equal "$(grep "run $block " <<<"$first" | sed 's/^ *[0-9]* //' | sort -u | wc -l)" 4
	done
	# blocks differ from each other: it is no fixed order
	[ "$(awk '{ $1 = $3 = ""; print }' <<<"$first" | paste - - - - | sort -u | wc -l)" -gt 2 ]
}

@test "a suite may be named by its path" {
	run "$RUN" "$ROOT/suites/quick/" --dry-run --runs 2 --target a=/x
	assert_success
	assert_line 'suite quick: 2 runs and 1 warm-up'
}

@test "without a mount table the file system says itself what it is" {
	shim "$BATS_TEST_TMPDIR/bin" findmnt <<<'exit 1'
	# shellcheck disable=SC2016 # the inner shell's
	PATH=$BATS_TEST_TMPDIR/bin:$PATH run bash -euc '. "$1/suites/lib/device.sh"
		device_mount "$2"; echo "$MOUNT_FSTYPE"; device_mount /proc; echo "$MOUNT_FSTYPE"; device_number "$2"' sh "$ROOT" "$BATS_TEST_TMPDIR"
	assert_success
	assert_equal "${lines[0]}" "$(stat -f -c %T "$BATS_TEST_TMPDIR" | sed 's,ext2/ext3,ext2-4,')"
	assert_equal "${lines[1]}" proc
	assert_equal "${#lines[@]}" 2
}

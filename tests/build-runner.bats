#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The test runner itself: that a failed, crashed, hung or unfinished test program counts as
# failed, and that mk/test ends with the one closing line and the right exit status. Uses tiny
# TAP files and bats files made here, never the project's own tests.

load lib

# tap STATUS TEXT EXPECTED: what mk/tap-count makes of it
tap() {
	printf '%s' "$2" >"$BATS_TEST_TMPDIR/tap"
	run "$ROOT/mk/tap-count" "$BATS_TEST_TMPDIR/tap" "$1"
	assert_success
	assert_output "$3"
}

@test "counts passed, failed, skipped" {
	tap 1 $'1..4\nok 1 a\nnot ok 2 b\n# why\nok 3 c # skip no root\nok 4 d\n' "2 1 1 0"
}

@test "cmocka: several plans, and its way to say skipped" {
	tap 1 $'1..3\nok 1 - a\nnot ok 2 # SKIP b\nnot ok 3 - c\n# not ok - t\n1..1\nok 1 - a\n# ok - u\n' "2 1 1 0"
}

@test "a plan not fulfilled: the missing ones have failed" {
	tap 139 $'1..5\nok 1 a\nok 2 b\n' "2 3 0 1"
	tap 0 $'1..2\nok 1 a\n' "1 1 0 1"
}

@test "no output, no plan, an empty plan or a bail-out is a failure" {
	tap 0 '' "0 1 0 1"
	tap 0 $'ok 1 a\n' "1 1 0 1"
	tap 0 $'1..0\n' "0 1 0 1"
	tap 0 $'1..1\nok 1 a\nBail out! disk full\n' "1 1 0 1"
}

@test "all passed but exit status not 0, as under a sanitizer: a failure" {
	tap 99 $'1..1\nok 1 a\n' "1 1 0 1"
}

@test "more tests than planned: a failure" {
	tap 0 $'1..1\nok 1 a\nok 2 b\n' "2 1 0 1"
}

# mk_test FILE…: mk/test on bats files, in a copy of mk/ where there is nothing to build
mk_test() {
	local tree=$BATS_TEST_TMPDIR/tree
	mkdir -p "$tree/tests"
	cp -r "$ROOT/mk" "$tree/"
	echo 'all: ; @:' >"$tree/Makefile"
	# without the PATH that bats gives its tests: this is another bats
	env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME="$HOME" TMPDIR="$BATS_TEST_TMPDIR" ${TEST_ENV:+"${TEST_ENV[@]}"} "$tree/mk/test" --only bats "$@"
}

@test "mk/test ends with the counts as its last line, failures in full, status 1" {
	printf '@test "good" { true; }\n@test "bad" { echo "the reason"; false; }\n@test "not now" { skip "no moon"; }\n' >"$BATS_TEST_TMPDIR/mixed.bats"
	run mk_test "$BATS_TEST_TMPDIR/mixed.bats"
	assert_failure 1
	assert_line --index $((${#lines[@]} - 1)) "2 passed, 1 failed, 1 skipped"
	assert_line --partial "the reason"
	assert_line --partial "no moon"
}

@test "mk/test with all passed has status 0" {
	printf '@test "good" { true; }\n' >"$BATS_TEST_TMPDIR/good.bats"
	run mk_test "$BATS_TEST_TMPDIR/good.bats"
	assert_success
	assert_line --index $((${#lines[@]} - 1)) "2 passed, 0 failed, 0 skipped"
}

@test "a test file that does not parse or dies is a failure" {
	printf '@test "half {\n' >"$BATS_TEST_TMPDIR/broken.bats"
	printf '@test "dies" { kill -9 $$; }\n@test "never" { true; }\n' >"$BATS_TEST_TMPDIR/dies.bats"
	# bats waits for the clock of the test that was killed
	TEST_ENV=(TEST_TIMEOUT=5)
	run mk_test "$BATS_TEST_TMPDIR/broken.bats" "$BATS_TEST_TMPDIR/dies.bats"
	assert_failure 1
	assert_line --regexp '^FAIL +broken '
	assert_line --regexp '^FAIL +dies '
}

@test "a hung test is ended and a failure" {
	printf '@test "hangs" { sleep 60; }\n@test "goes on" { true; }\n' >"$BATS_TEST_TMPDIR/hangs.bats"
	TEST_ENV=(TEST_TIMEOUT=2)
	run mk_test "$BATS_TEST_TMPDIR/hangs.bats"
	assert_failure 1
	assert_line --index $((${#lines[@]} - 1)) "2 passed, 1 failed, 0 skipped"
}

@test "under PLATTER_CI=1 a missing prerequisite is a failure, else a skip" {
	printf 'load %s\n@test "needs" { need_tool platter-no-such-tool; }\n' "$ROOT/tests/lib" >"$BATS_TEST_TMPDIR/needs.bats"
	run mk_test "$BATS_TEST_TMPDIR/needs.bats"
	assert_success
	assert_line --index $((${#lines[@]} - 1)) "1 passed, 0 failed, 1 skipped"
	TEST_ENV=(PLATTER_CI=1)
	run mk_test "$BATS_TEST_TMPDIR/needs.bats"
	assert_failure 1
	assert_line --index $((${#lines[@]} - 1)) "1 passed, 1 failed, 0 skipped"
}

@test "a test that does not exist is a failure" {
	run mk_test "$BATS_TEST_TMPDIR/none.bats"
	assert_failure 1
	assert_line "FAIL  no such file: $BATS_TEST_TMPDIR/none.bats"
}

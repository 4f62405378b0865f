#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# A profile under Phoronix Test Suite, without Phoronix: what its install.sh writes, and one
# run of that as Phoronix would start it (working directory and HOME the install directory,
# LOG_FILE in the environment).

# shellcheck disable=SC2030,SC2031,SC2154 # bats: a test is a subshell; run sets $stderr

load lib

setup() {
	bats_require_minimum_version 1.5.0
	need_engine smallfile
	local base=$BATS_TEST_TMPDIR
	[ ! -w /dev/shm ] || base=/dev/shm
	INSTALLED=$(mktemp -d "$base/platter-pts.XXXXXX")
	# Phoronix finds profiles by links in a directory of its own
	mkdir -p "$BATS_TEST_TMPDIR/test-profiles/local"
	ln -s "$ROOT/suites/profiles/smallfile" "$BATS_TEST_TMPDIR/test-profiles/local/smallfile"
	cd "$INSTALLED" || return
}

teardown() {
	rm -rf -- "$INSTALLED"
}

# install_profile: as Phoronix runs it; with bash, whatever its first line says.
install_profile() {
	HOME=$INSTALLED run bash "$BATS_TEST_TMPDIR/test-profiles/local/smallfile/install.sh" "$INSTALLED"
}

# run_profile ARGUMENT…
run_profile() {
	HOME=$INSTALLED LOG_FILE=$INSTALLED/log run --separate-stderr ./smallfile "$@"
}

@test "install.sh writes the executable and its status" {
	install_profile
	assert_success
	assert_file_executable "$INSTALLED/smallfile"
	assert_equal "$(cat "$INSTALLED/install-exit-status")" 0
	assert_file_contains "$INSTALLED/smallfile" "$ROOT/suites/lib/pts-run"
}

@test "install.sh says what is missing" {
	path_without "$BATS_TEST_TMPDIR/bin" fio
	PATH=$BATS_TEST_TMPDIR/bin install_profile
	assert_failure 2
	assert_output --partial "cannot find 'fio'"
	assert_output --partial 'ERROR: '
	assert_equal "$(cat "$INSTALLED/install-exit-status")" 2
	assert_not_exist "$INSTALLED/smallfile"
}

@test "one run: RESULT lines in LOG_FILE, status 0, nothing left" {
	local phase
	install_profile
	run_profile --files=200
	assert_success
	assert_equal "$(cat test-exit-status)" 0
	for phase in create lsla stat readfile rm; do
		assert_file_contains log "^RESULT ${phase}_seconds: [0-9.]*$"
		assert_file_contains log "^RESULT ${phase}_rate: [0-9.]*$"
	done
	if [ -w /proc/sys/vm/drop_caches ]; then
		assert_file_contains log '^RESULT lsla-cold_seconds: '
	fi
	assert_equal "$(find . -mindepth 1 | sort | tr '\n' ' ')" \
		'./install-exit-status ./log ./smallfile ./test-exit-status '
}

@test "PLATTER_TARGET chooses where the files are" {
	mkdir target
	install_profile
	PLATTER_TARGET=$INSTALLED/target run_profile --files=200
	assert_success
	assert_equal "$(find target -mindepth 1)" ''
	PLATTER_TARGET=$INSTALLED/nowhere run_profile --files=200
	assert_failure
	refute [ "$(cat test-exit-status)" = 0 ]
}

@test "without the right to drop caches the cold row is left out, and said" {
	need_root
	install_profile
	chown 65534 "$INSTALLED"
	HOME=$INSTALLED LOG_FILE=$INSTALLED/log run --separate-stderr as_nobody ./smallfile --files=200
	assert_success
	assert_regex "$stderr" 'left out without the right to drop the page cache: create-cold, lsla-cold, rm-cold'
	assert_file_contains log '^RESULT rm_seconds: '
	run ! grep -e -cold log
}

@test "arguments of another form are refused" {
	install_profile
	run_profile '--files=10;reboot'
	assert_failure 1
	assert_regex "$stderr" "argument '--files=10;reboot' is not '--name=value'"
	assert_equal "$(cat test-exit-status)" 1
	assert_not_exist log
}

@test "a failing job: status, no RESULT of it" {
	install_profile
	# nothing to make: the engine refuses an empty run
	run_profile --files=0
	assert_failure
	assert_equal "$(cat test-exit-status)" "$status"
	run ! grep create_seconds log
	assert_equal "$(find . -name 'platter-pts.*')" ''
}

@test "SIGTERM: fio is ended, the files go, the status says so" {
	local pid status=0
	install_profile
	HOME=$INSTALLED LOG_FILE=$INSTALLED/log ./smallfile --files=1000000 >out 2>&1 &
	pid=$!
	for _ in {1..100}; do
		[ -z "$(find . -name 'file-99*' -print -quit)" ] || break
		sleep 0.1
	done
	assert [ -n "$(find . -name 'platter-pts.*')" ]
	kill -TERM "$pid"
	wait "$pid" || status=$?
	assert_equal "$status" 143
	assert_equal "$(cat test-exit-status)" 143
	assert_equal "$(find . -name 'platter-pts.*')" ''
}

@test "by hand: RESULT lines on stdout" {
	run --separate-stderr "$ROOT/suites/lib/pts-run" smallfile --files=200
	assert_success
	assert_line --regexp '^RESULT create_seconds: [0-9.]+$'
	assert_equal "$(find . -mindepth 1)" ''
	run --separate-stderr "$ROOT/suites/lib/pts-run" nothere
	assert_failure 1
	assert_regex "$stderr" "unknown profile 'nothere'"
	run --separate-stderr "$ROOT/suites/lib/pts-run"
	assert_failure 1
	assert_regex "$stderr" 'usage: pts-run PROFILE'
}

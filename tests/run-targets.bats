#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What the runner does to a target, and refuses to: foreign, live and stale work
# directories, symbolic links, rights, a full file system, signals. Nothing of the user's
# is touched and nothing of ours stays.

# shellcheck disable=SC2030,SC2031,SC2154 # bats: a test is a subshell; run sets $stderr

load lib
load run-lib

setup() {
	bats_require_minimum_version 1.5.0
	need_engine smallfile
	few_files
	fast_dir DIR
	RUN_PID=
}

teardown() {
	[ -z "$RUN_PID" ] || kill -KILL "$RUN_PID" 2>/dev/null || true
	drop_fs
	drop_fast_dirs
}

# marker KEY=VALUE…: a work directory in $DIR with a marker of this machine, values replaced.
marker() {
	local pair
	local -A line=([platter_run]=1 [run]=0123456789abcdef [pid]=$BASHPID [pid_start]=1
		[pid_namespace]=$(readlink /proc/self/ns/pid) [boot]=$(</proc/sys/kernel/random/boot_id)
		[host]=$HOSTNAME [machine]=$(cat /etc/machine-id 2>/dev/null || true))
	for pair; do
		line[${pair%%=*}]=${pair#*=}
	done
	mkdir -p "$DIR/platter-work/data"
	for pair in "${!line[@]}"; do
		echo "${pair//_/-}: ${line[$pair]}"
	done >"$DIR/platter-work/.platter-run"
}

@test "other files on the target stay as they are" {
	local before
	mkdir "$DIR/lost+found" "$DIR/data"
	echo precious >"$DIR/data/thesis"
	before=$(cd "$DIR" && find . -printf '%p %i %s %m\n' | sort)
	run_quick --target "a=$DIR"
	assert_success
	assert_equal "$(cd "$DIR" && find . -printf '%p %i %s %m\n' | sort)" "$before"
}

@test "a foreign platter-work is refused and stays" {
	mkdir "$DIR/platter-work"
	run "$RUN" quick --results "$RESULTS" --target "a=$DIR"
	one_line_refusal "$DIR/platter-work" 'no marker'
	echo precious >"$DIR/platter-work/thesis"
	run "$RUN" quick --results "$RESULTS.2" --target "a=$DIR"
	one_line_refusal "$DIR/platter-work" 'no marker'
	assert_file_contains "$DIR/platter-work/thesis" precious
	# a marker of a dead run does not make the rest ours
	marker
	run "$RUN" quick --results "$RESULTS.3" --target "a=$DIR"
	one_line_refusal "'thesis'"
	assert_file_contains "$DIR/platter-work/thesis" precious
}

@test "a symbolic link named platter-work is refused and not followed" {
	mkdir "$BATS_TEST_TMPDIR/home"
	echo precious >"$BATS_TEST_TMPDIR/home/thesis"
	ln -s "$BATS_TEST_TMPDIR/home" "$DIR/platter-work"
	run "$RUN" quick --results "$RESULTS" --target "a=$DIR"
	one_line_refusal 'symbolic link'
	assert_file_contains "$BATS_TEST_TMPDIR/home/thesis" precious
	# nor a link where a dead run had its data
	rm "$DIR/platter-work"
	marker
	rmdir "$DIR/platter-work/data"
	ln -s "$BATS_TEST_TMPDIR/home" "$DIR/platter-work/data"
	run "$RUN" quick --results "$RESULTS.2" --target "a=$DIR"
	one_line_refusal "'data'"
	assert_file_contains "$BATS_TEST_TMPDIR/home/thesis" precious
}

@test "what a dead run left is removed: its process is gone, or the machine was booted" {
	fast_dir other
	marker pid_start=1
	touch "$DIR/platter-work/data/old"
	mv "$DIR/platter-work" "$other"
	marker boot=00000000-0000-0000-0000-000000000000 pid=1
	run_quick --target "a=$DIR" --target "b=$other"
	assert_success
	assert_equal "$(grep -c 'left by a run that ended without cleaning' <<<"$stderr")" 2
	nothing_left "$DIR" "$other"
}

@test "a run really killed (SIGKILL) is recovered from" {
	start_run quick --runs 20 --results "$RESULTS" --target "a=$DIR"
	wait_for 60 has_files "$DIR" 1
	kill -KILL "$RUN_PID"
	wait "$RUN_PID" || true
	# the fio it had started may still be at work for a moment
	wait_for 20 no_fio
	assert_exist "$DIR/platter-work/.platter-run"
	run_quick --resume --target "a=$DIR"
	assert_success
	nothing_left "$DIR"
}

@test "a work directory of a living run, here or elsewhere, is refused" {
	marker pid=$$ "pid_start=$(sed 's/.*) //' /proc/$$/stat | cut -d ' ' -f 20)"
	run "$RUN" quick --results "$RESULTS" --target "a=$DIR"
	one_line_refusal "pid $$"
	marker host=another-machine
	run "$RUN" quick --results "$RESULTS.2" --target "a=$DIR"
	one_line_refusal "'another-machine'"
	marker pid_namespace='pid:[1]'
	run "$RUN" quick --results "$RESULTS.3" --target "a=$DIR"
	one_line_refusal container
	assert_exist "$DIR/platter-work/.platter-run"
}

@test "two runners: the second is refused on the same target and the same results" {
	start_run quick --runs 20 --results "$RESULTS" --target "a=$DIR"
	wait_for 20 test -e "$DIR/platter-work/data"
	run "$RUN" quick --results "$RESULTS.2" --target "b=$DIR"
	one_line_refusal "pid $RUN_PID owns it"
	fast_dir other
	wait_for 20 test -e "$RESULTS/settings.tsv"
	run "$RUN" quick --results "$RESULTS" --add --target "b=$other"
	one_line_refusal 'another run'
	kill -TERM "$RUN_PID"
	wait "$RUN_PID" && fail 'status 0 after SIGTERM' || assert_equal $? 143
	RUN_PID=
	nothing_left "$DIR" "$other"
}

@test "a target without the right to write is refused" {
	need_root
	chmod 755 "$DIR"
	chmod a+rx "$BATS_RUN_TMPDIR" "$BATS_FILE_TMPDIR" "$BATS_TEST_TMPDIR"
	run as_nobody "$RUN" quick --results /nowhere --target "a=$DIR"
	assert_failure 2
	assert_line --partial "no right to write in '$DIR'"
}

@test "two names for one directory, or one file system, are allowed with a warning" {
	mkdir "$DIR/sub"
	run_quick --target "a=$DIR" --target "b=$DIR/." --target "c=$DIR/sub"
	assert_success
	assert_regex "$stderr" "'a' and 'b' are the same directory"
	assert_regex "$stderr" "'a' and 'c' are on the same file system"
	assert_equal "$(find "$RESULTS/raw" -name '*.run' | wc -l)" 3
	nothing_left "$DIR" "$DIR/sub"
}

@test "20 MB free: a clear ENOSPC line, status 1, and what finished is in the table, flagged" {
	need_loop
	unset PLATTER_SUITES
	local image=$BATS_TEST_TMPDIR/small.img
	truncate -s 24M "$image"
	mkfs.ext4 -q -b 4096 -N 12000 -m 0 -O ^has_journal "$image"
	mkdir "$BATS_TEST_TMPDIR/small"
	mount -o loop "$image" "$BATS_TEST_TMPDIR/small"
	run_quick --runs 3 --target "small=$BATS_TEST_TMPDIR/small"
	run_status=$status
	umount "$BATS_TEST_TMPDIR/small"
	assert_equal "$run_status" 1
	assert_regex "$stderr" 'warning: .*: needs 39 MB at least, .* has [12][0-9] MB free; expect ENOSPC'
	assert_regex "$stderr" "'small', smallfile --files=10000: run 1 failed: .*'create': .*ENOSPC.*/file-"
	assert_regex "$stderr" 'failed twice, not tried again'
	assert_output --partial create
	assert_output --partial '[FAILED]'
	# the warm-up was the first failure, run 1 the second
	assert_equal "$(find "$RESULTS/raw" -name '*.run' | wc -l)" 1
	[ "$(count job=create metric=rate stat=mean flags=failed)" -ge 1 ]
}

@test "keep-going tries again what failed twice" {
	make_fs tmpfs 1 small
	run_quick --runs 3 --keep-going --target "small=$small"
	assert_failure 1
	assert_equal "$(grep -c 'not tried again' <<<"$stderr")" 0
	assert_equal "$(find "$RESULTS/raw" -name '*.run' | wc -l)" 3
	nothing_left "$small"
}

@test "a full target does not stop the others" {
	make_fs tmpfs 1 small
	run_quick --runs 2 --target "small=$small" --target "good=$DIR"
	assert_failure 1
	assert_equal "$(count system=good job=create metric=rate stat=mean flags=)" 2
	nothing_left "$small" "$DIR"
}

@test "fio killed by somebody else: its jobs end too, the run is kept, invalid, and status 1" {
	start_run small-files --runs 1 --seed 2 --results "$RESULTS" --target "a=$DIR"
	wait_for 60 has_files "$DIR" 5000
	pkill -KILL -P "$RUN_PID" -x fio
	wait "$RUN_PID" && fail 'status 0' || assert_equal $? 1
	RUN_PID=
	assert_regex "$(header "$RESULTS"/raw/smallfile-files-100000.a.1.run invalid)" 'run cut short'
	assert_equal "$(header "$RESULTS"/raw/smallfile-files-500.a.1.run invalid)" ''
	grep -qF 'run cut short: fio ended with status 137' "$BATS_TEST_TMPDIR/out"
	assert_equal "$(grep -c Killed "$BATS_TEST_TMPDIR/out")" 0
	nothing_left "$DIR"
}

@test "Ctrl-C in the middle of a run: nothing left, status 130" {
	start_run small-files --runs 1 --seed 1 --results "$RESULTS" --target "a=$DIR"
	wait_for 60 has_files "$DIR" 5000
	kill -INT "$RUN_PID"
	wait "$RUN_PID" && fail 'status 0 after SIGINT' || assert_equal $? 130
	RUN_PID=
	nothing_left "$DIR"
	assert_nothing_in "$DIR"
	assert_not_exist "$RESULTS/.scratch"
	run cat "$BATS_TEST_TMPDIR/out"
	assert_output --partial SIGINT
}

@test "Ctrl-C typed at a terminal: the same" {
	need_tool script
	fifo=$BATS_TEST_TMPDIR/keys
	mkfifo "$fifo"
	env --default-signal=INT script -qefc "TERM=dumb '$RUN' small-files --runs 1 --seed 1 --results '$RESULTS' --target 'a=$DIR'" \
		/dev/null <"$fifo" >"$BATS_TEST_TMPDIR/out" 2>&1 3>&- &
	RUN_PID=$!
	exec 7>"$fifo"
	wait_for 60 has_files "$DIR" 5000
	printf '\003' >&7
	wait "$RUN_PID" && fail 'status 0 after Ctrl-C' || assert_equal $? 130
	exec 7>&-
	RUN_PID=
	assert_nothing_in "$DIR"
	assert_equal "$(grep -c 'fio: terminating on signal' "$BATS_TEST_TMPDIR/out")" 0
}

@test "SIGTERM: the same with status 143" {
	start_run quick --runs 20 --results "$RESULTS" --target "a=$DIR"
	wait_for 60 has_files "$DIR" 1
	kill -TERM "$RUN_PID"
	wait "$RUN_PID" && fail 'status 0 after SIGTERM' || assert_equal $? 143
	RUN_PID=
	assert_nothing_in "$DIR"
}

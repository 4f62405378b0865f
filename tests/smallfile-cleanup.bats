#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# cleanup= of the smallfile engine: what a run made is gone at its end, also after SIGINT and
# SIGTERM, also where jobs had not started; and nothing else ever is.

load smallfile

setup() {
	sf_setup
}

teardown() {
	cd /
	drop_fs
}

# write_phases CLEANUP [OPTION…]: a job file of three phases, the first of which takes long
write_phases() {
	local cleanup=$1
	shift
	cat >phases.fio <<-END
		$(sf_global 400000k)
		file_size=0
		cleanup=$cleanup
		$(printf '%s\n' "$@")
		[create]
		op=create
		rw=write
		[stat]
		stonewall
		op=stat
		rw=read
		[rm]
		stonewall
		op=rm
		rw=trim
	END
}

# interrupt SIGNAL: starts phases.fio and sends the signal when files are being made; the exit
# status of fio is in STATUS
interrupt() {
	local signal=$1 pid try
	"$FIO" phases.fio --output-format=json >"$OUT" 2>"$ERR" &
	pid=$!
	for try in {1..200}; do
		[ "$(find "$DIR" -type f 2>/dev/null | head -n 500 | wc -l)" -lt 500 ] || break
		sleep 0.05
	done
	[ "$try" -lt 200 ]
	kill -s "$signal" "$pid"
	STATUS=0
	wait "$pid" || STATUS=$?
}

# interrupted THREAD: each signal in each layout leaves nothing and a status that is not 0
interrupted() {
	local mode signal
	for mode in shared unique; do
		for signal in INT TERM; do
			write_phases always thread="$1" dir_mode=$mode numjobs=2
			interrupt $signal
			assert_equal "$STATUS" 128
			assert_equal "$(find "$DIR" -mindepth 1 | wc -l)" 0
			(($(grep -c '^smallfile: create: [0-9]* files' "$ERR") == 2))
		done
	done
}

@test "SIGINT in the middle of 400000 creates with cleanup=always leaves nothing, status not 0" {
	interrupted 0
}

@test "the same for threads" {
	interrupted 1
}

@test "an interrupt with trees and many directories" {
	write_phases always files_per_dir=20 depth=2 numjobs=2
	interrupt INT
	assert_equal "$STATUS" 128
	assert_equal "$(find "$DIR" -mindepth 1 | wc -l)" 0
}

@test "an interrupt counts as an error for on_error, and never leaves what there is" {
	write_phases on_error
	interrupt INT
	assert_equal "$STATUS" 128
	assert_equal "$(find "$DIR" -mindepth 1 | wc -l)" 0
	write_phases never
	interrupt TERM
	assert_equal "$STATUS" 128
	(($(count_files) >= 500))
}

@test "an interrupt between two phases, when no job runs" {
	cat >phases.fio <<-END
		$(sf_global 100k)
		cleanup=always
		[create]
		op=create
		rw=write
		[stat]
		stonewall
		startdelay=60
		op=stat
		rw=read
	END
	local thread
	for thread in 0 1; do
		sed -i "/^thread=/d; s/^bs=1k/bs=1k\nthread=$thread/" phases.fio
		"$FIO" phases.fio --output-format=json >"$OUT" 2>"$ERR" &
		local pid=$! try
		for try in {1..100}; do
			! grep -q '^smallfile: create: 100 files' "$ERR" || break
			sleep 0.05
		done
		[ "$try" -lt 100 ]
		sleep 0.3
		assert_equal "$(count_files)" 100
		kill -INT $pid
		STATUS=0
		wait $pid || STATUS=$?
		assert_equal "$STATUS" 128
		assert_equal "$(find "$DIR" -mindepth 1 | wc -l)" 0
	done
}

@test "a job that was killed is cleaned up after by the others or by the parent" {
	write_phases always numjobs=2
	"$FIO" phases.fio --output-format=json >"$OUT" 2>"$ERR" &
	local pid=$! child
	until [ "$(find "$DIR" -type f 2>/dev/null | head -n 100 | wc -l)" = 100 ]; do sleep 0.05; done
	for child in $(pgrep -P $pid); do
		kill -KILL "$child"
	done
	STATUS=0
	wait $pid || STATUS=$?
	assert_not_equal "$STATUS" 0
	assert_equal "$(find "$DIR" -mindepth 1 | wc -l)" 0
}

@test "always removes at the end of the last phase, not between phases" {
	cat >job.fio <<-END
		$(sf_global 50k)
		cleanup=always
		report_file=$REP
		[create]
		op=create
		rw=write
		numjobs=3
		[stat]
		stonewall
		op=stat
		rw=read
		numjobs=3
		[mkdir]
		stonewall
		op=mkdir
		rw=write
		[rename]
		stonewall
		op=rename
		rw=write
		size=100k
	END
	local thread
	for thread in 0 1; do
		run sf_jobs job.fio --thread=$thread
		assert_success
		assert_equal "$(reported files)" "50 50 50 50 50 50 50 100"
		assert_equal "$(find "$DIR" -mindepth 1 | wc -l)" 0
	done
}

@test "on_error: removed after an error, kept without one, and kept when runtime= ends a job" {
	run sf c create write 100 cleanup=on_error
	assert_success
	assert_equal "$(count_files)" 100
	run sf r readfile read 100 file_size=2k cleanup=on_error
	assert_failure
	assert_equal "$(count_files)" 100
	rm -r "$DIR/sf"
	run sf c create write 100000000 file_size=0 runtime=300ms cleanup=on_error
	assert_success
	(($(count_files) > 10))
	rm -r "$DIR/sf"
	cat >job.fio <<-END
		$(sf_global 50k)
		cleanup=on_error
		[create]
		op=create
		rw=write
		[read]
		stonewall
		op=readfile
		rw=read
		file_size=2k
	END
	run sf_jobs job.fio
	assert_failure
	assert_equal "$(find "$DIR" -mindepth 1 | wc -l)" 0
}

@test "a failed create in one of several jobs removes the files of all" {
	make_fs tmpfs 2 DIR
	run sf c create write 2000 numjobs=2 cleanup=on_error
	local left
	left=$(find "$DIR" -mindepth 1 | wc -l)
	drop_fs
	assert_failure
	assert_equal "$left" 0
}

@test "what was there before is never removed: the run is refused" {
	mkdir "$DIR/sf"
	echo precious >"$DIR/sf/file-7"
	local value
	for value in always on_error; do
		run sf c create write 100 cleanup=$value
		assert_failure
		assert_equal "$(said)" "smallfile: option 'cleanup' is '$value': 'file-7' in '$DIR/sf' was there before and would be removed too: remove it, or set filename= to a new subdirectory"
		assert_equal "$(cat "$DIR/sf/file-7")" precious
		assert_equal "$(count_files)" 1
	done
	run sf c create write 100 cleanup=always create_flags=trunc numjobs=2 offset=0
	assert_failure
	assert_equal "$(cat "$DIR/sf/file-7")" precious
}

@test "foreign files and directories stay, and the root with them" {
	mkdir -p "$DIR/sf/d7x" "$DIR/sf/other"
	touch "$DIR/sf/file-1x" "$DIR/sf/file-007" "$DIR/sf/d7x/file-3" "$DIR/sf/notes"
	run sf c create write 100 cleanup=always
	assert_success
	assert_equal "$(cd "$DIR/sf" && find . -mindepth 1 | sort | xargs)" \
		"./d7x ./d7x/file-3 ./file-007 ./file-1x ./notes ./other"
}

@test "without filename= the directory stays, with what else is in it" {
	mkdir "$DIR/mine"
	local layout
	for layout in --dir_mode=unique --files_per_dir=10 --op=create; do
		run "$FIO" --name=c --ioengine="$ENGINE" --directory="$DIR" --bs=1k --size=50k --op=create --rw=write \
			--numjobs=2 --cleanup=always "$layout"
		assert_success
		assert_equal "$(cd "$DIR" && find . -mindepth 1)" ./mine
	done
}

@test "a phase that only looks removes nothing, whatever cleanup= says" {
	sf c create write 30
	run sf s stat read 30 cleanup=always
	assert_success
	assert_equal "$(count_files)" 30
}

@test "an interrupted rm with cleanup=always removes the rest of its files, no others" {
	sf c create write 60000 file_size=0
	touch "$DIR/sf/keep"
	"$FIO" --name=r --ioengine="$ENGINE" --directory="$DIR" --filename=sf --bs=1k --size=60000k --op=rm \
		--rw=trim --rate_iops=20000 --cleanup=always >"$OUT" 2>"$ERR" &
	local pid=$!
	sleep 1
	kill -INT $pid
	wait $pid || true
	assert_equal "$(cd "$DIR/sf" && echo *)" keep
}

@test "the directories that rm has emptied are gone, those that it has not stay" {
	sf c create write 100 files_per_dir=10 depth=2
	run sf r rm trim 50 files_per_dir=10 depth=2
	assert_success
	assert_equal "$(cd "$DIR/sf" && find . -type d | sort | xargs)" ". ./d0 ./d0/d5 ./d0/d6 ./d0/d7 ./d0/d8 ./d0/d9"
	run sf r rm trim 50 offset=50k files_per_dir=10 depth=2
	assert_success
	assert_not_exist "$DIR/sf"
}

@test "files that cannot be removed are said, and the job has failed" {
	need_root
	need_tool chattr
	make_fs ext4 32 DIR
	cat >job.fio <<-END
		$(sf_global 20k)
		cleanup=always
		[create]
		op=create
		rw=write
		[stat]
		stonewall
		op=stat
		rw=read
		exec_prerun=chattr +i $DIR/sf/file-5
	END
	run sf_jobs job.fio
	local status=$status
	chattr -i "$DIR/sf/file-5"
	drop_fs
	assert_equal "$status" 1
	assert_equal "$(said)" "smallfile: cleanup: cannot remove 'file-5' in '$DIR/sf': Operation not permitted"
}

#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Errors of the smallfile engine: each names operation and path once, the run ends cleanly with
# its statistics, the job's error is set, and no job spins.

load smallfile

setup() {
	sf_setup
}

teardown() {
	cd /
	drop_fs
}

@test "ENOSPC: a clean end, statistics, no half file" {
	make_fs tmpfs 2 DIR
	run sf c create write 100000
	assert_failure 1
	assert_equal "$(job_errors)" 28
	assert_equal "$(said | wc -l)" 1
	assert_regex "$(said)" "^smallfile: create: (write|openat) '$DIR/sf/file-[0-9]*': No space left on device \(job 'c'\)$"
	local made
	made=$(reported files)
	((made > 100))
	assert_equal "$(count_files)" "$made"
	assert_equal "$(find "$DIR/sf" -size 1024c -type f | wc -l)" "$made"
	assert_equal "$(jq -c '.errors[] | [.errno, .name, .count]' "$REP")" '[28,"ENOSPC",1]'
	assert_equal "$(jq -r '.errors[].path' "$REP")" "$DIR/sf/file-$made"
	assert_equal "$(jq '.error' "$REP")" 28
	run sf r rm trim "$made"
	assert_success
	assert_not_exist "$DIR/sf"
}

@test "ENOSPC of ext4, by blocks and by inodes" {
	make_fs ext4 8 DIR
	run sf c create write 1000000 bs=4k size=1000000k
	assert_failure 1
	assert_equal "$(job_errors)" 28
	run sf c create write 1000000 bs=1k file_size=0 name_format=other-%u
	assert_failure 1
	assert_equal "$(job_errors)" 28
}

@test "EDQUOT" {
	make_fs btrfs 128 DIR
	btrfs quota enable "$DIR"
	btrfs subvolume create "$DIR/v"
	btrfs qgroup limit 2M "$DIR/v"
	DIR=$DIR/v
	run sf c create write 200000 file_size=8k
	assert_failure 1
	assert_equal "$(job_errors)" 122
	run said
	assert_output --partial "': Disk quota exceeded (job 'c')"
}

@test "EACCES" {
	need_root
	chmod 755 "$BATS_TEST_TMPDIR" "$BATS_RUN_TMPDIR" "$BATS_RUN_TMPDIR/test"
	sf c create write 10
	chmod 711 "$DIR/sf"
	run as_nobody "$FIO" --name=j --ioengine="$ENGINE" --directory="$DIR" --filename=sf --bs=1k --size=10k \
		--op=rm --rw=trim
	assert_failure 1
	assert_output --partial "smallfile: rm: open '$DIR/sf': Permission denied (job 'j')"
	chmod 755 "$DIR/sf"
	run as_nobody "$FIO" --name=j --ioengine="$ENGINE" --directory="$DIR" --filename=sf --bs=1k --size=10k \
		--op=rm --rw=trim
	assert_failure 1
	assert_output --partial "smallfile: rm: unlinkat '$DIR/sf/file-0': Permission denied (job 'j')"
	run as_nobody "$FIO" --name=j --ioengine="$ENGINE" --directory="$DIR" --filename=other --bs=1k --size=10k \
		--op=create --rw=write
	assert_failure 1
	assert_output --partial "smallfile: create: open '$DIR/other': Permission denied (job 'j')"
	chmod 000 "$DIR/sf/file-4"
	run as_nobody "$FIO" --name=j --ioengine="$ENGINE" --directory="$DIR" --filename=sf --bs=1k --size=10k \
		--op=readfile --rw=read
	assert_failure 1
	assert_output --partial "smallfile: readfile: openat '$DIR/sf/file-4': Permission denied (job 'j')"
}

# start_slow: a create job that takes ten seconds, in the background, with files made already
start_slow() {
	"$FIO" --output-format=json --name=c --ioengine="$ENGINE" --directory="$DIR" --filename=sf --bs=1k \
		--size=100000k --op=create --rw=write --rate_iops=2000 --report_file="$REP" "$@" >"$OUT" 2>"$ERR" &
	PID=$!
	until [ "$(find "$DIR/sf" -type f 2>/dev/null | head -n 100 | wc -l)" = 100 ]; do sleep 0.05; done
}

@test "a file system gone read-only" {
	make_fs ext4 64 DIR
	start_slow
	mount -o remount,ro "$DIR" || echo s >/dev/null
	if ! findmnt -no OPTIONS "$DIR" | grep -q '^ro'; then
		# files open for writing kept it: the kernel's own way after an error
		mount -o remount,abort "$DIR" || true
	fi
	STATUS=0
	wait $PID || STATUS=$?
	assert_equal "$STATUS" 1
	assert_regex "$(said | head -n 1)" "^smallfile: create: [a-z]* '$DIR/sf/file-[0-9]*': (Read-only file system|Input/output error|Structure needs cleaning)"
	assert_not_equal "$(job_errors)" 0
	(($(reported files) >= 100))
}

# remove_underneath: removes the directory while the job, its process stopped, holds it open
remove_underneath() {
	local child
	child=$(pgrep -P $PID | head -n 1)
	kill -STOP "$child"
	rm -r "$DIR/sf"
	kill -CONT "$child"
}

@test "a directory removed underneath" {
	start_slow
	remove_underneath
	STATUS=0
	wait $PID || STATUS=$?
	assert_equal "$STATUS" 1
	assert_equal "$(job_errors)" 2
	assert_regex "$(said)" "^smallfile: create: openat '$DIR/sf/file-[0-9]*': No such file or directory \(job 'c'\)$"
}

@test "a directory removed underneath and errors ignored: the job gives up at once" {
	start_slow --continue_on_error=all --ignore_error=ENOENT,ENOENT,ENOENT
	remove_underneath
	STATUS=0
	wait $PID || STATUS=$?
	assert_equal "$STATUS" 1
	assert_equal "$(job_errors)" 2
	assert_equal "$(reported error_count)" 1
	run said
	assert_line --index 1 "smallfile: create: giving up: no operation can succeed any more (job 'c')"
}

@test "no job spins on errors that are to be ignored: it gives up after a thousand in a row" {
	sf c create write 10
	run sf j stat read 100 offset=1000k time_based=1 runtime=30 continue_on_error=all ignore_error=ENOENT,ENOENT,ENOENT
	assert_failure 1
	assert_equal "$(job_errors)" 2
	assert_equal "$(reported error_count)" 1000
	assert_equal "$(reported files)" 0
	assert_equal "$(said | wc -l)" 2
	run said
	assert_line --index 1 "smallfile: stat: giving up: no operation can succeed any more (job 'j')"
}

@test "continue_on_error goes on over single failures, each kind said once, all counted" {
	sf c create write 100
	rm "$DIR"/sf/file-{10,20,30}
	mkdir "$DIR/sf/file-20"
	run sf r readfile read 100 continue_on_error=all ignore_error=ENOENT:EISDIR
	assert_equal "$(said)" "$(printf '%s\n' \
		"smallfile: readfile: openat '$DIR/sf/file-10': No such file or directory (job 'r')" \
		"smallfile: readfile: read '$DIR/sf/file-20': Is a directory (job 'r')")"
	assert_equal "$(reported files)" 97
	assert_equal "$(jq -c '[.errors[] | [.name, .count]]' "$REP")" '[["ENOENT",2],["EISDIR",1]]'
	assert_equal "$(fio_json | jq '.jobs[0].total_err')" 3
}

@test "an error in one job leaves the others alone" {
	sf c create write 30 numjobs=3
	rm "$DIR/sf/file-45"
	run sf s stat read 30 numjobs=3
	assert_failure 1
	assert_equal "$(job_errors | tr ' ' '\n' | sort -n | xargs)" "0 0 2"
	assert_equal "$(reported files | tr ' ' '\n' | sort -n | xargs)" "15 30 30"
}

@test "more kinds of errors than are kept are still counted" {
	need_root
	sf c create write 3
	rm "$DIR/sf/file-1"
	ln -s file-1 "$DIR/sf/file-1"
	run sf r readfile read 3
	assert_failure 1
	assert_equal "$(jq -r '.errors[0].name' "$REP")" ELOOP
}

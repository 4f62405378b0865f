#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Each operation of the smallfile engine does what it says, on each file system: what is on disk
# after it, what fio and the report count. The directory is left as it was found.

load smallfile

setup() {
	sf_setup
}

teardown() {
	cd /
	drop_fs
}

# one job file with every operation on files, in order
write_cycle() {
	cat >"$BATS_TEST_TMPDIR/cycle.fio" <<-END
		[global]
		ioengine=$ENGINE
		directory=$DIR
		filename=sf
		bs=1k
		size=${1}k
		report_file=$REP
		[create]
		op=create
		rw=write
		[list]
		stonewall
		op=list
		rw=read
		[lsla]
		stonewall
		op=lsla
		rw=read
		[stat]
		stonewall
		op=stat
		rw=randread
		[open]
		stonewall
		op=open
		rw=read
		[readfile]
		stonewall
		op=readfile
		rw=randread
		[rename]
		stonewall
		op=rename
		rw=write
		[rm-half]
		stonewall
		op=rm
		rw=randtrim
		name_format=renamed-%u
		size=$(($1 / 2))k
		[delete-half]
		stonewall
		op=delete
		rw=trim
		name_format=renamed-%u
		offset=$(($1 / 2))k
		size=$(($1 / 2))k
	END
}

check_cycle() {
	write_cycle 2000
	run sf_jobs "$BATS_TEST_TMPDIR/cycle.fio"
	assert_success
	assert_equal "$(job_errors)" "0 0 0 0 0 0 0 0 0"
	assert_equal "$(job_ios)" "2000 2000 2000 2000 2000 2000 2000 1000 1000"
	assert_equal "$(reported op)" "create list lsla stat open readfile rename rm delete"
	assert_equal "$(reported files)" "2000 2000 2000 2000 2000 2000 2000 1000 1000"
	assert_equal "$(reported error_count)" "0 0 0 0 0 0 0 0 0"
	assert_not_exist "$DIR/sf"
}

@test "all operations on tmpfs" {
	make_fs tmpfs 64 DIR
	check_cycle
}

@test "all operations on ext4" {
	make_fs ext4 64 DIR
	check_cycle
}

@test "all operations on xfs" {
	make_fs xfs 320 DIR
	check_cycle
}

@test "all operations on btrfs" {
	make_fs btrfs 128 DIR
	check_cycle
}

@test "create makes files of the size asked for, with fio's buffer in them" {
	run sf c create write 20 buffer_pattern=0x61626364 numjobs=1
	assert_success
	assert_equal "$(find "$DIR/sf" -type f -size 1024c | wc -l)" 20
	assert_equal "$(tr -d abcd <"$DIR/sf/file-7" | wc -c)" 0
	assert_equal "$(head -c 8 "$DIR/sf/file-19")" abcdabcd
}

@test "mkdir and rmdir make and remove directories" {
	run sf m mkdir write 50
	assert_success
	assert_equal "$(find "$DIR/sf" -mindepth 1 -type d -name 'dir-*' | wc -l)" 50
	run sf l list read 50 name_format=dir-%u
	assert_success
	run sf r rmdir trim 50
	assert_success
	assert_equal "$(reported files)" 50
	assert_not_exist "$DIR/sf"
}

@test "rename goes to the new names, and back in a second pass" {
	sf c create write 10
	run sf r rename write 10 rename_format=new-%u.x
	assert_success
	assert_equal "$(find "$DIR/sf" -name 'new-*.x' | wc -l)" 10
	assert_equal "$(find "$DIR/sf" -name 'file-*' | wc -l)" 0
	run sf r rename write 10 name_format=new-%u.x rename_format=file-%u
	assert_success
	run sf r rename write 10 loops=2
	assert_success
	assert_equal "$(reported files)" 20
	assert_equal "$(find "$DIR/sf" -name 'file-*' | wc -l)" 10
}

@test "the operation left out follows the direction: create, stat, delete" {
	local rw op
	for rw in write:create read:stat trim:delete; do
		op=${rw#*:} rw=${rw%:*}
		run "$FIO" --name=j --ioengine="$ENGINE" --directory="$DIR" --filename=sf --bs=1k \
			--size=9k --rw="$rw" --report_file="$REP"
		assert_success
		assert_equal "$(tail -n 1 "$REP" | jq -r '.op, .files' | xargs)" "$op 9"
	done
}

@test "rm makes rm's system calls, delete only unlinkat" {
	need_tool strace
	sf c create write 3
	strace -f -o "$BATS_TEST_TMPDIR/trace" -e trace=newfstatat,unlinkat \
		"$FIO" --name=r --ioengine="$ENGINE" --directory="$DIR" --filename=sf --bs=1k --size=3k \
		--op=rm --rw=trim --output="$OUT"
	run grep -oE '(newfstatat|unlinkat)\([0-9]+, "file-[0-9]"' "$BATS_TEST_TMPDIR/trace"
	assert_equal "$(sed -E 's/\([0-9]+, / /' <<<"$output")" "$(
		for i in 0 1 2; do printf 'newfstatat "file-%d"\nunlinkat "file-%d"\n' $i $i; done
	)"
	sf c create write 3
	strace -f -o "$BATS_TEST_TMPDIR/trace" -e trace=newfstatat,unlinkat,statx \
		"$FIO" --name=r --ioengine="$ENGINE" --directory="$DIR" --filename=sf --bs=1k --size=3k \
		--op=delete --rw=trim --output="$OUT"
	run grep -c '"file-' "$BATS_TEST_TMPDIR/trace"
	assert_output 3
}

@test "create opens as asked: O_EXCL, or O_TRUNC as a script does" {
	sf c create write 5
	echo old >"$DIR/sf/file-2"
	run sf c create write 5
	assert_failure 1
	assert_equal "$(job_errors)" 17
	assert_equal "$(said)" "smallfile: create: openat '$DIR/sf/file-0': File exists (job 'c')"
	run sf c create write 5 create_flags=trunc
	assert_success
	assert_equal "$(stat -c %s "$DIR/sf/file-2")" 1024
}

@test "nothing else is made: no file of fio's own, no directory but the one asked for" {
	sf c create write 3
	assert_equal "$(cd "$DIR" && find . | sort | xargs)" ". ./sf ./sf/file-0 ./sf/file-1 ./sf/file-2"
}

@test "without filename= the files are in the directory itself, which stays" {
	local -a job=(--name=j --ioengine="$ENGINE" --directory="$DIR" --bs=1k --size=4k --output="$OUT")
	run "$FIO" "${job[@]}" --op=create --rw=write
	assert_success
	assert_equal "$(cd "$DIR" && find . -type f | sort | xargs)" "./file-0 ./file-1 ./file-2 ./file-3"
	run "$FIO" "${job[@]}" --op=rm --rw=trim
	assert_success
	assert_equal "$(find "$DIR" | wc -l)" 1
}

@test "a root with foreign files in it stays, and so do they" {
	sf c create write 4
	touch "$DIR/sf/precious"
	run sf r delete trim 4
	assert_success
	assert_equal "$(ls "$DIR/sf")" precious
}

@test "the example job file runs as it stands" {
	TARGET=$DIR run sf_jobs "$ROOT/engines/smallfile/smallfile.fio"
	assert_success
	[[ $(job_errors) =~ ^(0 )*0$ ]]
	assert_equal "$(find "$DIR" | wc -l)" 1
}

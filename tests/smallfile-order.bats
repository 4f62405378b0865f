#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# order= of the smallfile engine: rm, delete and readfile take the files as numbered, as listed,
# by inode or backwards; each file once in any of them.

load smallfile

setup() {
	sf_setup
}

# taken ORDER FILES [OPTION…]: the numbers in the order in which op=delete takes them
taken() {
	local order=$1 files=$2
	shift 2
	rm -f trace.*
	strace -ff -o trace -e trace=unlinkat "$FIO" --name=d --ioengine="$ENGINE" --directory="$DIR" \
		--filename=sf --bs=1k --size="${files}k" --op=delete --rw=trim --order="$order" --output="$OUT" "$@"
	cat trace.* | file_numbers /dev/stdin | xargs
}

@test "number, the default, and reverse" {
	need_tool strace
	sf c create write 12
	assert_equal "$(taken number 12)" "0 1 2 3 4 5 6 7 8 9 10 11"
	sf c create write 12
	assert_equal "$(taken reverse 12)" "11 10 9 8 7 6 5 4 3 2 1 0"
	assert_not_exist "$DIR/sf"
}

@test "readdir is the order of the directory" {
	need_tool strace
	sf c create write 200
	local listed
	# shellcheck disable=SC2012
	listed=$(ls -U "$DIR/sf" | file_numbers /dev/stdin | xargs)
	assert_equal "$(taken readdir 200)" "$listed"
	assert_not_exist "$DIR/sf"
}

@test "inode is by inode number, a directory at a time" {
	need_tool strace
	sf c create randwrite 60 files_per_dir=20
	local sorted="" dir
	# shellcheck disable=SC2012,SC2045
	for dir in $(ls -U "$DIR/sf"); do
		sorted+=" $(ls -iU "$DIR/sf/$dir" | sort -n | file_numbers /dev/stdin | xargs)"
	done
	assert_equal "$(taken inode 60 --files_per_dir=20)" "$(xargs <<<"$sorted")"
	assert_not_exist "$DIR/sf"
}

@test "every order takes every file once, by clones in one directory too" {
	local order op
	for order in number readdir inode reverse; do
		for op in rm delete; do
			run sf c create write 500 numjobs=3 file_size=0
			assert_success
			run sf r readfile read 500 numjobs=3 order=$order file_size=0
			assert_success
			assert_equal "$(reported files)" "500 500 500"
			run sf r "$op" trim 500 numjobs=3 order=$order
			assert_success
			assert_equal "$(reported files)" "500 500 500"
			assert_not_exist "$DIR/sf"
		done
	done
}

@test "a directory of more entries than a buffer holds is removed in directory order" {
	sf c create write 20000 file_size=0
	run sf r delete trim 20000 order=readdir
	assert_success
	assert_not_exist "$DIR/sf"
	sf c create write 5000 file_size=0 files_per_dir=700 depth=2
	run sf r rm trim 5000 order=inode files_per_dir=700 depth=2
	assert_success
	assert_not_exist "$DIR/sf"
}

@test "readfile in directory order comes again for every pass" {
	sf c create write 30 files_per_dir=7
	local order
	for order in readdir inode reverse; do
		run sf r readfile read 30 order=$order loops=3 files_per_dir=7
		assert_success
		assert_equal "$(reported files)" 90
	done
}

@test "a file that is not there is an error in every order" {
	local order
	for order in number readdir inode reverse; do
		sf c create write 20 create_flags=trunc
		rm "$DIR/sf/file-11"
		run sf r readfile read 20 order=$order
		assert_failure 1
		assert_equal "$(job_errors)" 2
		run sf r rm trim 20 order=$order
		assert_failure 1
		assert_equal "$(job_errors)" 2
	done
}

@test "foreign files are neither read nor removed" {
	sf c create write 20
	touch "$DIR/sf/notes" "$DIR/sf/file-20" "$DIR/sf/file-07"
	run sf r readfile read 20 order=readdir
	assert_success
	run sf r rm trim 20 order=inode
	assert_success
	assert_equal "$(cd "$DIR/sf" && echo *)" "file-07 file-20 notes"
}

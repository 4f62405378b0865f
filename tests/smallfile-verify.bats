#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# verify= of fio through the smallfile engine: contents are written and read back end to end, and
# a file that differs is named.

load smallfile

setup() {
	sf_setup
}

@test "a readfile job verifies what an earlier create job wrote, in any order" {
	local kind rw
	for kind in crc32c md5 sha512 xxhash; do
		run sf c create write 100 verify=$kind do_verify=0 create_flags=trunc
		assert_success
		for rw in read randread; do
			run sf r readfile $rw 100 verify=$kind
			assert_success
			assert_equal "$(reported files)" 100
		done
	done
}

@test "each clone finds its own files" {
	run sf c create randwrite 100 verify=crc32c do_verify=0 numjobs=3 files_per_dir=30
	assert_success
	run sf r readfile randread 100 verify=crc32c numjobs=3 files_per_dir=30
	assert_success
	assert_equal "$(reported files)" "100 100 100"
}

@test "a file that was changed is named, wherever the change is" {
	local at
	for at in 0 43 44 500 1023; do
		sf c create write 50 verify=crc32c do_verify=0 create_flags=trunc
		printf '\x5a' | dd of="$DIR/sf/file-33" bs=1 seek=$at conv=notrunc status=none
		run sf r readfile read 50 verify=crc32c
		assert_failure 1
		assert_not_equal "$(job_errors)" 0
		assert_equal "$(said)" "smallfile: readfile: verify '$DIR/sf/file-33': not what was written (job 'r')"
		assert_equal "$(reported files)" 33
	done
}

@test "files in each other's place are found out" {
	sf c create write 20 verify=crc32c do_verify=0
	mv "$DIR/sf/file-3" "$DIR/sf/x"
	mv "$DIR/sf/file-4" "$DIR/sf/file-3"
	mv "$DIR/sf/x" "$DIR/sf/file-4"
	run sf r readfile read 20 verify=crc32c
	assert_failure 1
	run said
	assert_output --partial "'$DIR/sf/file-3'"
}

@test "a create job verifies by itself: afterwards, between writes, for every pass" {
	run sf c create write 100 verify=crc32c
	assert_success
	assert_equal "$(fio_json | jq -r '.jobs[0] | "\(.write.total_ios) \(.read.total_ios)"')" "100 100"
	sf r rm trim 100
	run sf c create randwrite 100 verify=crc32c verify_backlog=7
	assert_success
	sf r rm trim 100
	run sf c create write 50 verify=crc32c loops=3
	assert_success
	assert_equal "$(count_files)" 150
	assert_equal "$(fio_json | jq -r '.jobs[0] | "\(.write.total_ios) \(.read.total_ios)"')" "150 150"
}

@test "several blocks to a header, patterns, asynchronous verify" {
	run sf c create write 0 bs=4k size=200k verify=crc32c verify_interval=512 do_verify=0
	assert_success
	run sf r readfile read 0 bs=4k size=200k verify=crc32c verify_interval=512
	assert_success
	sf r rm trim 50
	run sf c create write 50 verify=pattern verify_pattern=0xdeadbeef do_verify=0
	assert_success
	run sf r readfile read 50 verify=pattern verify_pattern=0xdeadbeef verify_async=2
	assert_success
	printf x | dd of="$DIR/sf/file-7" bs=1 seek=700 conv=notrunc status=none
	run sf r readfile read 50 verify=pattern verify_pattern=0xdeadbeef verify_async=2
	assert_failure 1
}

@test "files of later passes cannot be verified by offset, and are refused, not taken for corrupt" {
	run sf c create write 20 verify=crc32c do_verify=0 loops=2 count_file=count
	assert_success
	run sf r readfile read 20 verify=crc32c count_file=count
	assert_failure 1
	run said
	assert_output --partial "smallfile: readfile: count_file 'count': verify= can only check files of the first pass"
	run sf c create write 20 verify=crc32c do_verify=0 number_ios=12 count_file=count create_flags=trunc
	assert_success
	run sf r readfile read 20 verify=crc32c count_file=count
	assert_success
	assert_equal "$(reported files)" 12
}

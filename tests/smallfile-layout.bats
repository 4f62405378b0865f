#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Where the smallfile engine puts its files: files_per_dir, depth, dir_mode, name_format,
# file_size; each layout is found again by every operation and is gone after rm.

load smallfile

setup() {
	sf_setup
}

# round LAYOUT…: creates 200 files by two jobs, lists, reads, removes them
round() {
	local op
	run sf c create write 100 numjobs=2 "$@"
	assert_success
	assert_equal "$(count_files)" 200
	for op in list lsla stat open readfile; do
		run sf j "$op" read 100 numjobs=2 "$@"
		assert_success
		assert_equal "$(reported files)" "100 100"
	done
	run sf j stat randread 100 numjobs=2 "$@"
	assert_success
	run sf j rename write 100 numjobs=2 "$@"
	assert_success
	run sf j rm randtrim 100 numjobs=2 name_format=renamed-%u "$@"
	assert_success
	assert_equal "$(find "$DIR" | wc -l)" 1
}

@test "flat and shared" {
	round
}

@test "files_per_dir fills directories one after the other" {
	run sf c create write 25 files_per_dir=10
	assert_success
	assert_equal "$(cd "$DIR/sf" && find . -type d | sort | xargs)" ". ./d0 ./d1 ./d2"
	assert_equal "$(find "$DIR/sf/d1" -type f | file_numbers /dev/stdin | sort -n | xargs)" "$(seq 10 19 | xargs)"
	assert_equal "$(reported dirs)" 4
	sf r rm trim 25 files_per_dir=10
	round files_per_dir=10
}

@test "more directories than descriptors are held, in sequence and at random" {
	round files_per_dir=1
	run sf c create randwrite 500 files_per_dir=2
	assert_success
	assert_equal "$(find "$DIR/sf" -type d | wc -l)" 251
	run sf l list read 500 files_per_dir=2
	assert_success
	run sf r delete randtrim 500 files_per_dir=2
	assert_success
	assert_not_exist "$DIR/sf"
}

@test "depth spreads the directories over levels that are no wider than files_per_dir" {
	run sf c create write 100 files_per_dir=3 depth=3
	assert_success
	assert_exist "$DIR/sf/d0/d0/d0/file-0"
	assert_exist "$DIR/sf/d3/d2/d0/file-99"
	run bash -c "find '$DIR/sf' -mindepth 2 -type d -printf '%h\n' | sort | uniq -c | sort -n | tail -n 1"
	assert_output --regexp '^ *3 '
	sf r rm trim 100 files_per_dir=3 depth=3
	round files_per_dir=3 depth=3
	round files_per_dir=2 depth=8
}

@test "dir_mode=unique gives each job a directory" {
	run sf c create write 10 numjobs=3 dir_mode=unique
	assert_success
	assert_equal "$(cd "$DIR/sf" && echo *)" "job-0 job-1 job-2"
	assert_equal "$(find "$DIR/sf/job-1" -type f | file_numbers /dev/stdin | sort -n | xargs)" "$(seq 10 19 | xargs)"
	sf r rm trim 10 numjobs=3 dir_mode=unique
	round dir_mode=unique
	round dir_mode=unique files_per_dir=7 depth=2
}

@test "name_format: padded, with a suffix, only a number" {
	run sf c create write 12 name_format=f%08u.dat
	assert_success
	assert_exist "$DIR/sf/f00000011.dat"
	run sf l list read 12 name_format=f%08u.dat
	assert_success
	run sf r rm trim 12 name_format=f%08u.dat
	assert_success
	run sf c create write 12 name_format=%u
	assert_success
	assert_exist "$DIR/sf/11"
	run sf l lsla read 12 name_format=%u
	assert_success
}

@test "name_format: what cannot be a name is refused" {
	local format
	for format in file %d file-%u-%u a/%u %8u %u%% "$(printf 'x%.0s' {1..250})%u" %0300u; do
		run sf c create write 3 name_format="$format"
		assert_failure 1
		run said
		assert_output --partial "smallfile: option 'name_format' is '$format': "
		assert_not_exist "$DIR/sf"
	done
}

@test "names with digits at a carry are right" {
	sf c create write 1101 file_size=0
	assert_equal "$(find "$DIR/sf" -type f | file_numbers /dev/stdin | sort -n | xargs)" "$(seq 0 1100 | xargs)"
}

@test "file_size: empty, larger than bs, and a range that every phase agrees on" {
	run sf c create write 10 file_size=0
	assert_success
	assert_equal "$(find "$DIR/sf" -size 0 -type f | wc -l)" 10
	run sf r readfile read 10 file_size=0
	assert_success
	sf r rm trim 10
	run sf c create write 10 file_size=10000 buffer_pattern=0x41 bs=1k
	assert_success
	assert_equal "$(find "$DIR/sf" -size 10000c | wc -l)" 10
	assert_equal "$(tr -d A <"$DIR/sf/file-3" | wc -c)" 0
	assert_equal "$(reported bytes)" 100000
	run sf r readfile read 10 file_size=10000
	assert_success
	sf r rm trim 10
	run sf c create write 500 file_size=1k-4k
	assert_success
	assert_equal "$(find "$DIR/sf" -type f -size +1023c -size -4097c | wc -l)" 500
	(($(find "$DIR/sf" -type f -printf '%s\n' | sort -u | wc -l) > 300))
	assert_equal "$(reported bytes)" "$(find "$DIR/sf" -type f -printf '%s\n' | paste -sd+ | bc)"
	run sf r readfile randread 500 file_size=1k-4k
	assert_success
	assert_equal "$(reported bytes)" "$(find "$DIR/sf" -type f -printf '%s\n' | paste -sd+ | bc)"
	run sf r readfile read 500 file_size=1k-4k randseed=99
	assert_failure
}

@test "a file shorter than it should be is an error with its path" {
	sf c create write 5
	truncate -s 100 "$DIR/sf/file-3"
	run sf r readfile read 5
	assert_failure 1
	assert_equal "$(said)" \
		"smallfile: readfile: read '$DIR/sf/file-3': holds 100 bytes, file_size= says 1024 (job 'r')"
	assert_equal "$(reported files)" 3
}

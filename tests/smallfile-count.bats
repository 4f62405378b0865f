#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# count_file of the smallfile engine: a create that ended early, or went on for passes, tells the
# phases after it which files there are; they work on exactly those.

load smallfile

setup() {
	sf_setup
	COUNT=$BATS_TEST_TMPDIR/count
}

# later PHASE-FILES [OPTION…]: every later phase works on exactly the files that are there
later() {
	local files=$1 op there
	shift
	there=$(count_files)
	for op in list lsla stat readfile; do
		run sf j "$op" read "$files" count_file="$COUNT" "$@"
		assert_success
		assert_equal "$(reported files | tr ' ' '\n' | paste -sd+ | bc)" "$there"
	done
	run sf j rename write "$files" count_file="$COUNT" "$@"
	assert_success
	assert_equal "$(find "$DIR" -name 'renamed-*' | wc -l)" "$there"
	run sf j rm trim "$files" count_file="$COUNT" name_format=renamed-%u "$@"
	assert_success
	assert_equal "$(reported files | tr ' ' '\n' | paste -sd+ | bc)" "$there"
	assert_not_exist "$DIR/sf"
}

@test "a create that runtime= ended" {
	run sf c create write 100000000 runtime=500ms count_file="$COUNT"
	assert_success
	assert_equal "$(count_files)" "$(reported files)"
	(($(reported files) > 100 && $(reported files) < 100000000))
	assert_equal "$(cut -d' ' -f1-4 "$COUNT")" "0 100000000 $(reported files) 100000000"
	later 100000000
}

@test "a create that went on for whole and part passes" {
	run sf c create write 100 io_size=250k count_file="$COUNT"
	assert_success
	assert_equal "$(count_files)" 250
	later 100
	run sf c create write 100 loops=3 count_file="$COUNT" files_per_dir=9
	assert_success
	later 100 files_per_dir=9
}

@test "time_based" {
	run sf c create write 50 time_based=1 runtime=400ms count_file="$COUNT"
	assert_success
	(($(reported files) > 50))
	later 50
}

@test "several jobs, each with its own count, in any split of later jobs" {
	run sf c create write 100 numjobs=4 number_ios=30 count_file="$COUNT"
	assert_success
	assert_equal "$(sort -n "$COUNT" | cut -d' ' -f1-4 | xargs)" \
		"0 100 30 400 100 100 30 400 200 100 30 400 300 100 30 400"
	run sf s stat read 400 count_file="$COUNT"
	assert_success
	assert_equal "$(reported files)" 120
	run sf s list read 200 numjobs=2 count_file="$COUNT"
	assert_success
	assert_equal "$(reported files)" "60 60"
	later 100 numjobs=4
}

@test "several jobs, passes and unique directories" {
	run sf c create write 40 numjobs=3 loops=2 count_file="$COUNT" dir_mode=unique files_per_dir=7
	assert_success
	assert_equal "$(count_files)" 240
	later 40 numjobs=3 dir_mode=unique files_per_dir=7
}

@test "later phases in the same fio run" {
	cat >job.fio <<-END
		$(sf_global 1000000k)
		count_file=$COUNT
		report_file=$REP
		[create]
		op=create
		rw=write
		runtime=300ms
		[stat]
		stonewall
		op=stat
		rw=randread
		[rm]
		stonewall
		op=rm
		rw=randtrim
	END
	run sf_jobs job.fio
	assert_success
	assert_equal "$(job_errors)" "0 0 0"
	assert_equal "$(reported files | tr ' ' '\n' | sort -u | wc -l)" 1
	assert_not_exist "$DIR/sf"
}

@test "rm with time_based= ends when the files are gone" {
	sf c create write 100 number_ios=60 count_file="$COUNT"
	run sf r rm trim 100 time_based=1 runtime=30 count_file="$COUNT"
	assert_success
	assert_equal "$(reported files)" 60
	assert_not_exist "$DIR/sf"
}

@test "a second run replaces the counts of the first" {
	sf c create write 100 number_ios=60 count_file="$COUNT"
	sf r rm trim 100 count_file="$COUNT"
	run sf c create write 100 number_ios=10 count_file="$COUNT"
	assert_success
	assert_equal "$(wc -l <"$COUNT")" 1
	later 100
}

@test "create ends at its first failure, so that the files have no gaps" {
	sf c create write 60
	rm "$DIR"/sf/file-{0..29}
	run sf c create write 100 count_file="$COUNT" continue_on_error=all ignore_error=EEXIST
	assert_failure
	assert_equal "$(reported files)" 30
	assert_equal "$(cut -d' ' -f3 "$COUNT")" 30
	run said
	assert_line --partial "smallfile: create: giving up: count_file= must name files without gaps"
	assert_not_equal "$(job_errors)" 0
}

@test "no file made, no line, no count_file: an error with a line, never a run of nothing" {
	run sf s stat read 10 count_file="$COUNT"
	assert_failure 1
	assert_equal "$(said)" "smallfile: stat: open '$DIR/sf': No such file or directory (job 's')"
	mkdir "$DIR/sf"
	run sf s stat read 10 count_file="$COUNT"
	assert_failure 1
	assert_equal "$(said)" "smallfile: stat: open of count_file '$COUNT': No such file or directory (job 's')"
	touch "$DIR/sf/file-0"
	run sf c create write 10 count_file="$COUNT"
	assert_failure 1
	run sf s stat read 10 count_file="$COUNT"
	assert_failure 1
	assert_equal "$(said)" \
		"smallfile: stat: count_file '$COUNT': no create job made any of this job's files in '$DIR/sf' (job 's')"
	: >"$COUNT"
	run sf r rm trim 10 count_file="$COUNT"
	assert_failure 1
	assert_equal "$(said)" \
		"smallfile: rm: count_file '$COUNT': there is no line of this job's files in '$DIR/sf' (job 'r')"
	assert_not_equal "$(job_errors)" 0
}

@test "a file that is no count_file is named with its line" {
	mkdir "$DIR/sf"
	local text
	for text in nonsense "1 2 3" "1 2 3 4" "5 10 3 4 /x" "0 0 0 10 /x"; do
		printf '0 10 10 10 %s\n%s\n' "$DIR/sf" "$text" >"$COUNT"
		run sf s stat read 10 count_file="$COUNT"
		assert_failure 1
		assert_equal "$(said)" \
			"smallfile: stat: count_file '$COUNT': line 2 is no line of a count_file (job 's')"
	done
}

@test "a count_file that cannot be written is known before the work" {
	run sf c create write 10 count_file=/proc/none
	assert_failure 1
	run said
	assert_output --partial "smallfile: create: open of count_file '/proc/none': "
	assert_equal "$(count_files)" 0
}

@test "a random create has no gapless count and is refused" {
	run sf c create randwrite 10 count_file="$COUNT"
	assert_failure 1
	run said
	assert_output --partial "smallfile: option 'count_file' is '$COUNT': needs rw=write"
}

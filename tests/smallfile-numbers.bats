#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Which files a job of the smallfile engine works on: from fio's size=, filesize=, offset=,
# offset_increment=, numjobs= and random order to file numbers; and never a run of nothing.

load smallfile

setup() {
	sf_setup
}

# numbers: the numbers of the files that are there, sorted, as ranges on one line
numbers() {
	find "$DIR/sf" -type f -name 'file-*' | file_numbers /dev/stdin | sort -n |
		awk 'NR > 1 && $1 != last + 1 { printf "%s-%s ", first, last; first = $1 }
			NR == 1 { first = $1 } { last = $1 } END { if (NR) printf "%s-%s\n", first, last }'
}

@test "offset= is a file number times bs" {
	run sf c create write 5 offset=100k
	assert_success
	assert_equal "$(numbers)" 100-104
}

@test "clones of numjobs= follow each other" {
	run sf c create write 10 numjobs=4
	assert_success
	assert_equal "$(numbers)" 0-39
	assert_equal "$(reported files)" "10 10 10 10"
	run sf l list read 10 numjobs=4
	assert_success
	run sf l list read 40
	assert_success
}

@test "clones of numjobs= behind an offset" {
	run sf c create write 10 numjobs=3 offset=50k
	assert_success
	assert_equal "$(numbers)" 50-79
}

@test "offset_increment= places clones itself" {
	run sf c create write 10 numjobs=3 offset_increment=20k offset=5k
	assert_success
	assert_equal "$(numbers)" "5-14 25-34 45-54"
	run sf s stat read 10 numjobs=3 offset_increment=20k offset=5k
	assert_success
	assert_equal "$(reported files)" "10 10 10"
}

@test "filesize= gives the number of files where size= is left out" {
	run "$FIO" --name=c --ioengine="$ENGINE" --directory="$DIR" --filename=sf --bs=1k --filesize=30k \
		--op=create --rw=write --output="$OUT"
	assert_success
	assert_equal "$(numbers)" 0-29
}

@test "size= below filesize= is the first of them in sequence, some of them at random" {
	run sf c create write 40
	run sf s stat read 10 filesize=40k
	assert_success
	assert_equal "$(reported files)" 10
	run sf l list read 40 filesize=40k
	assert_success
	run sf s stat randread 10 filesize=40k
	assert_success
	assert_equal "$(reported files)" 10
	rm "$DIR"/sf/file-?
	run sf s stat randread 10 filesize=40k
	assert_failure
}

@test "percentages of filesize=: size, offset, offset_increment" {
	run sf c create write 0 filesize=100k size=50%
	assert_success
	assert_equal "$(numbers)" 0-49
	rm -r "$DIR/sf"
	run sf c create write 0 filesize=100k offset=30% size=20k
	assert_success
	assert_equal "$(numbers)" 30-49
	rm -r "$DIR/sf"
	run sf c create write 0 filesize=100k size=10k offset_increment=25% numjobs=4
	assert_success
	assert_equal "$(numbers)" "0-9 25-34 50-59 75-84"
}

@test "a size that is no multiple of bs is rounded down" {
	run sf c create write 0 size=10500
	assert_success
	assert_equal "$(numbers)" 0-9
	assert_equal "$(reported files)" 10
}

@test "the number does not depend on bs, only on offset / bs" {
	run sf c create write 0 bs=3901 size=39010 offset=39010
	assert_success
	assert_equal "$(numbers)" 10-19
	assert_equal "$(find "$DIR/sf" -size 3901c | wc -l)" 10
}

@test "random order takes each file exactly once" {
	need_tool strace
	sf c create write 64
	strace -f -o "$BATS_TEST_TMPDIR/trace" -e trace=unlinkat "$FIO" --name=r --ioengine="$ENGINE" \
		--directory="$DIR" --filename=sf --bs=1k --size=64k --op=delete --rw=randtrim --output="$OUT"
	assert_equal "$(file_numbers "$BATS_TEST_TMPDIR/trace" | sort -n | uniq | wc -l)" 64
	assert_not_equal "$(file_numbers "$BATS_TEST_TMPDIR/trace" | xargs)" "$(seq 0 63 | xargs)"
	assert_not_exist "$DIR/sf"
}

@test "zipf repeats files, which looking at them may" {
	sf c create write 100
	run sf s stat randread 100 random_distribution=zipf:1.2
	assert_success
	assert_equal "$(reported files)" 100
	run sf c create randwrite 100 random_distribution=zipf:1.2 create_flags=trunc
	assert_success
}

@test "number_ios and io_size end early" {
	run sf c create write 100 number_ios=7
	assert_success
	assert_equal "$(numbers)" 0-6
	rm -r "$DIR/sf"
	run sf c create write 100 io_size=15k
	assert_success
	assert_equal "$(numbers)" 0-14
}

@test "later passes of create go on to new numbers, above those of all jobs" {
	run sf c create write 10 numjobs=2 loops=3
	assert_success
	assert_equal "$(reported files)" "30 30"
	assert_equal "$(numbers)" 0-59
	run sf r rm trim 10 numjobs=2 loops=3
	assert_success
	assert_equal "$(reported files)" "30 30"
	assert_not_exist "$DIR/sf"
}

@test "later passes of the others come back to the same files" {
	sf c create write 10
	local op
	for op in list lsla stat open readfile; do
		run sf j "$op" read 10 loops=3
		assert_success
		assert_equal "$(reported files)" 30
	done
}

@test "time_based works for every operation that can go on" {
	local op
	run sf c create write 100 time_based=1 runtime=300ms
	assert_success
	((${#BATS_TEST_TMPDIR} && $(reported files) > 100))
	for op in list lsla stat open readfile; do
		run sf j "$op" read 100 time_based=1 runtime=200ms loops=1
		[ "$op" = list ] || [ "$op" = lsla ] || assert_success
	done
	rm -r "$DIR/sf"
	sf c create write 100
	for op in list lsla stat open readfile; do
		run sf j "$op" read 100 time_based=1 runtime=200ms
		assert_success
		(($(reported files) > 100))
	done
	run sf j rename write 100 time_based=1 runtime=200ms
	assert_success
	(($(reported files) > 100))
}

@test "directories of numjobs= take turns in a list of directories" {
	mkdir "$BATS_TEST_TMPDIR/e"
	run "$FIO" --name=c --ioengine="$ENGINE" --directory="$DIR:$BATS_TEST_TMPDIR/e" --bs=1k --size=5k \
		--numjobs=4 --op=create --rw=write --output="$OUT"
	assert_success
	assert_equal "$(find "$DIR" -type f | file_numbers /dev/stdin | sort -n | xargs)" "0 1 2 3 4 10 11 12 13 14"
	assert_equal "$(find e -type f | file_numbers /dev/stdin | sort -n | xargs)" "5 6 7 8 9 15 16 17 18 19"
}

@test "never a run of nothing" {
	local -a job=(--name=c --ioengine="$ENGINE" --directory="$DIR" --filename=sf --op=create --rw=write)
	local word line
	while read -r word line; do
		# shellcheck disable=SC2086
		run "$FIO" "${job[@]}" --output="$OUT" $line
		assert_failure
		assert_output --partial "$word"
		assert_not_exist "$DIR/sf"
	done <<-END
		'size' --bs=1k
		'size' --bs=1k --size=50%
		'offset' --bs=1k --size=10k --offset=50%
		'offset' --bs=1k --filesize=10k --offset=20k
		offset= --bs=1k --filesize=10k --offset=10k
		size --bs=1k --size=512
		'size' --filesize=10k --bs=16k
	END
}

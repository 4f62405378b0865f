#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# list and lsla of the smallfile engine: the system calls are those of ls -la, and a listing that
# is not complete is an error that names what is missing or foreign.

load smallfile

setup() {
	sf_setup
}

teardown() {
	cd /
	drop_fs
}

# ls_calls FILE PATH: the calls of a trace from the opening of PATH, as ls opens it, to its
# closing, without addresses and descriptors
ls_calls() {
	sed -E 's/0x[0-9a-f]+/ADDRESS/g; s/\/\* [0-9]+ entries \*\//ENTRIES/' "$1" |
		awk -v open="openat(AT_FDCWD, \"$2\", O_RDONLY|O_NONBLOCK" '
			index($0, open) { on = 1; fd = $NF; $NF = "FD" }
			on { sub("\\(" fd "[,)]", "(FD,"); gsub(/ +/, " "); print }
			on && /^close/ { exit }'
}

# trace_ls: traces ls -la of DIR/sf; skips where it asks in another way than coreutils up to 9.1,
# whose calls lsla makes: later ones ask llistxattr first
trace_ls() {
	strace -o ls.trace -e trace=openat,newfstatat,fstat,getdents64,statx,lgetxattr,getxattr,llistxattr,close \
		ls -la "$DIR/sf" >/dev/null
	! grep -q '^llistxattr(' ls.trace || skip "this ls asks llistxattr, coreutils up to 9.1 did not"
}

# same_calls PATH: what trace_ls traced and lsla of PATH make the same calls
same_calls() {
	diff <(ls_calls ls.trace "$1") <(ls_calls "$(traced)" "$1") | head -n 20
	[ "${PIPESTATUS[0]}" = 0 ]
}

# trace_engine [OPTION…]: a traced job, a file for each process
trace_engine() {
	rm -f engine.trace.*
	strace -ff -o engine.trace -e trace=openat,newfstatat,fstat,getdents64,statx,lgetxattr,getxattr,close \
		"$FIO" --name=l --ioengine="$ENGINE" --directory="$DIR" --filename=sf --bs=1k --rw=read \
		--output="$OUT" "$@"
}

# traced: the trace of the process that did the work
traced() {
	grep -l 'statx(.*"sf\|statx(.*file-\|statx(.*dir-' engine.trace.* | head -n 1
}

@test "lsla makes exactly the calls of ls -la, in their order" {
	need_tool strace
	sf c create write 40
	trace_engine --op=lsla --size=40k
	trace_ls
	same_calls "$DIR/sf"
	# openat, fstat, two getdents64 and close; 40 files of three calls, . and .. of four
	assert_equal "$(ls_calls ls.trace "$DIR/sf" | wc -l)" 133
}

@test "lsla does as ls -la where a file system knows no attributes, and for directories" {
	need_tool strace
	make_fs tmpfs 16 TMPFS
	DIR=$TMPFS
	sf m mkdir write 5
	trace_engine --op=lsla --size=5k --name_format=dir-%u
	trace_ls
	run same_calls "$DIR/sf"
	drop_fs
	assert_success
}

@test "lsla reads more than one buffer of entries as ls -la does" {
	need_tool strace
	sf c create write 3000 file_size=0
	trace_engine --op=lsla --size=3000k
	trace_ls
	same_calls "$DIR/sf"
	(($(ls_calls ls.trace "$DIR/sf" | grep -c getdents64) >= 4))
}

@test "list makes getdents64 and one statx for each file" {
	need_tool strace
	sf c create write 30
	trace_engine --op=list --size=30k
	local trace
	trace=$(traced)
	assert_equal "$(grep -c 'statx(.*"file-' "$trace")" 30
	assert_equal "$(grep -c 'getxattr(' "$trace")" 0
	assert_equal "$(grep -c 'getdents64(.*= 0$' "$trace")" 1
}

@test "a missing file is named, with how many there are" {
	sf c create write 100
	rm "$DIR"/sf/file-{31,57,99}
	local op
	for op in list lsla; do
		run sf l "$op" read 100
		assert_failure 1
		assert_equal "$(job_errors)" 2
		assert_equal "$(said)" \
			"smallfile: $op: $op '$DIR/sf/file-31': missing, the first of 3 of 100 files (job 'l')"
		assert_equal "$(reported files)" 97
	done
}

@test "a foreign file is named, wherever it comes in the directory" {
	local foreign
	sf c create write 50
	for foreign in notes file- file-007 file-50 file-1x xfile-1 file-99999999999999999999999; do
		touch "$DIR/sf/$foreign"
		run sf l list read 50
		assert_failure 1
		assert_equal "$(job_errors)" 17
		assert_equal "$(said)" \
			"smallfile: list: list '$DIR/sf/$foreign': a foreign entry: no file of any job of this run (job 'l')"
		run sf l lsla read 50
		assert_failure 1
		rm "$DIR/sf/$foreign"
	done
	run sf l list read 50
	assert_success
}

@test "foreign entries and missing files in a tree" {
	local -a tree=(files_per_dir=5 depth=2)
	sf c create write 100 "${tree[@]}"
	run sf l list read 100 "${tree[@]}"
	assert_success
	assert_equal "$(reported dirs)" 20
	touch "$DIR/sf/d1/file-3"
	run sf l list read 100 "${tree[@]}"
	assert_failure 1
	rm "$DIR/sf/d1/file-3"
	mv "$DIR/sf/d1/d0/file-25" "$DIR/sf/d1/d1/file-25"
	run sf l list read 100 "${tree[@]}"
	assert_failure 1
	run said
	assert_output --partial "'$DIR/sf/d1/d1/file-25': a foreign entry"
	mv "$DIR/sf/d1/d1/file-25" "$DIR/sf/d1/d0/file-25"
	mkdir "$DIR/sf/d1/d5"
	run sf l list read 100 "${tree[@]}"
	assert_failure 1
	run said
	assert_output --partial "'$DIR/sf/d1/d5': a foreign entry"
	rmdir "$DIR/sf/d1/d5"
	rm -r "$DIR/sf/d2/d3"
	run sf l lsla read 100 "${tree[@]}"
	assert_failure 1
	run said
	assert_output --partial "'$DIR/sf/d2/d3/file-65': missing, the first of 5 of 100 files"
}

@test "a directory with lost+found and the like is not taken for a clean one" {
	mkdir "$DIR/lost+found"
	"$FIO" --name=c --ioengine="$ENGINE" --directory="$DIR" --bs=1k --size=5k --op=create --rw=write --output="$OUT"
	run "$FIO" --name=l --ioengine="$ENGINE" --directory="$DIR" --bs=1k --size=5k --op=list --rw=read --output="$OUT"
	assert_failure 1
	assert_output --partial "'$DIR/lost+found': a foreign entry"
}

@test "several jobs in one directory list their own files and pass over the others'" {
	need_tool strace
	sf c create write 25 numjobs=4
	run sf l list read 25 numjobs=4
	assert_success
	assert_equal "$(reported files)" "25 25 25 25"
	trace_engine --op=list --size=25k --numjobs=4
	assert_equal "$(cat engine.trace.* | grep -c 'statx(.*"file-')" 100
	rm "$DIR/sf/file-60"
	run sf l list read 25 numjobs=4
	assert_failure 1
	assert_equal "$(job_errors | tr ' ' '\n' | sort -n | xargs)" "0 0 0 2"
	run said
	assert_output "smallfile: list: list '$DIR/sf/file-60': missing, the first of 1 of 25 files (job 'l')"
}

@test "every pass over a directory is checked" {
	sf c create write 20
	run sf l list read 20 loops=4
	assert_success
	assert_equal "$(reported files)" 80
	rm "$DIR/sf/file-4"
	run sf l list read 20 loops=4 ignore_error=ENOENT continue_on_error=all
	assert_equal "$(reported files)" 76
	assert_equal "$(reported error_count)" 4
}

@test "a directory of many files is listed completely" {
	sf c create write 30000 file_size=0
	run sf l lsla read 30000
	assert_success
	assert_equal "$(reported files)" 30000
}

@test "a listing in random order does not exist" {
	run sf l list randread 10
	assert_failure 1
	assert_equal "$(said)" \
		"smallfile: option 'rw' is 'randread': op=list takes the files in directory order: set rw=read (job 'l')"
}

#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What the smallfile engine refuses: each with one line that names option, value and remedy, in
# setup, with exit status 1 and the job's error set, before anything is made.

load smallfile

setup() {
	sf_setup
}

# refuses LINE OP RW [OPTION…]: the job is refused with that line (without its head and tail)
refuses() {
	local line=$1 op=$2 rw=$3
	shift 3
	run sf j "$op" "$rw" 10 "$@"
	assert_failure 1
	assert_equal "$(said)" "smallfile: option $line (job 'j')"
	assert_equal "$(job_errors)" 22
	assert_equal "$(find "$DIR" -mindepth 1 | wc -l)" 0
	assert_not_exist "$REP"
}

@test "rw= that does not agree with op=" {
	refuses "'rw' is 'read': op=create needs rw=write or randwrite" create read
	refuses "'rw' is 'write': op=stat needs rw=read or randread" stat write
	refuses "'rw' is 'randwrite': op=rm needs rw=trim or randtrim" rm randwrite
	refuses "'rw' is 'randtrim': op=lsla needs rw=read or randread" lsla randtrim
	refuses "'rw' is 'trim': op=mkdir needs rw=write or randwrite" mkdir trim
}

@test "mixed directions" {
	refuses "'rw' is 'rw': a job does one operation: use a job for each direction" create rw
	refuses "'rw' is 'randrw': a job does one operation: use a job for each direction" stat randrw
	refuses "'rw' is 'trimwrite': a job does one operation: use a job for each direction" rm trimwrite
}

@test "more than one file, or one that is no subdirectory" {
	run "$FIO" --name=j --ioengine="$ENGINE" --directory="$DIR" --bs=1k --size=9k --nrfiles=3 --op=create --rw=write
	assert_failure 1
	assert_output --partial "smallfile: option 'nrfiles' is '3': leave it out: size=FILES x bs gives the number of files"
	refuses "'filename' is 'a:b': give the name of one subdirectory of directory=" create write filename=a:b
	refuses "'filename' is 'a/b': give the name of one subdirectory of directory=" create write filename=a/b
	refuses "'filename' is '..': give the name of one subdirectory of directory=" create write filename=..
}

@test "no directory" {
	run "$FIO" --name=j --ioengine="$ENGINE" --bs=1k --size=3k --op=create --rw=write
	assert_failure 1
	assert_output --partial "smallfile: option 'directory' is '': set the directory to work in"
	run sf j create write 10 directory=/nonexistent
	assert_failure 1
}

@test "blocks of different sizes, or in other places than files" {
	refuses "'bsrange' is '1024-4096': set one bs=, file_size=LOW-HIGH for files of different sizes" create write bsrange=1k-4k
	refuses "'bsrange' is '1024-4096': set one bs=, file_size=LOW-HIGH for files of different sizes" create write bssplit=1k/50:4k/50
	refuses "'blockalign' is '512': leave it out: a block is a file" stat randread blockalign=512
	refuses "'filesize' is '1024-8192': it is the range of all files here: set one size, file_size= for that of a file" create write filesize=1k-8k
}

@test "files repeated where each can be worked on once" {
	local op rw
	for op in rm:randtrim delete:randtrim rmdir:randtrim create:randwrite mkdir:randwrite rename:randwrite; do
		rw=${op#*:} op=${op%:*}
		refuses "'norandommap' is '1': it repeats files, which this op can do only once each: leave it out" \
			"$op" "$rw" norandommap=1
		refuses "'random_distribution' is 'not random': it repeats files, which this op can do only once each: leave it out" \
			"$op" "$rw" random_distribution=zipf:1.1
		refuses "'percentage_random' is '50': it repeats files, which this op can do only once each: leave it out" \
			"$op" "$rw" percentage_random=50
	done
	refuses "'rw' is 'write:1024': leave the number behind rw= out: it skips or repeats files" create write:1k
	refuses "'rw' is 'randtrim:8': leave the number behind rw= out: it skips or repeats files" delete randtrim:8
	refuses "'rw' is 'read:4096': leave the number behind rw= out: it skips or repeats files" list read:4k
}

# fio_refuses OP RW FILES [OPTION…]: fio ends with status 1 and has made nothing
fio_refuses() {
	run sf j "$@"
	assert_failure 1
	assert_equal "$(find "$DIR" -mindepth 1 | wc -l)" 0
}

@test "verify where it would corrupt memory, look at nothing or compare what differs" {
	if [ "$("$FIO" --version)" = fio-3.33 ]; then
		refuses "'bs' is '16': verify= needs at least 45 bytes, its header and one of contents" create write bs=16 size=160 verify=crc32c
		refuses "'verify_offset' is '1000': the header of verify= does not fit behind it: set a smaller one" \
			create write verify=crc32c verify_offset=1000
	else # fio 3.39 refuses both before the engine does
		fio_refuses create write 0 bs=16 size=160 verify=crc32c
		fio_refuses create write 10 verify=crc32c verify_offset=1000
	fi
	refuses "'bs' is '64': verify= needs at least 105 bytes, its header and one of contents" readfile read bs=64 size=640 verify=sha256
	refuses "'bs' is '44': verify= needs at least 45 bytes, its header and one of contents" create write bs=44 size=440 verify=crc32c
	refuses "'verify_interval' is '128': verify= needs at least 169 bytes, its header and one of contents" create write verify=sha512 verify_interval=128
	refuses "'file_size' is '2k': verify= needs files of exactly one block: leave file_size= out" create write verify=crc32c file_size=2k
	refuses "'file_size' is '512-1k': verify= needs files of exactly one block: leave file_size= out" readfile read verify=crc32c file_size=512-1k
	run sf j stat read 10 verify=md5
	assert_failure 1
	run said
	assert_output --partial "op=stat looks at no contents: set it in the create and readfile jobs only"
	run sf j rm trim 10 verify=crc32c
	assert_failure 1
	local order
	for order in readdir inode reverse; do
		refuses "'order' is '$order': verify= needs the files at their offsets: leave order= out" \
			readfile read verify=crc32c order=$order
	done
}

@test "the smallest block that verify has room in works" {
	run sf j create write 0 bs=45 size=450 verify=crc32c
	assert_success
	run sf j readfile read 0 bs=45 size=450 verify=crc32c
	assert_success
}

@test "fsync that fio would never issue" {
	local never="fio issues it in jobs that write only: set it in the create job, or sync_dir="
	refuses "'fsync' is '1': $never" rm trim fsync=1
	refuses "'fdatasync' is '8': $never" delete trim fdatasync=8
	refuses "'end_fsync' is '1': $never" rmdir trim end_fsync=1
	refuses "'fsync' is '1': $never" stat read fsync=1
	refuses "'fsync_on_close' is '1': set sync_file=each" create write fsync_on_close=1
	refuses "'sync_file_range' is '8': set fsync= or sync_file=" create write sync_file_range=write:8
}

@test "options of fio's that would do nothing" {
	refuses "'unlink' is '1': set cleanup=always" create write unlink=1
	refuses "'unlink_each_loop' is '1': leave it out: each pass goes on to new files" create write unlink_each_loop=1
	refuses "'pre_read' is '1': add a job with op=readfile before this one" readfile read pre_read=1
	refuses "'create_only' is '1': set op=create" create write create_only=1
	refuses "'fill_device' is '1': set size=FILES x bs" create write fill_device=1
	refuses "'direct' is '1': only create and readfile move contents: set it there" stat read direct=1
	refuses "'sync' is '1': only op=create writes: set it there" readfile read sync=1
	refuses "'io_submit_mode' is 'offload': leave it out: use numjobs= for more files at a time" create write io_submit_mode=offload
	refuses "'zonemode' is 'strided or zbd': leave zonemode= and zonesize= out: use offset= and size=" create write zonemode=strided zonesize=4k
	run sf j create write 10 create_serialize=0
	assert_failure
	run said
	assert_output --partial "smallfile: option 'create_serialize' is '0': leave it out"
	assert_equal "$(find "$DIR" -mindepth 1 | wc -l)" 0
}

@test "options of the engine that an operation has no use for" {
	refuses "'order' is 'inode': only rm, delete and readfile have it, not op=stat" stat read order=inode
	refuses "'order' is 'reverse': rw=randtrim has an order of its own: set rw=trim" rm randtrim order=reverse
	refuses "'sync_file' is 'each': op=mkdir writes no file" mkdir write sync_file=each
	refuses "'sync_dir' is 'end': op=list changes no directory" list read sync_dir=end
	refuses "'create_flags' is 'trunc': only op=create opens with it" readfile read create_flags=trunc
	refuses "'rename_format' is 'x%u': only op=rename uses it: name_format=x%u finds the files after it" stat read rename_format=x%u
	refuses "'rename_format' is 'file-%u': set another than name_format=" rename write rename_format=file-%u
	refuses "'depth' is '2': set files_per_dir= too, which says how wide a level is" create write depth=2
	refuses "'depth' is '9': 8 levels are the most" create write depth=9 files_per_dir=2
	refuses "'depth' is '8': too deep for this files_per_dir=" create write depth=8 files_per_dir=1000
}

@test "file_size that is none" {
	local size
	for size in x 4k-1k 1k- -5 1k-x; do
		refuses "'file_size' is '$size': give a size such as 4k, 0, or a range such as 1k-4k" create write "file_size=$size"
	done
}

@test "an unknown value or option is fio's to refuse, with the values there are" {
	run sf j nosuch write 10
	assert_failure 1
	run cat "$ERR" "$OUT"
	assert_output --partial readfile
	run sf j create write 10 no_such_option=1
	assert_failure 1
}

@test "clones get one line together, other jobs of the run their own" {
	cat >job.fio <<-END
		$(sf_global 10k)
		[a]
		numjobs=4
		op=create
		rw=read
		[b]
		stonewall
		op=rm
		rw=write
		[c]
		stonewall
		op=create
		rw=write
	END
	run sf_jobs job.fio
	assert_failure 5
	run said
	assert_output "$(printf '%s\n' \
		"smallfile: option 'rw' is 'read': op=create needs rw=write or randwrite (job 'a')" \
		"smallfile: option 'rw' is 'write': op=rm needs rw=trim or randtrim (job 'b')")"
	assert_equal "$(count_files)" 10
}

@test "a phase without the directory says so" {
	run sf j stat read 10
	assert_failure 1
	assert_equal "$(said)" "smallfile: stat: open '$DIR/sf': No such file or directory (job 'j')"
	assert_equal "$(job_errors)" 2
}

@test "a report_file that cannot be written is known before the work" {
	run sf j create write 10 report_file=/proc/none/report
	assert_failure 1
	run said
	assert_output --partial "smallfile: create: open of report_file '/proc/none/report': "
	assert_equal "$(find "$DIR" -mindepth 1 | wc -l)" 0
}

@test "--readonly is honoured" {
	run "$FIO" --readonly --name=j --ioengine="$ENGINE" --directory="$DIR" --filename=sf --bs=1k --size=3k \
		--op=create --rw=write
	assert_failure 1
	assert_equal "$(find "$DIR" -mindepth 1 | wc -l)" 0
}

@test "the manual has every option, every operation, and no other" {
	local manual=$ROOT/engines/smallfile/smallfile.7.scd option
	# names of options have no blanks
	# shellcheck disable=SC2013
	for option in $(sed -nE 's/^\t\t\.name = "(.*)",/\1/p' "$ROOT/engines/smallfile/options.c"); do
		[ "$option" = op ] || grep -qE "^\*$option\*=" "$manual" || fail "no option '$option' in the manual"
	done
	# names of options have no blanks
	# shellcheck disable=SC2013
	for option in $(sed -nE 's/^\*([a-z_]+)\*=.*\(default.*/\1/p' "$manual"); do
		[ "$option" = filename ] || grep -q "\.name = \"$option\"" "$ROOT/engines/smallfile/options.c" ||
			fail "the manual's '$option' is no option"
	done
	assert_equal "$(sed -nE 's/^\|  (.*)/\1/p' "$manual" | xargs)" \
		"$(sed -nE 's/^\t\[SF_.*\.name = "([a-z]+)".*/\1/p' "$ROOT/engines/smallfile/conf.c" | xargs)"
}

#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Syncs of the smallfile engine as strace sees them: fio's fsync, fdatasync and end_fsync (the
# file and its directory), sync_file, sync_dir; direct and sync; drop_caches.

load smallfile

setup() {
	sf_setup
	need_tool strace
}

# syncs FILES OP RW [OPTION…]: what was synced and opened, one a line, descriptors by what they
# were opened for; w is a write
syncs() {
	local files=$1 op=$2 rw=$3
	shift 3
	rm -f trace.*
	strace -ff -y -o trace -e trace=fsync,fdatasync,syncfs,write,unlinkat,mkdirat,renameat "$FIO" \
		--name=j --ioengine="$ENGINE" --directory="$DIR" --filename=sf --bs=1k --size="${files}k" \
		--op="$op" --rw="$rw" --output="$OUT" "$@" 2>"$ERR"
	cat trace.* | sed -nE \
		-e 's,^(fsync|fdatasync|syncfs)\([0-9]+<[^>]*/d(/[^>]*)?>\) *= 0,\1 \2,p' \
		-e 's,^write\([0-9]+<[^>]*/d(/[^>]*)>.*= [0-9]+,w \1,p' \
		-e 's/^unlinkat\([^"]*"([^"]*)", 0\) *= 0/rm \1/p' |
		sed 's,/sf/,,; s,/sf$,.,'
}

@test "fsync= syncs the file written last and its directory" {
	run syncs 4 create write --fsync=2
	assert_output "$(printf '%s\n' 'w file-0' 'w file-1' 'fsync file-1' 'fsync .' 'w file-2' 'w file-3')"
	rm -r "$DIR/sf"
	run syncs 2 create write --fdatasync=1 --files_per_dir=1
	assert_output "$(printf '%s\n' 'w d0/file-0' 'fdatasync d0/file-0' 'fsync d0' 'w d1/file-1')"
}

@test "end_fsync= syncs the last file and its directory" {
	run syncs 3 create write --end_fsync=1
	assert_output "$(printf '%s\n' 'w file-0' 'w file-1' 'w file-2' 'fsync file-2' 'fsync .')"
	run "$FIO" --name=r --ioengine="$ENGINE" --directory="$DIR" --filename=sf --bs=1k --size=3k --op=rename \
		--rw=write --end_fsync=1
	assert_success
}

@test "fsync= works for a rename, a directory made, and for files of many directories" {
	sf c create write 30
	run sf r rename write 30 fsync=7
	assert_success
	assert_equal "$(fio_json | jq '.jobs[0].sync.total_ios')" 4
	run sf m mkdir write 30 fsync=7
	assert_success
	run sf c create randwrite 300 fsync=50 files_per_dir=1 create_flags=trunc
	assert_success
}

@test "sync_file=each syncs before it closes and has a latency of its own" {
	run syncs 2 create write --sync_file=each --report_file="$REP"
	assert_output "$(printf '%s\n' 'w file-0' 'fsync file-0' 'w file-1' 'fsync file-1')"
	assert_equal "$(jq -r '.latency_ns | keys | join(" ")' "$REP")" "close fsync open write"
}

@test "sync_file=end is one syncfs, sync_dir=end each directory once" {
	run syncs 4 create write --sync_file=end
	assert_output "$(printf '%s\n' 'w file-0' 'w file-1' 'w file-2' 'w file-3' 'syncfs .')"
	rm -r "$DIR/sf"
	run syncs 4 create write --sync_dir=end --files_per_dir=2
	assert_output "$(printf '%s\n' 'w d0/file-0' 'w d0/file-1' 'w d1/file-2' 'w d1/file-3' 'fsync d0' 'fsync d1' 'fsync .')"
}

@test "sync_dir=each syncs after every change" {
	run syncs 2 create write --sync_dir=each
	assert_output "$(printf '%s\n' 'w file-0' 'fsync .' 'w file-1' 'fsync .')"
	run syncs 2 rm trim --sync_dir=each
	assert_output "$(printf '%s\n' 'rm file-0' 'fsync .' 'rm file-1' 'fsync .')"
	local op
	sf c create write 4
	for op in rename mkdir; do
		run sf j "$op" write 4 sync_dir=each
		assert_success
	done
}

@test "sync_file=end syncs also when runtime= ends the job" {
	run syncs 100000000 create write --sync_file=end --runtime=1
	assert_line --index $((${#lines[@]} - 1)) 'syncfs .'
}

@test "sync=1 and direct=1 open the file so" {
	rm -f trace.*
	strace -ff -o trace -e trace=openat "$FIO" --name=j --ioengine="$ENGINE" --directory="$DIR" --filename=sf \
		--bs=4k --size=8k --op=create --rw=write --sync=1 --output="$OUT"
	assert_equal "$(cat trace.* | grep -c '"file-.*O_SYNC')" 2
	sf r rm trim 2
	run sf c create write 0 size=8k bs=4k direct=1
	assert_success
	run sf r readfile read 0 size=8k bs=4k direct=1
	assert_success
}

@test "drop_caches=1 syncs and drops before the first operation, once a job" {
	need_root
	sf c create write 3
	rm -f trace.*
	strace -ff -y -o trace -e trace=sync,write,statx "$FIO" --name=j --ioengine="$ENGINE" --directory="$DIR" \
		--filename=sf --bs=1k --size=3k --op=stat --rw=read --drop_caches=1 --output="$OUT"
	run bash -c "cat \$(grep -l drop_caches trace.*) | grep -E '^sync|drop_caches|file-' | sed -E 's/\(.*(drop_caches|file-[0-9]).*/ \1/; s/\(.*//'"
	assert_output "$(printf '%s\n' sync 'write drop_caches' 'statx file-0' 'statx file-1' 'statx file-2')"
}

@test "drop_caches=1 without rights is refused" {
	need_root
	chmod 777 "$BATS_TEST_TMPDIR" "$DIR" "$BATS_RUN_TMPDIR" "$BATS_RUN_TMPDIR/test"
	run as_nobody "$FIO" --name=j --ioengine="$ENGINE" --directory="$DIR" --filename=sf --bs=1k --size=3k \
		--op=create --rw=write --drop_caches=1
	assert_failure 1
	assert_output --partial "smallfile: option 'drop_caches' is '1': cannot write '/proc/sys/vm/drop_caches'"
	assert_not_exist "$DIR/sf"
}

#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The smallfile engine in fio's ways to run: threads and processes, depth, rates, client and
# server, group reporting, logs; and what a large run costs in memory and time to start.

load smallfile

setup() {
	sf_setup
}

@test "threads and processes, many at a time, with every operation" {
	local thread op rw
	for thread in 0 1; do
		run sf c create write 300 numjobs=8 thread=$thread
		assert_success
		assert_equal "$(count_files)" 2400
		for op in list:read lsla:read stat:randread open:read readfile:randread rename:write; do
			rw=${op#*:} op=${op%:*}
			run sf j "$op" "$rw" 300 numjobs=8 thread=$thread
			assert_success
			assert_equal "$(reported files | tr ' ' '\n' | sort -u)" 300
		done
		run sf r rm randtrim 300 numjobs=8 thread=$thread name_format=renamed-%u
		assert_success
		assert_not_exist "$DIR/sf"
	done
}

@test "threads and processes beside other engines in one run" {
	cat >job.fio <<-END
		[global]
		size=64k
		bs=1k
		[other]
		ioengine=null
		rw=read
		[create]
		ioengine=$ENGINE
		directory=$DIR
		filename=sf
		op=create
		rw=write
		thread=1
		[psync]
		stonewall
		ioengine=psync
		directory=$DIR
		filename=data
		rw=write
	END
	run sf_jobs job.fio
	assert_success
	assert_equal "$(job_ios)" "64 64 64"
	assert_equal "$(count_files "$DIR/sf")" 64
	assert_equal "$(stat -c %s "$DIR/data")" 65536
}

@test "iodepth above 1 runs one at a time, with fio's note" {
	run sf c create write 100 iodepth=16
	assert_success
	assert_equal "$(count_files)" 100
	run sf s stat randread 100 iodepth=16
	assert_success
}

@test "rate_iops paces the operations" {
	local ms
	run sf c create write 200 rate_iops=400
	assert_success
	ms=$(jq '(.end_ns - .start_ns) / 1e6 | round' "$REP")
	((ms > 450 && ms < 900))
}

@test "clat is the time of the operation, not of its completion" {
	run sf c create write 50 sync_file=each
	assert_success
	(($(fio_json | jq '.jobs[0].write.clat_ns.mean | round') > 5000))
}

@test "group_reporting merges clones, the directions have rows of their own" {
	sf c create write 100 numjobs=4 group_reporting=1
	assert_equal "$(fio_json | jq -r '.jobs | length, .[0].write.total_ios' | xargs)" "1 400"
	sf r rm trim 100 numjobs=4 group_reporting=1
	assert_equal "$(fio_json | jq -r '.jobs[0].trim.total_ios')" 400
}

@test "the engine's options are in fio's JSON" {
	sf c create write 10 files_per_dir=3 file_size=1k-2k cleanup=never
	assert_equal "$(fio_json | jq -r '.jobs[0]["job options"] | [.op, .files_per_dir, .file_size] | join(" ")')" "create 3 1k-2k"
}

@test "latency logs and steady state work" {
	run sf c create write 2000 write_lat_log=log log_avg_msec=0
	assert_success
	assert_equal "$(wc -l <log_clat.1.log)" 2000
	run sf s stat randread 2000 time_based=1 runtime=20 ss=iops:90% ss_dur=2s
	assert_success
}

@test "client and server: the work is done there, its lines come here" {
	local pid
	mkdir srv
	(cd srv && exec "$FIO" --server="sock:$BATS_TEST_TMPDIR/sock" >server.log 2>&1) &
	pid=$!
	timeout 20 bash -c "until [ -S '$BATS_TEST_TMPDIR/sock' ]; do sleep 0.1; done"
	cat >job.fio <<-END
		$(sf_global 100k)
		report_file=$REP
		[create]
		op=create
		rw=write
		numjobs=2
		[list]
		stonewall
		op=list
		rw=read
		size=200k
		[rm]
		stonewall
		op=rm
		rw=trim
		size=200k
	END
	local status=0
	timeout 60 "$FIO" --client="sock:$BATS_TEST_TMPDIR/sock" job.fio --output-format=json >client.out 2>client.err || status=$?
	kill "$pid"
	wait "$pid" || true
	assert_equal "$status" 0
	assert_equal "$(reported files)" "100 100 200 200"
	assert_equal "$(sed -n '/^{/,$p' client.out | jq -r '[.client_stats[] | select(.jobname != "All clients") | .error] | unique | join(" ")')" 0
	assert_equal "$(cat client.out client.err | grep -c 'smallfile: .* files/s')" 4
	assert_not_exist "$DIR/sf"
}

@test "memory does not grow with the files: a million stay below 35 MB" {
	gcc -O1 -Wall -Wextra -Werror -o peak "$ROOT/tests/fixtures/smallfile/peak.c"
	# the job has so many, but does only 1000 of them: no million has to be made
	local files peak op
	local -a job=("$FIO" --name=j --ioengine="$ENGINE" --directory="$DIR" --filename=sf --bs=1k --file_size=0)
	for files in 1000000 10000000; do
		for op in create:write stat:read delete:trim; do
			peak=$(./peak "${job[@]}" --op="${op%:*}" --rw="${op#*:}" --size="${files}k" --number_ios=1000 \
				--files_per_dir=1000)
			((peak < 35 * 1024))
		done
	done
	sf c create write 100000 file_size=0 files_per_dir=1000
	for op in list lsla; do
		peak=$(./peak "${job[@]}" --op=$op --rw=read --size=100000k --files_per_dir=1000)
		((peak < 35 * 1024))
	done
	peak=$(./peak "${job[@]}" --op=stat --rw=read --size=100000k --files_per_dir=1000)
	((peak < 35 * 1024))
}

@test "the engine leaves no descriptor, memory or thread behind: valgrind" {
	need_tool valgrind
	local rw op
	for op in create:write list:read lsla:read stat:randread readfile:read rename:write rm:trim; do
		rw=${op#*:} op=${op%:*}
		local -a more=()
		[ "$op" != rm ] || more=(--name_format=renamed-%u --order=inode)
		run valgrind --quiet --error-exitcode=9 --track-origins=no --child-silent-after-fork=no "$FIO" --name=j \
			--ioengine="$ENGINE" --directory="$DIR" --filename=sf --bs=1k --size=50k --numjobs=2 --files_per_dir=7 \
			--depth=2 --op="$op" --rw="$rw" --thread=1 --clocksource=clock_gettime --report_file="$REP" "${more[@]}"
		[ "$status" = 0 ] || fail "$op: $output"
	done
	assert_not_exist "$DIR/sf"
}

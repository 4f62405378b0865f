#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What the smallfile engine reports: a line a job on stderr, a JSON line in report_file, nothing
# on fio's stdout; numbers that agree with each other, with fio and with the clock.

load smallfile

setup() {
	sf_setup
}

teardown() {
	cd /
	drop_fs
}

@test "one line a job on stderr, with rate, CPU time and the parts of an operation" {
	sf make create write 500
	assert_equal "$(grep -c '^smallfile: ' "$ERR")" 1
	local parts="p50/p99/p99.9/max [0-9.]+/[0-9.]+/[0-9.]+/[0-9.]+ us"
	assert_regex "$(cat "$ERR")" \
		"^smallfile: create: 500 files, [0-9]+ files/s, [0-9]+\.[0-9]{2} us cpu/op, open $parts, write $parts, close $parts \(job 'make'\)$"
	sf look stat read 500
	assert_regex "$(cat "$ERR")" "^smallfile: stat: 500 files, [0-9]+ files/s, [0-9]+\.[0-9]{2} us cpu/op \(job 'look'\)$"
	sf get readfile read 500
	assert_regex "$(cat "$ERR")" "us cpu/op, open $parts, read $parts, close $parts \(job 'get'\)$"
	sf open open read 500
	assert_regex "$(cat "$ERR")" "us cpu/op, open $parts, close $parts \(job 'open'\)$"
}

@test "stdout is fio's JSON and nothing else" {
	sf c create write 50 numjobs=3
	run jq -r '.jobs | length' "$OUT"
	assert_success
	assert_output 3
	assert_equal "$(head -c 1 "$OUT")" "{"
	run "$FIO" --name=c --ioengine="$ENGINE" --directory="$DIR" --filename=sf --bs=1k --size=50k --op=stat --rw=read \
		--output-format=json --output=file.json
	assert_success
	run jq -r '.jobs | length' file.json
	assert_output 1
}

@test "the JSON line has the keys that readers count on" {
	sf c create write 100 numjobs=2 files_per_dir=30
	assert_equal "$(wc -l <"$REP")" 2
	assert_equal "$(jq -rs '.[0] | keys_unsorted | join(" ")' "$REP")" \
		"platter-engine version fio job group jobnum op files dirs start_ns end_ns rate cpu_us_per_op bytes error error_count errors latency_ns"
	assert_equal "$(jq -c '[."platter-engine", .version, .fio, .job, .group, .op, .files, .bytes, .error, .errors]' "$REP" | sort -u)" \
		"[\"smallfile\",1,\"$("$FIO" --version)\",\"c\",0,\"create\",100,102400,0,[]]"
	assert_equal "$(jq .jobnum "$REP" | sort | xargs)" "0 1"
	assert_equal "$(jq -rs '.[0].latency_ns.open | keys_unsorted | join(" ")' "$REP")" "n mean p50 p99 p99.9 max"
}

@test "rate is files by elapsed nanoseconds, the clock is the monotonic one" {
	local before after
	before=$(awk '{ printf "%.0f", $1 * 1000000000 }' /proc/uptime)
	sf c create write 5000
	after=$(awk '{ printf "%.0f", $1 * 1000000000 + 20000000 }' /proc/uptime)
	run jq -e --argjson before "$before" --argjson after "$after" '
		(.rate - .files * 1e9 / (.end_ns - .start_ns) | fabs) < 1
		and .start_ns > $before - 20000000 and .end_ns < $after and .end_ns > .start_ns' "$REP"
	assert_success
}

@test "elapsed time is fio's runtime, less what fio does around it" {
	local runtime elapsed
	run sf c create write 100000000 file_size=0 runtime=1
	assert_success
	runtime=$(fio_json | jq '.jobs[0].write.runtime')
	elapsed=$(jq '(.end_ns - .start_ns) / 1e6 | round' "$REP")
	((elapsed <= runtime + 2 && elapsed > runtime * 9 / 10))
	assert_equal "$(reported files)" "$(job_ios)"
	run sf s stat read 300 rate_iops=1000
	elapsed=$(jq '(.end_ns - .start_ns) / 1e6 | round' "$REP")
	((elapsed > 280 && elapsed < 600))
	(($(jq '.cpu_us_per_op | round' "$REP") < 500))
}

@test "the parts of an operation add up to fio's own latency of it" {
	need_root
	make_fs tmpfs 64 DIR
	sf c create write 10000
	local ours fio
	ours=$(jq '[.latency_ns[] | .mean] | add | round' "$REP")
	fio=$(fio_json | jq '.jobs[0].write.clat_ns.mean | round')
	drop_fs
	((ours > fio * 8 / 10 && ours <= fio))
}

@test "percentiles grow up to the maximum, every operation is counted" {
	sf c create write 3000 sync_file=each size=300k
	run jq -e '[.latency_ns[] | .n == 300 and .p50 <= .p99 and .p99 <= ."p99.9" and ."p99.9" <= .max
		and .mean <= .max and .mean > 0] | all' "$REP"
	assert_success
	assert_equal "$(jq -r '.latency_ns | keys | join(" ")' "$REP")" "close fsync open write"
	sf r readfile read 300 latency_split=0
	assert_equal "$(jq -c '.latency_ns' "$REP")" "{}"
	sf s lsla read 300
	assert_equal "$(jq -c '.latency_ns' "$REP")" "{}"
}

@test "the histogram: buckets, percentiles and their error, held to exact values" {
	gcc -O1 -g -std=gnu11 -Wall -Wextra -Werror -fsanitize=address,undefined -I"$ROOT/engines/smallfile" \
		-o hist "$ROOT/tests/fixtures/smallfile/hist.c" "$ROOT/engines/smallfile/hist.c"
	run ./hist
	assert_success
	assert_output "ok"
}

@test "names that need it are escaped" {
	local name='a "b" \c ✓ é'
	mkdir "$DIR/$name"
	cat >job.fio <<-END
		[$name]
		ioengine=$ENGINE
		directory=$DIR/$name
		bs=1k
		size=3k
		op=stat
		rw=read
		report_file=$REP
	END
	run sf_jobs job.fio
	assert_failure 1
	assert_equal "$(jq -r .job "$REP")" "$name"
	assert_equal "$(jq -r '.errors[0].path' "$REP")" "$DIR/$name/file-0"
	assert_equal "$(said)" "smallfile: stat: statx '$DIR/$name/file-0': No such file or directory (job '$name')"
	mkdir "$DIR/$(printf 'x\xff')"
	run "$FIO" --name=j --ioengine="$ENGINE" --directory="$DIR/$(printf 'x\xff')" --bs=1k --size=3k --op=stat --rw=read \
		--report_file="$REP"
	assert_failure 1
	run jq -rs '.[-1].errors[0].path' "$REP"
	assert_success
}

@test "report lines of many jobs at once do not mix" {
	sf c create write 200 numjobs=16 thread=1
	assert_equal "$(jq -rs 'length' "$REP")" 16
	assert_equal "$(jq -r .jobnum "$REP" | sort -n | xargs)" "$(seq 0 15 | xargs)"
	assert_equal "$(grep -c '^smallfile: create: 200 files, .*)$' "$ERR")" 16
}

@test "what ramp_time= covers does not count" {
	# fio 3.33 has no ramp at all where runtime= is shorter
	run sf c create write 100000000 file_size=0 ramp_time=1s runtime=1s rate_iops=4000 count_file=count
	assert_success
	local files
	files=$(reported files)
	((files > 1000))
	((files <= $(job_ios)))
	(($(count_files) > files + 500))
	assert_equal "$(cut -d' ' -f3 count)" "$(count_files)"
	run jq -e '.end_ns - .start_ns < 1700000000' "$REP"
	assert_success
}

@test "gtod_reduce=1, where fio stamps nothing, still gives rate and split" {
	run sf c create write 2000 gtod_reduce=1
	assert_success
	run jq -e '.rate > 100 and .latency_ns.open.n == 2000 and .latency_ns.open.max < 10000000000' "$REP"
	assert_success
}

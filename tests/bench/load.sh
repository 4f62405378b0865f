# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# The loads that the bench's rows measure: the smallfile engine in fio, the raw C
# loop, fio's own file engines, mdtest. Each *_run function runs a tool once in a
# directory, keeps what it printed under BENCH_RAW, and ends the row file when the
# tool failed or did less work than asked; rates (1/s) are then asked by phase.
# Here is no goal and no pair: those are the row files'.

# engine_run NAME DIR FILES JOBS "OP..." [JOB-FILE-LINE...]: one fio with a
# stonewalled section an op; FILES is of each job. Sets ENGINE_REPORT, ENGINE_MEASURE.
# ENGINE_EXPECT is how many files each phase must have done, where not all of them.
engine_run() {
	local name=$1 dir=$2 files=$3 jobs=$4 ops=$5 op rw line got
	shift 5
	local expect=${ENGINE_EXPECT:-$((files * jobs))}
	local base=$BENCH_RAW/engine.$name
	ENGINE_REPORT=$base.jsonl
	ENGINE_MEASURE=$base.measure
	rm -f "$ENGINE_REPORT"
	{
		printf '[global]\nioengine=external:%s\ndirectory=%s\n' "$BENCH_ENGINE" "$dir"
		printf 'bs=1k\nsize=%dk\nnumjobs=%d\ngroup_reporting=1\n' "$files" "$jobs"
		printf 'report_file=%s\n' "$ENGINE_REPORT"
		for line in "$@"; do
			printf '%s\n' "$line"
		done
		for op in $ops; do
			case $op in
			create | rename | mkdir) rw='write' ;;
			rm | delete | rmdir) rw='trim' ;;
			*) rw='read' ;;
			esac
			printf '[%s]\nstonewall\nrw=%s\nop=%s\n' "$op" "$rw" "$op"
		done
	} >"$base.fio"
	"$BENCH_OUT/measure" "$ENGINE_MEASURE" fio --output-format=json --output="$base.json" \
		"$base.fio" 2>"$base.err" ||
		bench_fail "fio failed, see $base.err and $base.json: $(tail -n 1 "$base.err")"
	for op in $ops; do
		got=$(engine_get "$op" files)
		((got == expect)) ||
			bench_fail "the engine did $got of $expect files in '$op', see $base.json"
	done
}

# engine_get OP files|rate|cpu|start_ns: of the last engine_run, all jobs together.
engine_get() {
	jq -rs --arg op "$1" --arg key "$2" '
		map(select(.op == $op)) as $l
		| ($l | map(.files) | add // 0) as $files
		| ($l | map(.start_ns) | min) as $first
		| ($l | map(.end_ns) | max) as $last
		| {
			files: $files,
			start_ns: $first,
			rate: (if $files > 0 then $files * 1e9 / ($last - $first) else 0 end),
			cpu: (if $files > 0 then ($l | map(.files * .cpu_us_per_op) | add) / $files else 0 end)
		}[$key]' "$ENGINE_REPORT"
}

# measured KEY: max_rss_kib, wall_ns, exec_ns or cpu_us of the last engine_run.
measured() {
	jq -r --arg key "$1" '.[$key]' "$ENGINE_MEASURE"
}

# raw_run NAME DIR FILES JOBS "OP..." [OPTION...]: the raw loop. Sets RAW_REPORT.
raw_run() {
	local name=$1 dir=$2 files=$3 jobs=$4 ops=$5
	shift 5
	RAW_REPORT=$BENCH_RAW/raw.$name.jsonl
	# the ops are words
	# shellcheck disable=SC2086
	"$BENCH_OUT/raw-smallfile" --dir "$dir" --files "$files" --jobs "$jobs" "$@" $ops >"$RAW_REPORT" ||
		bench_fail "the raw loop failed in '$dir'"
}

# raw_get OP rate|cpu_us_per_op|max_rss_kib: of the last raw_run.
raw_get() {
	jq -r --arg op "$1" --arg key "$2" 'select(.op == $op) | .[$key]' "$RAW_REPORT"
}

# fio_files NAME DIR FILES ENGINE RW [OPTION...]: one of fio's own file engines, on the
# names file-N, each file its own fio_file; prints the rate. Sequential service: the
# default (roundrobin) looks through all files for every operation.
fio_files() {
	local name=$1 dir=$2 files=$3 engine=$4 rw=$5
	shift 5
	local out=$BENCH_RAW/fio.$name.json
	# fio expands $filenum, not the shell
	# shellcheck disable=SC2016
	fio --name="$engine" --ioengine="$engine" --rw="$rw" --directory="$dir" \
		--filename_format='file-$filenum' --nrfiles="$files" --filesize=1k --bs=1k --openfiles=1 \
		--file_service_type=sequential --fallocate=none --output-format=json --output="$out" \
		"$@" 2>"$out.err" || bench_fail "fio's $engine failed, see $out.err"
	jq -r --argjson files "$files" '
		.jobs[0] | [.read, .write, .trim] | map(select(.total_ios > 0))[0]
		| if .total_ios == $files then .total_ios * 1000 / .runtime else "short" end' "$out" |
		grep -v short || bench_fail "fio's $engine did not do all files, see $out"
}

# mdtest_run NAME DIR FILES JOBS [OPTION...]: files of 1 KiB; create, stat, read, remove.
mdtest_run() {
	local name=$1 dir=$2 files=$3 jobs=$4
	shift 4
	local -a launch=()
	MDTEST_OUT=$BENCH_RAW/mdtest.$name.txt
	if ((jobs > 1)); then
		launch=(mpirun -np "$jobs")
		if mpirun --version 2>&1 | grep -q 'Open MPI'; then
			launch+=(--allow-run-as-root --oversubscribe)
		fi
	fi
	"${launch[@]}" mdtest -F -n "$files" -w 1024 -e 1024 -d "$dir" "$@" \
		</dev/null >"$MDTEST_OUT" 2>&1 ||
		bench_fail "mdtest failed, see $MDTEST_OUT"
}

# mdtest_get OP: the rate of the last mdtest_run.
mdtest_get() {
	local -A row=([create]=creation [stat]=stat [readfile]=read [delete]=removal)
	awk -v row="${row[$1]}" '$1 == "File" && $2 == row { print $3 }' "$MDTEST_OUT" |
		grep . || bench_fail "mdtest printed no rate for '$1', see $MDTEST_OUT"
}

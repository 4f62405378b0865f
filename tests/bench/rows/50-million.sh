# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# 1 000 000 files of 1 KiB in a tree of 100 a directory, one job: resident memory of
# fio's largest process, time from exec to the first create, and the rate of every
# phase beside that of 100 000 files in the same layout (measured before and after).
# The same for the raw loop tells what of it is the file system's. BENCH_FULL=1 adds
# ext4 (a minute and more of writing back) and 10 000 000 files, empty and in memory.

MILLION_OPS='create list stat readfile delete'
MILLION_STARTS=5

million_fs_list() {
	if [[ ${BENCH_FULL-} == 1 ]]; then
		echo "$BENCH_FS"
	else
		echo "${BENCH_FS/ext4/}"
	fi
}

bench_ids() {
	local fs op
	for fs in $(million_fs_list); do
		printf 'million/%s/%s\n' "$fs" memory "$fs" start
		for op in $MILLION_OPS; do
			echo "million/$fs/rate-$op"
		done
	done
	if [[ ${BENCH_FULL-} == 1 && " $BENCH_FS " == *" tmpfs "* ]]; then
		printf 'tenmillion/tmpfs/%s\n' memory start rate-create rate-delete
	fi
}

# million_cycle FS NAME FILES OPS LINE...: sets RATE and CPU by op, RSS (KiB), START (s).
million_cycle() {
	local fs=$1 name=$2 files=$3 ops=$4 op
	shift 4
	mkdir "$BENCH_DIR/engine"
	bench_settle "$fs"
	engine_run "$fs.$name" "$BENCH_DIR/engine" "$files" 1 "$ops" files_per_dir=100 "$@"
	for op in $ops; do
		RATE[$op]=$(engine_get "$op" rate)
		CPU[$op]=$(engine_get "$op" cpu)
	done
	RSS=$(measured max_rss_kib)
	START=$(million_start)
	rm -rf "$BENCH_DIR/engine"
}

# Seconds from exec to the first create of the last engine_run.
million_start() {
	million_div "$(($(engine_get create start_ns) - $(measured exec_ns)))" 1e9
}

# million_div A B: their quotient to three places.
million_div() {
	awk -v a="$1" -v b="$2" 'BEGIN { printf "%.3f\n", a / b }'
}

million_raw() {
	local fs=$1 name=$2 files=$3 op
	mkdir "$BENCH_DIR/raw"
	bench_settle "$fs"
	raw_run "$fs.$name" "$BENCH_DIR/raw" "$files" 1 "$MILLION_OPS" --files-per-dir 100
	for op in $MILLION_OPS; do
		RATE[$op]=$(raw_get "$op" rate)
	done
	rm -rf "$BENCH_DIR/raw"
}

# A start costs the same however few files follow: number_ios ends the job early, while
# size still says one million.
million_starts() {
	local fs=$1 i
	for ((i = 1; i <= MILLION_STARTS; i++)); do
		mkdir "$BENCH_DIR/engine"
		ENGINE_EXPECT=100 engine_run "$fs.start.$i" "$BENCH_DIR/engine" 1000000 1 create \
			files_per_dir=100 number_ios=100
		million_start
		rm -rf "$BENCH_DIR/engine"
	done
}

million_fs() {
	local fs=$1 op small large note
	local -A RATE=() CPU=() before=() after=() large_rate=() small_cpu=() large_cpu=()
	local -A raw_small=() raw_large=()
	local RSS START
	bench_say "million/$fs: raw loop, 1 000 000 files"
	# first: a virtual machine's memory costs more the first time it is touched
	million_raw "$fs" million 1000000
	for op in $MILLION_OPS; do raw_large[$op]=${RATE[$op]}; done
	bench_say "million/$fs: engine, 100 000, 1 000 000, 100 000 files; raw loop, 100 000"
	million_cycle "$fs" small-1 100000 "$MILLION_OPS"
	for op in $MILLION_OPS; do before[$op]=${RATE[$op]}; done
	million_cycle "$fs" million 1000000 "$MILLION_OPS"
	for op in $MILLION_OPS; do
		large_rate[$op]=${RATE[$op]}
		large_cpu[$op]=${CPU[$op]}
	done
	if bench_wants "million/$fs/memory"; then
		bench_row "million/$fs/memory" "$(million_div "$RSS" 976.5625)" MB \
			'<=35' - - 1 - - "largest process of fio"
	fi
	million_cycle "$fs" small-2 100000 "$MILLION_OPS"
	for op in $MILLION_OPS; do
		after[$op]=${RATE[$op]}
		small_cpu[$op]=${CPU[$op]}
	done
	million_raw "$fs" small 100000
	for op in $MILLION_OPS; do raw_small[$op]=${RATE[$op]}; done
	for op in $MILLION_OPS; do
		bench_wants "million/$fs/rate-$op" || continue
		small=$(awk -v a="${before[$op]}" -v b="${after[$op]}" 'BEGIN { printf "%.0f", (a + b) / 2 }')
		large=$(printf '%.0f' "${large_rate[$op]}")
		note=$(printf "100 000 files; CPU %.2f against %.2f us; the raw loop's %.3f x" \
			"${large_cpu[$op]}" "${small_cpu[$op]}" \
			"$(million_div "${raw_large[$op]}" "${raw_small[$op]}")")
		bench_row "million/$fs/rate-$op" "$(million_div "$large" "$small")" x '>=0.75' - - 1 \
			"$large" "$small" "$note"
	done
}

# Seconds a whole fio with ioengine=null takes: what of a start is fio's own.
million_nulls() {
	local fs=$1 i base
	for ((i = 1; i <= MILLION_STARTS; i++)); do
		base=$BENCH_RAW/null.$fs.$i
		"$BENCH_OUT/measure" "$base.measure" fio --name=null --ioengine=null --size=4k \
			--output="$base.txt"
		million_div "$(jq .wall_ns "$base.measure")" 1e9
	done
}

million_start_row() {
	local fs=$1 figure low high n null
	bench_wants "million/$fs/start" || return 0
	read -r figure low high n < <(million_starts "$fs" | bench_median)
	read -r null _ < <(million_nulls "$fs" | bench_median)
	bench_row "million/$fs/start" "$(printf '%.3f' "$figure")" s '<=0.35' "$low" "$high" "$n" - - \
		"exec to first create; a whole fio with ioengine=null takes $null s"
}

# Ten million: no more memory than one million may take.
tenmillion() {
	local op
	local -A RATE=() CPU=()
	local RSS START
	bench_mount tmpfs 16384
	bench_say "tenmillion/tmpfs: create and delete 10 000 000 empty files"
	million_cycle tmpfs tenmillion 10000000 "create delete" file_size=0
	bench_unmount tmpfs
	bench_row tenmillion/tmpfs/memory "$(million_div "$RSS" 976.5625)" MB \
		'<=35' - - 1 - - "largest process of fio"
	bench_row tenmillion/tmpfs/start "$START" s - - - 1 - - "exec to first create"
	for op in create delete; do
		bench_row "tenmillion/tmpfs/rate-$op" "$(million_div "${RATE[$op]}" 1000)" k/s \
			- - - 1 "$(printf '%.0f' "${RATE[$op]}")" - "empty files"
	done
}

bench_rows() {
	local fs id
	for fs in $(million_fs_list); do
		bench_wants_any "million/$fs/" || continue
		if ! bench_room "$fs" 9000; then
			for id in $(bench_ids | grep "^million/$fs/"); do
				if bench_wants "$id"; then
					bench_skip "$id" "less than 9000 MiB free"
				fi
			done
			continue
		fi
		bench_mount "$fs" 8192 -i 4096
		if bench_wants "million/$fs/memory" || bench_wants_any "million/$fs/rate-"; then
			million_fs "$fs"
		fi
		million_start_row "$fs"
		bench_unmount "$fs"
	done
	if bench_wants_any tenmillion/; then
		if bench_room tmpfs 16000; then
			tenmillion
		else
			for id in $(bench_ids | grep '^tenmillion/'); do
				bench_skip "$id" "less than 16000 MiB of memory free"
			done
		fi
	fi
}

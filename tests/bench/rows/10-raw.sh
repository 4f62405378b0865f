# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# The engine against the raw C loop of the same system calls: 100 000 files of
# 1 KiB, one job, one flat directory each, every phase measured on both sides
# before the next begins. rm has a cycle of its own (what rm removed, delete cannot),
# with BENCH_FULL=1.

RAW_FILES=100000
declare -A RAW_GOAL=([create]='>=0.92' [delete]='>=0.90' [readfile]='>=0.85'
	[list]='>=0.80' [stat]='>=0.80' [lsla]=- [rm]=-)

bench_ids() {
	local fs op
	for fs in $BENCH_FS; do
		for op in create list lsla stat readfile delete; do
			echo "raw/$fs/$op"
		done
		if [[ ${BENCH_FULL-} == 1 ]]; then
			echo "raw/$fs/rm"
		fi
	done
}

# raw_one FS PAIR OP: both sides, in turns; sets OURS, OUR_CPU, OTHER, OTHER_CPU.
raw_one() {
	local fs=$1 pair=$2 op=$3 who
	for who in $(bench_order "$pair" raw engine); do
		bench_settle "$fs"
		if [[ $who == raw ]]; then
			raw_run "$fs.$op.$pair" "$BENCH_DIR/raw" "$RAW_FILES" 1 "$op"
			OTHER=$(raw_get "$op" rate)
			OTHER_CPU=$(raw_get "$op" cpu_us_per_op)
		else
			engine_run "$fs.$op.$pair" "$BENCH_DIR/engine" "$RAW_FILES" 1 "$op"
			OURS=$(engine_get "$op" rate)
			OUR_CPU=$(engine_get "$op" cpu)
		fi
	done
}

# raw_pair FS PAIR RECORDED-OPS OPS: the ops, each side in its directory. Between them
# caches are warm, whatever others on the machine do.
raw_pair() {
	local fs=$1 pair=$2 recorded=$3 ops=$4 op drops now
	local OURS OUR_CPU OTHER OTHER_CPU
	mkdir -p "$BENCH_DIR/engine" "$BENCH_DIR/raw"
	drops=$(bench_drops "$fs")
	for op in $ops; do
		while :; do
			now=$(bench_drops "$fs")
			if [[ $now != "$drops" && $op != create ]]; then
				drops=$now
				raw_run warm "$BENCH_DIR/raw" "$RAW_FILES" 1 readfile
				raw_run warm "$BENCH_DIR/engine" "$RAW_FILES" 1 readfile
			fi
			raw_one "$fs" "$pair" "$op"
			case $op in
			create | rm | delete) break ;;
			esac
			bench_disturbed "$fs" "$drops" || break
		done
		if [[ " $recorded " == *" $op "* ]]; then
			bench_sample "raw/$fs/$op" "$OURS" "$OTHER" "$OUR_CPU" "$OTHER_CPU"
		fi
	done
	rm -rf "$BENCH_DIR/engine" "$BENCH_DIR/raw"
}

bench_rows() {
	local fs op pair ops
	for fs in $BENCH_FS; do
		bench_wants_any "raw/$fs/" || continue
		bench_mount "$fs" 4096
		ops=
		for op in list lsla stat readfile; do
			if bench_wants "raw/$fs/$op"; then
				ops+=" $op"
			fi
		done
		if [[ -n $ops ]] || bench_wants "raw/$fs/create" || bench_wants "raw/$fs/delete"; then
			for ((pair = 1; pair <= BENCH_PAIRS; pair++)); do
				bench_say "raw/$fs: pair $pair of $BENCH_PAIRS"
				raw_pair "$fs" "$pair" "create $ops delete" "create $ops delete"
			done
		fi
		if bench_wants_any "raw/$fs/rm"; then
			for ((pair = 1; pair <= 3; pair++)); do
				bench_say "raw/$fs/rm: pair $pair of 3"
				raw_pair "$fs" "$pair" rm "create rm"
			done
		fi
		for op in create list lsla stat readfile delete rm; do
			if bench_wants_any "raw/$fs/$op"; then
				bench_ratio_row "raw/$fs/$op" "${RAW_GOAL[$op]}" "raw loop"
			fi
		done
		bench_unmount "$fs"
	done
}

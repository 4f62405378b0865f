# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# dir_mode: 4 jobs with a directory each against 4 jobs in one shared directory,
# the engine on both sides. What is shared is the lock of the parent's inode, so
# the goal is that a directory each is visibly faster (5 % at least) on ext4.

DIRMODE_FILES=25000 # of each job
DIRMODE_JOBS=4

# tmpfs, where all writers share more than a directory's lock, only on request.
dirmode_fs() {
	if [[ ${BENCH_FULL-} == 1 ]]; then
		echo "$BENCH_FS"
	else
		echo "${BENCH_FS/tmpfs/}"
	fi
}

bench_ids() {
	local fs
	for fs in $(dirmode_fs); do
		printf 'dirmode/%s/%s\n' "$fs" create "$fs" delete
	done
}

bench_rows() {
	local fs pair mode op goal drops
	local -A rate=() cpu=()
	for fs in $(dirmode_fs); do
		bench_wants_any "dirmode/$fs/" || continue
		bench_mount "$fs" 4096
		for ((pair = 1; pair <= BENCH_PAIRS; pair++)); do
			bench_say "dirmode/$fs: pair $pair of $BENCH_PAIRS"
			drops=$(bench_drops "$fs")
			for mode in $(bench_order "$pair" unique shared); do
				mkdir "$BENCH_DIR/$mode"
				bench_settle "$fs"
				engine_run "$fs.dirmode.$mode.create.$pair" "$BENCH_DIR/$mode" "$DIRMODE_FILES" \
					"$DIRMODE_JOBS" create "dir_mode=$mode"
				rate[$mode.create]=$(engine_get create rate)
				cpu[$mode.create]=$(engine_get create cpu)
				bench_settle "$fs"
				engine_run "$fs.dirmode.$mode.delete.$pair" "$BENCH_DIR/$mode" "$DIRMODE_FILES" \
					"$DIRMODE_JOBS" delete "dir_mode=$mode"
				rate[$mode.delete]=$(engine_get delete rate)
				cpu[$mode.delete]=$(engine_get delete cpu)
				rm -rf "${BENCH_DIR:?}/$mode"
			done
			if bench_disturbed "$fs" "$drops"; then
				pair=$((pair - 1))
				continue
			fi
			for op in create delete; do
				bench_sample "dirmode/$fs/$op" "${rate[unique.$op]}" "${rate[shared.$op]}" \
					"${cpu[unique.$op]}" "${cpu[shared.$op]}"
			done
		done
		bench_unmount "$fs"
		goal=-
		if [[ $fs == ext4 ]]; then
			goal='>=1.05'
		fi
		for op in create delete; do
			if bench_wants "dirmode/$fs/$op"; then
				bench_ratio_row "dirmode/$fs/$op" "$goal" "$op, 4 jobs: a directory each against one"
			fi
		done
	done
}

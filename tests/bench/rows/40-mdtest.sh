# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# The engine against mdtest, where that is on PATH: files of 1 KiB, all phases in
# one call of each side, 1 job and 4 jobs (ranks of mdtest under mpirun), these in
# one shared directory and in a directory each. The goal is never to be behind.

# CASE JOBS FILES-A-JOB ENGINE-OPTION MDTEST-OPTION
mdtest_cases() {
	echo "1job 1 100000 dir_mode=shared -"
	echo "4jobs-shared 4 40000 dir_mode=shared -"
	echo "4jobs-unique 4 40000 dir_mode=unique -u"
}

bench_ids() {
	local fs name op
	for fs in $BENCH_FS; do
		while read -r name _; do
			for op in create stat readfile delete; do
				echo "mdtest/$fs/$name/$op"
			done
		done < <(mdtest_cases)
	done
}

mdtest_case() {
	local fs=$1 name=$2 jobs=$3 files=$4 engine_option=$5 mdtest_option=$6 pair who op drops
	local -a more=()
	local -A ours=() other=()
	if [[ $mdtest_option != - ]]; then
		more=("$mdtest_option")
	fi
	for ((pair = 1; pair <= BENCH_PAIRS; pair++)); do
		bench_say "mdtest/$fs/$name: pair $pair of $BENCH_PAIRS"
		drops=$(bench_drops "$fs")
		for who in $(bench_order "$pair" engine mdtest); do
			mkdir "$BENCH_DIR/$who"
			bench_settle "$fs"
			if [[ $who == engine ]]; then
				engine_run "$fs.mdtest.$name.$pair" "$BENCH_DIR/engine" "$files" "$jobs" \
					"create stat readfile delete" "$engine_option"
			else
				mdtest_run "$fs.$name.$pair" "$BENCH_DIR/mdtest" "$files" "$jobs" "${more[@]}"
			fi
			rm -rf "${BENCH_DIR:?}/$who"
		done
		if bench_disturbed "$fs" "$drops"; then
			pair=$((pair - 1))
			continue
		fi
		for op in create stat readfile delete; do
			ours[$op]=$(engine_get "$op" rate)
			other[$op]=$(mdtest_get "$op")
			bench_sample "mdtest/$fs/$name/$op" "${ours[$op]}" "${other[$op]}"
		done
	done
	for op in create stat readfile delete; do
		if bench_wants "mdtest/$fs/$name/$op"; then
			bench_ratio_row "mdtest/$fs/$name/$op" '>=1' mdtest
		fi
	done
}

bench_rows() {
	local fs name jobs files engine_option mdtest_option
	if ! command -v mdtest >/dev/null; then
		bench_skip mdtest "mdtest is not on PATH"
		return 0
	fi
	for fs in $BENCH_FS; do
		while read -r name jobs files engine_option mdtest_option; do
			bench_wants_any "mdtest/$fs/$name/" || continue
			bench_mount "$fs" 4096
			mdtest_case "$fs" "$name" "$jobs" "$files" "$engine_option" "$mdtest_option"
			bench_unmount "$fs"
		done < <(mdtest_cases)
	done
}

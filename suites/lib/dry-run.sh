# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# --dry-run: what would run, where, in which order, for how long and how much space it
# takes. Needs the plan only: no target, no fio, no rights; writes nothing anywhere.

# shellcheck disable=SC2034 # the other parts read what is set here

# dry_run: all of it, to stdout.
dry_run() {
	local i block number=0 case target run
	plan_leave_out_cold
	if [[ -n $OPT_RESUME$OPT_ADD ]]; then RESULTS_RAW=$OPT_RESULTS/raw; fi
	progress_plan 1
	printf 'suite %s: %s and %s\n' "$SUITE_NAME" \
		"$(dry_run_count $((PROGRESS_TOTAL - ${#PROGRESS_WARMUPS[@]})) run)" \
		"$(dry_run_count "${#PROGRESS_WARMUPS[@]}" warm-up)"
	printf '\ncases:\n'
	for i in "${!CASE_PROFILE[@]}"; do
		progress_time "${CASE_SECONDS[i]}"
		printf '  %s (%s): %s on each target, about %s each, %d MB\n' "${CASE_NAME[i]}" \
			"${CASE_DESCRIPTION[i]}" "$(dry_run_count "${CASE_RUNS[i]}" run)" "$PROGRESS_TIME" "${CASE_MB[i]}"
		[[ -z ${CASE_LEFT_OUT[i]} ]] ||
			printf '    without the right to drop the page cache these are left out: %s\n' "${CASE_LEFT_OUT[i]}"
	done
	printf '\ntargets:\n'
	for i in "${!TARGET_NAME[@]}"; do
		printf '  %s: %s/%s\n' "${TARGET_NAME[i]}" "${TARGET_DIR[i]%/}" "$WORKDIR_NAME"
	done
	printf '\norder (seed %s, after a warm-up of %s on each target):\n' "$ORDER_SEED" "${CASE_NAME[ORDER_SMALLEST]}"
	for ((block = 1; block <= ORDER_BLOCKS; block++)); do
		while read -r _ case target run; do
			rawfile_done "$case" "$target" "$run" && continue
			number=$((number + 1))
			printf '  %3d  run %d  %s  %s\n' "$number" "$run" "${TARGET_NAME[target]}" "${CASE_NAME[case]}"
		done < <(order_block "$block")
	done
	progress_left
	progress_time "$PROGRESS_LEFT"
	printf '\nestimate: %s (h:mm:ss or m:ss), up to %d MB on each target at a time\n' \
		"$PROGRESS_TIME" "$(dry_run_space)"
	[[ -z $OPT_PRECISION ]] ||
		printf 'with --precision %s up to 4 times as many runs\n' "$OPT_PRECISION"
}

# dry_run_count NUMBER NOUN: "1 run", "2 runs".
dry_run_count() {
	if (($1 == 1)); then printf '1 %s\n' "$2"; else printf '%d %ss\n' "$1" "$2"; fi
}

# dry_run_space: the most that any case takes, in MB.
dry_run_space() {
	local i most=0
	for i in "${!CASE_MB[@]}"; do
		((CASE_MB[i] <= most)) || most=${CASE_MB[i]}
	done
	printf '%d\n' "$most"
}

# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# --precision PCT: after the planned runs, more blocks until the 95 % interval of every
# row that says how much or how long (throughput, rate, time; not latencies) is within PCT
# percent of its mean, or until there are 4 times as many runs. The intervals are those that
# platter prints in its table; none is computed here.

# shellcheck disable=SC2034 # the other parts read what is set here

# precision_wide: "SYSTEM: WORKLOAD METRIC SPREAD" of each row of this session's targets
# that is not within OPT_PRECISION yet; rows without a good run do not count.
precision_wide() {
	{
		printf 'system %s\n' "${TARGET_NAME[@]}"
		(cd -- "$RESULTS_DIR" && exec "$PLATTER_BIN" table raw -f markdown) 2>/dev/null
	} | awk -v limit="$OPT_PRECISION" -f "$SUITES_DIR/lib/precision.awk"
}

# precision_continue: the blocks after the planned ones.
precision_continue() {
	local block planned wide i
	local -a most=()
	[[ -n $OPT_PRECISION ]] || return 0
	planned=$ORDER_BLOCKS
	for i in "${!CASE_RUNS[@]}"; do
		most[i]=$((4 * CASE_RUNS[i]))
	done
	for ((block = planned + 1; block <= 4 * planned; block++)); do
		wide=$(precision_wide)
		[[ -n $wide ]] || return 0
		for i in "${!CASE_RUNS[@]}"; do
			CASE_RUNS[i]=$((block < most[i] ? block : most[i]))
		done
		order_plan
		progress_plan "$block"
		((${#PROGRESS_JOBS[@]})) || continue
		say_log "not within $OPT_PRECISION % yet: $(head -n 1 <<<"$wide")"
		run_block "$block"
	done
	wide=$(precision_wide)
	[[ -z $wide ]] ||
		say "not within $OPT_PRECISION % after $((4 * planned)) runs: $(wc -l <<<"$wide") rows, the first is $(head -n 1 <<<"$wide")"
}

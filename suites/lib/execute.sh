# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# One run of one case on one target: an empty directory, fio with the case's arguments in
# its environment, the outcome into a raw file. Whether the jobs went well is read from
# that file by platter, never from fio's exit status (it wraps at 256 failed jobs).

# shellcheck disable=SC2034 # the other parts read what is set here

# FAILURES["CASE TARGET"]: failed runs in this session. GIVEN_UP["CASE TARGET"]: not tried again.
declare -A FAILURES=() GIVEN_UP=()
# ANY_FAILED: set once anything failed; makes the runner's exit status 1.
ANY_FAILED=

# execute_run CASE TARGET RUN KIND: KIND is run or warmup. Never fails; counts failures.
execute_run() {
	local case=$1 target=$2 run=$3 kind=$4 file status=0 begun started load before after
	local reason what elapsed
	begun=${EPOCHREALTIME//[.,]/}
	rawfile_path "$case" "$target" "$run" "$kind"
	file=$RAWFILE
	if ! workdir_empty "$target"; then
		execute_failed "$case" "$target" "its work directory cannot be used"
		progress_skip
		return 0
	fi
	rm -f -- "$SCRATCH"/fio.* "$SCRATCH/report"
	execute_sync
	before=$(device_diskstats "${TARGET_DISK[target]}")
	read -r load _ </proc/loadavg
	progress_begin "$case" "$target" "$run" "$kind"
	TZ=UTC printf -v started '%(%Y-%m-%dT%H:%M:%SZ)T' -1
	elapsed=${EPOCHREALTIME//[.,]/}
	execute_fio "$case" "$target" || status=$?
	elapsed=$((${EPOCHREALTIME//[.,]/} - elapsed))
	execute_sync
	after=$(device_diskstats "${TARGET_DISK[target]}")
	if [[ -s $SCRATCH/fio.err ]]; then
		cat -- "$SCRATCH/fio.err" >>"$LOG_FILE"
	fi
	rawfile_write "$file" "$case" "$target" "$run" "$started" "$status" "$load" \
		"$(device_diskstats_delta "$before" "$after")" "$elapsed"
	reason=$(rawfile_failure "$file" "$status")
	if [[ -n $reason ]]; then
		if [[ $kind == warmup ]]; then what=warm-up; else what="run $run"; fi
		execute_failed "$case" "$target" "$what failed: $reason"
	fi
	workdir_empty "$target" || execute_failed "$case" "$target" "its work directory cannot be used"
	progress_end "$case" "$target" $((${EPOCHREALTIME//[.,]/} - begun))
}

# execute_failed CASE TARGET TEXT: says it, and gives the case up on that target after two.
execute_failed() {
	local key="$1 $2"
	ANY_FAILED=1
	FAILURES[$key]=$((${FAILURES[$key]:-0} + 1))
	say "target '${TARGET_NAME[$2]}', ${CASE_NAME[$1]}: $3"
	if ((FAILURES[$key] >= 2)) && [[ -z $OPT_KEEP_GOING && -z ${GIVEN_UP[$key]:-} ]]; then
		GIVEN_UP[$key]=1
		say "target '${TARGET_NAME[$2]}', ${CASE_NAME[$1]}: failed twice, not tried again; '--keep-going' would"
	fi
}

# execute_sync: writes back what earlier runs left, so that no run pays for another.
execute_sync() {
	sync -f -- "${TARGET_REAL[@]}" 2>>"$LOG_FILE" || true
}

# execute_fio CASE TARGET: returns fio's exit status.
execute_fio() {
	local pid status=0
	execute_child "$1" "$2" &
	pid=$!
	progress_watch "$1"
	# without bash's own line about a child that was killed
	wait "$pid" 2>/dev/null || status=$?
	((status < 128)) || execute_end_jobs
	progress_unwatch
	return "$status"
}

# execute_end_jobs: a fio that was killed leaves its jobs behind, each in a session of its own,
# at work where the next run will be. They are told by their working directory, SCRATCH.
execute_end_jobs() {
	local dir tries
	local -a left
	for ((tries = 0; tries < 300; tries++)); do
		left=()
		for dir in /proc/[0-9]*; do
			[[ ! $dir/cwd -ef $SCRATCH ]] || left+=("${dir##*/}")
		done
		((${#left[@]})) || return 0
		kill -KILL "${left[@]}" 2>/dev/null || true
		sleep 0.1
	done
	say "processes of fio do not end: ${left[*]}"
}

# execute_child CASE TARGET: becomes fio.
execute_child() {
	local section
	local -a sections=()
	while IFS= read -r section; do
		[[ -z $section ]] || sections+=("--section=$section")
	done <<<"${CASE_SECTIONS[$1]}"
	profile_env "${CASE_ARGUMENTS[$1]}" || exit 2
	export TARGET=${TARGET_REAL[$2]}/$WORKDIR_NAME/data PLATTER_ENGINES
	export PLATTER_REPORT=$SCRATCH/report
	cd -- "$SCRATCH" || exit
	exec "${TOOLS_WITH_US[@]}" "$FIO_BIN" --output-format=json+ --output="$SCRATCH/fio.json" \
		"${sections[@]}" "${CASE_JOBFILE[$1]}" </dev/null >"$SCRATCH/fio.out" 2>"$SCRATCH/fio.err"
}

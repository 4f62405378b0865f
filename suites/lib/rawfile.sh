# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Raw files: one a run, a text header, then fio's JSON, then the engines' report lines,
# exactly as they were printed. Written beside and renamed, so that a file is whole or not
# there. platter reads them (and decides what failed); the runner looks into none.

# shellcheck disable=SC2034 # the other parts read what is set here

# ORDER_INDEX: running number of all runs of a results directory.
ORDER_INDEX=0
# RAWFILE: what rawfile_path found.
RAWFILE=

# rawfile_path CASE TARGET RUN KIND: sets RAWFILE to where it goes; warm-ups count on, runs
# are unique. A run that the profile says to ignore gets a name that platter does not read
# from a directory.
rawfile_path() {
	local base n=1
	base=$RESULTS_RAW/${CASE_SLUG[$1]}.${TARGET_SLUG[$2]}
	if [[ $4 == run && ${CASE_IGNORE[$1]} == *,$3,* ]]; then
		RAWFILE=$base.$3.ignored.warmup
	elif [[ $4 == run ]]; then
		RAWFILE=$base.$3.run
	else
		while [[ -e $base.$n.warmup ]]; do n=$((n + 1)); done
		RAWFILE=$base.$n.warmup
	fi
}

# rawfile_done CASE TARGET RUN: has this run been made?
rawfile_done() {
	[[ -n $RESULTS_RAW ]] || return 1
	rawfile_path "$1" "$2" "$3" run
	[[ -e $RAWFILE ]]
}

# rawfile_count: sets ORDER_INDEX from what is there.
rawfile_count() {
	local file
	ORDER_INDEX=0
	for file in "$RESULTS_RAW"/*.run "$RESULTS_RAW"/*.warmup; do
		[[ ! -e $file ]] || ORDER_INDEX=$((ORDER_INDEX + 1))
	done
}

# rawfile_write FILE CASE TARGET RUN STARTED FIO-STATUS LOAD DISKSTATS MICROSECONDS
rawfile_write() {
	local header part
	local -a parts=()
	ORDER_INDEX=$((ORDER_INDEX + 1))
	header=$(rawfile_header "${@:2}")
	for part in "$SCRATCH/fio.json" "$SCRATCH/report"; do
		[[ ! -e $part ]] || parts+=("$part")
	done
	if ! { printf '%s\n\n' "$header" && cat -- /dev/null "${parts[@]}"; } >"$SCRATCH/raw"; then
		die "cannot write in '$RESULTS_DIR'; finished runs are kept, go on with '--resume'"
	fi
	mv -- "$SCRATCH/raw" "$1"
}

# rawfile_header CASE TARGET RUN STARTED FIO-STATUS LOAD DISKSTATS MICROSECONDS
rawfile_header() {
	local elapsed
	printf '%s: %s\n' platter-run 1 suite "$SUITE_NAME" profile "${CASE_PROFILE[$1]}" \
		arguments "${CASE_ARGUMENTS[$1]}" system "${TARGET_NAME[$2]}" run "$3" \
		order "$ORDER_INDEX" seed "$ORDER_SEED" started "$4" target "${TARGET_REAL[$2]}"
	[[ -z ${TARGET_LABEL[$2]} ]] || printf 'label: %s\n' "${TARGET_LABEL[$2]}"
	[[ -z $OPT_PRECISION ]] || printf 'precision: %s %%\n' "$OPT_PRECISION"
	rawfile_invalid "$5"
	printf 'fio-exit: %d\n%s' "$5" "${TARGET_ENVIRONMENT[$2]}"
	environment_line jobfile "${CASE_JOBSUM[$1]}"
	environment_line load "$6"
	environment_line diskstats "$7"
	printf -v elapsed '%d.%06d' $(($8 / 1000000)) $(($8 % 1000000))
	environment_line elapsed "$elapsed"
}

# rawfile_invalid FIO-STATUS: what makes the whole run unusable, a line each.
rawfile_invalid() {
	if (($1 >= 128)); then
		printf 'invalid: run cut short: fio ended with status %d\n' "$1"
	elif ! grep -q '^{' -- "$SCRATCH/fio.json" 2>/dev/null; then
		printf 'invalid: fio printed no result and ended with status %d\n' "$1"
	fi
}

# rawfile_failure FILE FIO-STATUS: why the run does not count, in one line; nothing if it does.
rawfile_failure() {
	local json=$SCRATCH/one.json errors=$SCRATCH/one.err
	if ! "$PLATTER_BIN" table -f json -- "$1" >"$json" 2>"$errors"; then
		printf '%s\n' "$(head -n 1 -- "$errors")"
	elif ! grep -q '"value"' -- "$json"; then
		printf 'no result, fio ended with status %d%s\n' "$2" "$(rawfile_said)"
	elif tr -d ' \t\n' <"$json" | grep -qE '"flags":\[[^]]*"(failed|invalid)"'; then
		rawfile_reason "$errors"
	elif (($2 != 0)); then
		printf 'fio ended with status %d\n' "$2"
	fi
}

# rawfile_said: ": TEXT", the first thing fio or an engine said when there is no result.
# With --output fio puts its messages there too.
rawfile_said() {
	local line
	line=$(cat -- "$SCRATCH/fio.err" "$SCRATCH/fio.json" 2>/dev/null | grep -m 1 -v '^[[:space:]]*$' || true)
	[[ -z $line ]] || printf ': %s\n' "$(one_line "$line")"
}

# rawfile_reason FILE: the first of platter's warnings that names an errno and a path, else
# the first of all.
rawfile_reason() {
	local line
	line=$(grep -m 1 'operations failed with' -- "$1" || head -n 1 -- "$1")
	line=${line#platter: warning: }
	[[ ! $line =~ ^\'.*\':\ line\ [0-9]+:\ (.*)$ ]] || line=${BASH_REMATCH[1]}
	printf '%s\n' "${line:-its values are flagged}"
}

# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Progress: on a terminal one line on stderr that renews itself,
#   [ 7/24] ext4 smallfile --files=10000: create... run 2/6 ETA 1:32
# and in any case one line a run in log.txt. ETA comes from the runs made so far, before
# them from the plan. Measures nothing that ends up in a table.

# shellcheck disable=SC2034 # the other parts read what is set here

# Runs done and to do in this session, warm-ups included; the line last shown.
PROGRESS_DONE=0 PROGRESS_TOTAL=0 PROGRESS_SHOWN='' PROGRESS_PID='' PROGRESS_NAME='' PROGRESS_RUN=''
# What progress_count, progress_time and progress_left found.
PROGRESS_COUNT='' PROGRESS_TIME='' PROGRESS_LEFT=''
# PROGRESS_JOBS: "CASE TARGET" of all runs still to do, the one at work first.
# PROGRESS_WARMUPS: the targets that have any and so get a warm-up.
PROGRESS_JOBS=() PROGRESS_WARMUPS=()
# Sum and number of durations in microseconds, by "CASE TARGET" and by "CASE".
declare -A PROGRESS_SUM=() PROGRESS_N=()

# progress_terminal: is there somebody who sees it?
progress_terminal() {
	[[ -t 2 && ${TERM:-dumb} != dumb ]]
}

# progress_clear: takes the line away before other text.
progress_clear() {
	[[ -z $PROGRESS_SHOWN ]] || printf '\r\033[K' >&2
	PROGRESS_SHOWN=
}

# progress_show TEXT: no wider than the terminal, or it could not be taken away again.
progress_show() {
	local width=${COLUMNS:-80}
	printf '\r\033[K%s' "${1:0:width-1}" >&2
	PROGRESS_SHOWN=1
}

# progress_begin CASE TARGET RUN KIND
progress_begin() {
	local runs=${CASE_RUNS[$1]}
	PROGRESS_RUN="run $3/$((runs > $3 ? runs : $3))"
	[[ $4 != warmup ]] || PROGRESS_RUN=warm-up
	PROGRESS_NAME="${TARGET_NAME[$2]} ${CASE_NAME[$1]}"
}

# progress_end CASE TARGET MICROSECONDS: takes the run into account.
progress_end() {
	local key took
	PROGRESS_DONE=$((PROGRESS_DONE + 1))
	for key in "$1 $2" "$1"; do
		PROGRESS_SUM[$key]=$((${PROGRESS_SUM[$key]:-0} + $3))
		PROGRESS_N[$key]=$((${PROGRESS_N[$key]:-0} + 1))
	done
	PROGRESS_JOBS=("${PROGRESS_JOBS[@]:1}")
	progress_count
	progress_time $(($3 / 1000000))
	took=$PROGRESS_TIME
	progress_left
	progress_time "$PROGRESS_LEFT"
	say_log "$PROGRESS_COUNT $PROGRESS_NAME $PROGRESS_RUN took $took, ETA $PROGRESS_TIME"
}

# progress_skip: one run less to do.
progress_skip() {
	PROGRESS_TOTAL=$((PROGRESS_TOTAL - 1))
	PROGRESS_JOBS=("${PROGRESS_JOBS[@]:1}")
}

# progress_count: sets PROGRESS_COUNT to "[ 7/24]", of the run at work or last ended.
progress_count() {
	printf -v PROGRESS_COUNT '[%*d/%d]' ${#PROGRESS_TOTAL} "$PROGRESS_DONE" "$PROGRESS_TOTAL"
}

# progress_time SECONDS: sets PROGRESS_TIME to 1:32 or 2:03:09.
progress_time() {
	if (($1 >= 3600)); then
		printf -v PROGRESS_TIME '%d:%02d:%02d' $(($1 / 3600)) $(($1 / 60 % 60)) $(($1 % 60))
	else
		printf -v PROGRESS_TIME '%d:%02d' $(($1 / 60)) $(($1 % 60))
	fi
}

# progress_left: sets PROGRESS_LEFT to the seconds that the runs in PROGRESS_JOBS will take.
progress_left() {
	local job us total=0
	for job in "${PROGRESS_JOBS[@]}"; do
		if [[ -n ${PROGRESS_N[$job]:-} ]]; then
			us=$((PROGRESS_SUM[$job] / PROGRESS_N[$job]))
		elif [[ -n ${PROGRESS_N[${job% *}]:-} ]]; then
			us=$((PROGRESS_SUM[${job% *}] / PROGRESS_N[${job% *}]))
		else
			us=$((CASE_SECONDS[${job% *}] * 1000000))
		fi
		total=$((total + us))
	done
	PROGRESS_LEFT=$(((total + 999999) / 1000000))
}

# progress_watch CASE: while fio works, shows which of its jobs is at work: each job of
# ours leaves a report line when it ends. A separate process, so that fio is just waited for.
progress_watch() {
	progress_terminal || return 0
	# a subshell's end makes bash look up COLUMNS
	shopt -s checkwinsize
	progress_left
	PROGRESS_DONE=$((PROGRESS_DONE + 1)) progress_ticker "$1" "$PROGRESS_LEFT" &
	PROGRESS_PID=$!
	PROGRESS_SHOWN=1
}

# progress_ticker CASE SECONDS: renews the line once a second until it is killed.
progress_ticker() {
	local begun=$SECONDS left count never
	local -a names=() lines=()
	trap - EXIT INT TERM HUP
	mapfile -t names < <(progress_sections "$1")
	exec {never}<> <(:)
	while :; do
		[[ ! -r $SCRATCH/report ]] || mapfile -t lines <"$SCRATCH/report"
		count=${#lines[@]}
		left=$(($2 - SECONDS + begun))
		progress_count
		progress_time $((left > 0 ? left : 0))
		progress_show "$PROGRESS_COUNT $PROGRESS_NAME: ${names[count]:-ending}… $PROGRESS_RUN ETA $PROGRESS_TIME"
		read -rt 1 -u "$never" || true
	done
}

# progress_sections CASE: the names of the sections that run.
progress_sections() {
	if [[ -n ${CASE_SECTIONS[$1]} ]]; then
		printf '%s' "${CASE_SECTIONS[$1]}"
	else
		plan_sections "${CASE_JOBFILE[$1]}" | cut -d ' ' -f 2-
	fi
}

# progress_unwatch: ends the ticker.
progress_unwatch() {
	[[ -n $PROGRESS_PID ]] || return 0
	kill "$PROGRESS_PID" 2>/dev/null || true
	wait "$PROGRESS_PID" 2>/dev/null || true
	PROGRESS_PID=
	progress_clear
}

# progress_plan BLOCK: fills PROGRESS_JOBS with the runs still to do from BLOCK on, before
# block 1 the warm-ups.
progress_plan() {
	local block case target run
	local -A seen=()
	local -a warmups=() runs=()
	for ((block = $1; block <= ORDER_BLOCKS; block++)); do
		while read -r _ case target run; do
			rawfile_done "$case" "$target" "$run" && continue
			runs+=("$case $target")
			[[ $1 -gt 1 || -n ${seen[$target]:-} ]] || warmups+=("$ORDER_SMALLEST $target")
			seen[$target]=1
		done < <(order_block "$block")
	done
	PROGRESS_WARMUPS=()
	(($1 > 1)) || PROGRESS_WARMUPS=("${!seen[@]}")
	PROGRESS_JOBS=("${warmups[@]}" "${runs[@]}")
	PROGRESS_TOTAL=$((PROGRESS_DONE + ${#PROGRESS_JOBS[@]}))
}

# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# However the runner ends, nothing stays on a target: one EXIT handler that ends fio,
# removes the work directories and the scratch files, and signal handlers that come to it
# with the right status (130 for Ctrl-C, 143 for SIGTERM, 129 for SIGHUP).

# shellcheck disable=SC2034 # the other parts read what is set here

# CLEANUP_SIGNAL: the signal that ends us, empty if none.
CLEANUP_SIGNAL=
# CHILDREN: what cleanup_children found.
CHILDREN=()

# cleanup_arm: from here on.
cleanup_arm() {
	trap cleanup_exit EXIT
	trap 'cleanup_signal INT 130' INT
	trap 'cleanup_signal TERM 143' TERM
	trap 'cleanup_signal HUP 129' HUP
}

# cleanup_signal NAME STATUS
cleanup_signal() {
	trap '' INT TERM HUP
	CLEANUP_SIGNAL=$1
	exit "$2"
}

# cleanup_exit: the EXIT handler; keeps the exit status.
cleanup_exit() {
	local status=$?
	trap '' INT TERM HUP
	trap - EXIT
	set +e
	cleanup_fio
	progress_clear
	workdir_remove_all || status=$((status == 0 ? 1 : status))
	if [[ -n $CLEANUP_SIGNAL ]]; then
		say "ended by SIG$CLEANUP_SIGNAL; the targets are clean"
		cleanup_tables
	fi
	[[ -z $SCRATCH ]] || rm -rf -- "$SCRATCH"
	exit "$status"
}

# cleanup_fio: fio (and the progress line beside it) gets one signal and is waited for. One
# only: fio allocates in its handler, a second signal may find it there and lock it up for
# good. For that case it is killed after a while; what it leaves we remove.
cleanup_fio() {
	local waited=0 pid
	cleanup_children
	for pid in "${CHILDREN[@]}"; do
		# SIGTERM also where we got SIGINT: a shell's background process ignores SIGINT
		# until fio has set its handlers
		kill -TERM "$pid" 2>/dev/null
	done
	while ((${#CHILDREN[@]})); do
		waited=$((waited + 1))
		if ((waited == 150)); then
			say "fio does not end within 15 s of SIGTERM; killing it"
			for pid in "${CHILDREN[@]}"; do
				kill -KILL "$pid" 2>/dev/null
			done
		fi
		sleep 0.1
		cleanup_children
	done
	wait 2>/dev/null
	[[ -z $SCRATCH ]] || execute_end_jobs
}

# cleanup_children: sets CHILDREN to our background processes that live. `jobs` alone may
# name one for ever that ended while a signal was handled.
cleanup_children() {
	local pid stat
	CHILDREN=()
	for pid in $(jobs -p); do
		{ read -r stat <"/proc/$pid/stat"; } 2>/dev/null || continue
		# after the name in parentheses: state, parent
		[[ ${stat##*) } != [!ZX]\ $$\ * ]] || CHILDREN+=("$pid")
	done
}

# cleanup_tables: what did finish, and how to go on.
cleanup_tables() {
	if [[ -n $RESULTS_DIR && -n $SCRATCH ]] && tables_any; then
		tables_write
		say "finished runs are kept; go on with: platter-run $OPT_SUITE --resume --results $RESULTS_DIR"
	fi
}

# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# TARGET/platter-work: our only place on a target. A marker in it says which run owns
# it; what is not provably ours is refused and stays as it is, what a dead run left is
# removed. Symbolic links are never followed, other file systems never entered.
#
#   TARGET/platter-work/               mode 0700
#   TARGET/platter-work/.platter-run   the marker, "key: value" lines
#   TARGET/platter-work/data/          what a job file sees as TARGET

# shellcheck disable=SC2034 # the other parts read what is set here

WORKDIR_NAME=platter-work
WORKDIR_MARKER=.platter-run
# RUN_ID: names this run in its markers. WORKDIR_OWNED: the work directories we made.
RUN_ID=
WORKDIR_OWNED=()
# WORKDIR_CLAIMING: the one being made, so that a signal just then leaves nothing either.
WORKDIR_CLAIMING=
# WORKDIR_STATE: what workdir_state found; MARKER: the lines of the marker it read.
WORKDIR_STATE=
declare -A MARKER=()
# What workdir_machine and workdir_pid_start found.
BOOT='' MACHINE='' PID_NAMESPACE='' PID_START=''

# workdir_identity: what tells this run from others, here and on other machines.
workdir_identity() {
	workdir_pid_start $$
	workdir_machine
	TZ=UTC printf '%s: %s\n' platter-run 1 run "$RUN_ID" suite "${OPT_SUITE//[[:cntrl:]]/ }" \
		pid $$ pid-start "$PID_START" pid-namespace "$PID_NAMESPACE" boot "$BOOT" \
		host "$HOSTNAME" machine "$MACHINE"
}

# workdir_pid_start PID: sets PID_START to its start in clock ticks since boot, empty if it
# is not there.
workdir_pid_start() {
	local stat=
	local -a field
	{ read -r stat <"/proc/$1/stat"; } 2>/dev/null || true
	# the command's name may hold blanks and parentheses: fields count from the last ')'
	read -ra field <<<"${stat##*)}"
	PID_START=${field[19]:-}
}

# workdir_machine: sets BOOT, MACHINE and PID_NAMESPACE, empty where the system has none.
workdir_machine() {
	BOOT='' MACHINE=''
	{ read -r BOOT </proc/sys/kernel/random/boot_id; } 2>/dev/null || true
	{ read -r MACHINE </etc/machine-id; } 2>/dev/null || true
	PID_NAMESPACE=$(readlink /proc/self/ns/pid 2>/dev/null) || true
}

# workdir_marker FILE: fills MARKER with the lines "key: value" of a marker.
workdir_marker() {
	local line
	MARKER=()
	while IFS= read -r line; do
		[[ $line != *': '* ]] || MARKER[${line%%: *}]=${line#*: }
	done <"$1"
}

# workdir_state DIR: sets WORKDIR_STATE to "absent", "ours", "stale", or to the reason why it
# cannot be used.
workdir_state() {
	local dir=$1 marker=$1/$WORKDIR_MARKER entry
	WORKDIR_STATE='it holds no marker of ours'
	if [[ -L $dir ]]; then
		WORKDIR_STATE='it is a symbolic link'
	elif [[ ! -e $dir ]]; then
		WORKDIR_STATE=absent
	elif [[ ! -d $dir ]]; then
		WORKDIR_STATE='it is no directory'
	elif [[ ! -r $dir || ! -x $dir || ! -w $dir ]]; then
		WORKDIR_STATE='it belongs to another user'
	elif [[ ! -L $marker && -f $marker && -r $marker ]]; then
		workdir_marker "$marker"
		[[ ${MARKER["platter-run"]:-} == 1 && -n ${MARKER[run]:-} ]] || return 0
		for entry in "$dir"/* "$dir"/.*; do
			case ${entry##*/} in
			. | .. | "$WORKDIR_MARKER") continue ;;
			data) [[ ! -d $entry || -L $entry ]] || continue ;;
			esac
			[[ -e $entry || -L $entry ]] || continue
			WORKDIR_STATE="it holds '$(one_line "${entry##*/}")', which is not ours"
			return 0
		done
		workdir_owner
	fi
}

# workdir_owner: WORKDIR_STATE from MARKER: "ours", "stale", or who else has it.
workdir_owner() {
	local pid=${MARKER[pid]:-} host=${MARKER[host]:-}
	WORKDIR_STATE=ours
	[[ ${MARKER[run]} != "$RUN_ID" ]] || return 0
	workdir_machine
	PID_START=
	[[ ! $pid =~ ^[0-9]+$ ]] || workdir_pid_start "$pid"
	if [[ $host != "$HOSTNAME" || ${MARKER[machine]:-} != "$MACHINE" ]]; then
		WORKDIR_STATE="a run on host '$(one_line "$host")' (pid $pid) owns it"
	elif [[ ${MARKER[boot]:-} != "$BOOT" ]]; then
		WORKDIR_STATE=stale
	elif [[ ${MARKER["pid-namespace"]:-} != "$PID_NAMESPACE" ]]; then
		WORKDIR_STATE="a run in another container (pid $pid) owns it"
	elif [[ $PID_START == "${MARKER["pid-start"]:-none}" ]]; then
		WORKDIR_STATE="the run with pid $pid owns it"
	else
		WORKDIR_STATE=stale
	fi
}

# workdir_claim TARGET: makes TARGET's work directory ours, or ends with one line.
workdir_claim() {
	local name=${TARGET_NAME[$1]} dir=${TARGET_REAL[$1]}/$WORKDIR_NAME
	[[ -n $RUN_ID ]] || RUN_ID=$(od -An -N8 -tx8 /dev/urandom | tr -d ' ')
	workdir_state "$dir"
	if [[ $WORKDIR_STATE == stale ]]; then
		say "target '$name': removing '$dir', left by a run that ended without cleaning"
		workdir_remove "$dir" || die "target '$name': cannot remove '$dir'; remove it by hand"
		WORKDIR_STATE=absent
	fi
	case $WORKDIR_STATE in
	ours) return 0 ;;
	absent) ;;
	*) refuse "target '$name': will not use '$dir': $WORKDIR_STATE; move it away if it is not needed" ;;
	esac
	# mkdir fails if anything has taken the name meanwhile
	WORKDIR_CLAIMING=$dir
	mkdir -m 0700 -- "$dir" || die "target '$name': cannot make '$dir'"
	WORKDIR_OWNED+=("$dir")
	WORKDIR_CLAIMING=
	if ! { workdir_identity >"$dir/$WORKDIR_MARKER" && mkdir -m 0700 -- "$dir/data"; } 2>/dev/null; then
		die "target '$name': cannot write in '$dir': is the file system full?"
	fi
}

# workdir_empty TARGET: an empty data directory for the next run; fails with a line if the
# directory is no longer ours or the file system does not let us.
workdir_empty() {
	local name=${TARGET_NAME[$1]} dir=${TARGET_REAL[$1]}/$WORKDIR_NAME error
	workdir_state "$dir"
	if [[ $WORKDIR_STATE != ours ]]; then
		say "target '$name': '$dir' was changed by others"
		return 1
	fi
	if ! error=$(rm -rf --one-file-system -- "$dir/data" 2>&1 && mkdir -m 0700 -- "$dir/data" 2>&1); then
		say "target '$name': cannot empty '$dir/data': $(one_line "${error##*: }")"
		return 1
	fi
}

# workdir_remove DIR: removes a work directory of ours or of a dead run; foreign entries stay.
workdir_remove() {
	local dir=$1
	[[ -d $dir && ! -L $dir ]] || return 0
	rm -rf --one-file-system -- "$dir/data" &&
		rm -f -- "$dir/$WORKDIR_MARKER" && rmdir -- "$dir"
}

# workdir_remove_all: at the end, on failure and on a signal; says what had to stay.
workdir_remove_all() {
	local dir failed=0
	for dir in "${WORKDIR_OWNED[@]}"; do
		if ! workdir_remove "$dir" 2>/dev/null; then
			say "cannot remove all of '$dir'; look what is in it and remove it by hand"
			failed=1
		fi
	done
	WORKDIR_OWNED=()
	[[ -z $WORKDIR_CLAIMING ]] || rmdir -- "$WORKDIR_CLAIMING" 2>/dev/null || true
	if [[ -n $TARGET_TEMPORARY ]]; then
		rmdir -- "$TARGET_TEMPORARY" 2>/dev/null || say "cannot remove '$TARGET_TEMPORARY'; remove it by hand"
		TARGET_TEMPORARY=
	fi
	return "$failed"
}

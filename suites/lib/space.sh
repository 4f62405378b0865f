# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Free space and inodes of a target against what the plan says a case needs. Too little
# is a warning, not a refusal: the run itself then shows where it ends (ENOSPC), and the
# table keeps what did finish.

# space_free_mb DIR: what an unprivileged user may still write, in MiB.
space_free_mb() {
	local blocks size
	read -r blocks size < <(stat -f -c '%a %S' -- "$1")
	printf '%d\n' $((blocks * size / 1048576))
}

# space_free_inodes DIR: inodes left, nothing where the file system does not count them.
space_free_inodes() {
	local total free
	read -r total free < <(stat -f -c '%c %d' -- "$1")
	((total == 0)) || printf '%d\n' "$free"
}

# space_check CASE TARGET: one line for each thing there is too little of. A file takes a
# block at least; what else a profile asks for is its own estimate.
space_check() {
	local free inodes least name dir=${TARGET_REAL[$2]}
	name="target '${TARGET_NAME[$2]}', ${CASE_NAME[$1]}"
	free=$(space_free_mb "$dir")
	least=$((CASE_COUNT[$1] * $(stat -f -c %S -- "$dir") / 1048576))
	if ((least > free)); then
		say "warning: $name: needs $least MB at least, '$dir' has $free MB free; expect ENOSPC"
	elif ((CASE_MB[$1] > free)); then
		say "warning: $name: its profile asks for ${CASE_MB[$1]} MB, '$dir' has $free MB free; it may end with ENOSPC"
	fi
	inodes=$(space_free_inodes "$dir")
	if [[ -n $inodes ]] && ((CASE_COUNT[$1] > inodes)); then
		say "warning: $name: needs ${CASE_COUNT[$1]} inodes, '$dir' has $inodes free; expect ENOSPC"
	fi
}

# space_check_all: every case on every target, before the first run.
space_check_all() {
	local i j
	for j in "${!TARGET_NAME[@]}"; do
		for i in "${!CASE_PROFILE[@]}"; do
			space_check "$i" "$j"
		done
	done
}

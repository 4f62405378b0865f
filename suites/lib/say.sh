# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What the runner says: one line each to stderr and, once a results directory is
# open, to its log.txt. Refusals of the command line end with status 2, run-time
# errors with status 1. Prints no progress (progress.sh) and no tables (tables.sh).

# shellcheck disable=SC2034 # the other parts read what is set here

# LOG_FILE: path of log.txt, empty until results.sh has opened it.
LOG_FILE=

# say_log TEXT: one time-stamped line into log.txt, nowhere else.
say_log() {
	[[ -n $LOG_FILE ]] || return 0
	printf '%(%Y-%m-%dT%H:%M:%S%z)T %s\n' -1 "$1" >>"$LOG_FILE"
}

# say TEXT: one line to stderr and into log.txt.
say() {
	progress_clear
	printf 'platter-run: %s\n' "$1" >&2
	say_log "$1"
}

# die TEXT: a run-time error; ends with status 1.
die() {
	say "$1"
	exit 1
}

# refuse TEXT: the command line or what it names cannot be used; ends with status 2.
refuse() {
	say "$1"
	exit 2
}

# one_line TEXT: TEXT with control characters turned into blanks.
one_line() {
	printf '%s\n' "${1//[[:cntrl:]]/ }"
}

# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The targets: NAME=DIR as given, checked before anything is written (names unique,
# directory there and writable, a path fio can name), or a temporary directory of our
# own. The work directory inside is workdir.sh's.

# shellcheck disable=SC2034 # the other parts read what is set here

# One element a target; TARGET_DIR is as given, TARGET_REAL with links resolved.
TARGET_NAME=() TARGET_DIR=() TARGET_REAL=()
# TARGET_SLUG: the name as part of a file name.
TARGET_SLUG=()
# TARGET_TEMPORARY: our own temporary directory, empty if there is none.
TARGET_TEMPORARY=

# targets_add NAME=DIR: one more target; a name may come once.
targets_add() {
	local name=${1%%=*} dir=${1#*=} other
	[[ $1 == *=* ]] || refuse "option '--target' '$(one_line "$1")': write it NAME=DIR"
	[[ -n $name && -n $dir ]] || refuse "option '--target' '$(one_line "$1")': neither the name nor the directory may be empty; write it NAME=DIR"
	targets_check_name "$name"
	for other in "${TARGET_NAME[@]}"; do
		[[ $other != "$name" ]] || refuse "two targets are called '$name'; give each its own name"
	done
	TARGET_NAME+=("$name")
	TARGET_DIR+=("$dir")
	TARGET_REAL+=('')
	targets_slug "$name"
}

# targets_check_name NAME: it becomes a header value, a file name and a column title.
targets_check_name() {
	local LC_ALL=C
	[[ $1 != *[[:cntrl:]]* && $1 != ' '* && $1 != *' ' ]] ||
		refuse "target name '$(one_line "$1")' holds control characters or outer blanks; choose another"
	((${#1} <= 64)) || refuse "target name '${1:0:20}…' is longer than 64 bytes; choose a shorter one"
}

# targets_open: resolves and checks the directories; all of them before any is used.
targets_open() {
	local i j
	for i in "${!TARGET_NAME[@]}"; do
		targets_check_dir "${TARGET_NAME[i]}" "${TARGET_DIR[i]}"
		TARGET_REAL[i]=$(realpath -e -- "${TARGET_DIR[i]}") ||
			refuse "target '${TARGET_NAME[i]}': cannot resolve '${TARGET_DIR[i]}'"
		targets_check_path "${TARGET_NAME[i]}" "${TARGET_REAL[i]}"
		for ((j = 0; j < i; j++)); do
			targets_warn_same "$i" "$j"
		done
	done
}

# targets_check_dir NAME DIR: a directory that we may write to.
targets_check_dir() {
	case $2 in
	mysql:* | aoe:*) [[ -d $2 ]] || refuse "target '$1': '$2' is no directory; this suite works in directories" ;;
	esac
	[[ -e $2 ]] || refuse "target '$1': '$2' does not exist; make or mount it first"
	[[ ! -b $2 ]] || refuse "target '$1': '$2' is a block device; mount it and name the directory"
	[[ -d $2 ]] || refuse "target '$1': '$2' is no directory"
	[[ -w $2 && -x $2 ]] || refuse "target '$1': no right to write in '$2'; change its mode or run as its owner"
}

# targets_check_path NAME PATH: what fio cannot take as directory= is refused: it cuts at
# a colon and computes with its own keywords ($ncpus, $pagesize, $mb_memory).
targets_check_path() {
	[[ $2 != *[[:cntrl:]]* ]] || refuse "target '$1': the path '$(one_line "$2")' holds control characters"
	[[ $2 != *:* ]] || refuse "target '$1': fio cannot name '$2': it cuts a path at ':'; bind-mount it elsewhere"
	if [[ $2 == *'$'@(ncpus|pagesize|mb_memory)* || $2 == *' ' ]]; then
		refuse "target '$1': fio cannot name '$2' ('\$' keyword or last blank); bind-mount it elsewhere"
	fi
}

# targets_warn_same I J: two names for one place are allowed, and said.
targets_warn_same() {
	local a=${TARGET_REAL[$1]} b=${TARGET_REAL[$2]}
	if [[ $a -ef $b ]]; then
		say "warning: targets '${TARGET_NAME[$2]}' and '${TARGET_NAME[$1]}' are the same directory '$a'"
	elif [[ $(stat -c %d -- "$a") == "$(stat -c %d -- "$b")" ]]; then
		say "warning: targets '${TARGET_NAME[$2]}' and '${TARGET_NAME[$1]}' are on the same file system"
	fi
}

# targets_temporary NAME: a target in a new temporary directory; an empty NAME means that
# of its file system. Says where it is.
targets_temporary() {
	local fstype
	TARGET_TEMPORARY=$(mktemp -d -- "${TMPDIR:-/tmp}/platter-target.XXXXXX") ||
		die "cannot make a temporary directory in '${TMPDIR:-/tmp}'; set TMPDIR or give --target NAME=DIR"
	device_mount "$TARGET_TEMPORARY"
	fstype=$MOUNT_FSTYPE
	targets_add "${1:-${fstype:-temporary}}=$TARGET_TEMPORARY"
	say "no --target given: '${TARGET_NAME[-1]}' is the temporary directory '$TARGET_TEMPORARY' on ${fstype:-an unknown file system}"
}

# targets_slug NAME: the name's TARGET_SLUG; bytes outside [A-Za-z0-9.+_-] become %XX.
targets_slug() {
	local LC_ALL=C text=$1 slug='' i c
	for ((i = 0; i < ${#text}; i++)); do
		c=${text:i:1}
		if [[ $c != [A-Za-z0-9.+_-] ]]; then
			printf -v c '%d' "'$c"
			printf -v c '%%%02X' $((c & 255))
		fi
		slug+=$c
	done
	# a leading dot would hide the file
	TARGET_SLUG+=("${slug/#./%2E}")
}

# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What every bats file begins with (`load lib`): paths, bats' helper libraries, and the
# prerequisites of a test. A missing prerequisite skips the test and says why; where
# PLATTER_CI=1 it fails it, so that a skip never hides a broken machine. Loop-mounted file
# systems are made by make_fs and must be given back by drop_fs in teardown.

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
BUILD=$ROOT/build
PLATTER=$BUILD/platter
PLATTER_ENGINES=$BUILD/engines
FIO=$(command -v fio || true)
export ROOT BUILD PLATTER PLATTER_ENGINES FIO
# what is tested is this tree with its defaults, whatever the caller has set
unset PLATTER_SUITES NO_COLOR MAKEFLAGS MAKELEVEL MFLAGS
export LC_ALL=C.UTF-8

_load_bats_library() {
	local dir
	for dir in ${BATS_LIB_PATH:+${BATS_LIB_PATH//:/ }} /usr/lib/bats /usr/local/lib/bats /usr/lib /usr/local/lib; do
		if [ -f "$dir/$1/load.bash" ]; then
			# shellcheck disable=SC1090,SC1091
			source "$dir/$1/load.bash"
			return
		fi
	done
	echo "tests need '$1': make setup installs it" >&2
	return 1
}
_load_bats_library bats-support
_load_bats_library bats-assert
_load_bats_library bats-file

# _lacking REASON: skips the running test, or fails it where nothing may be missing.
_lacking() {
	[ "${PLATTER_CI:-0}" != 1 ] || fail "$1 (PLATTER_CI=1: nothing may be missing)"
	skip "$1"
}

# fixture PATH: prints the full path of tests/fixtures/PATH; it must exist.
fixture() {
	[ -e "$ROOT/tests/fixtures/$1" ] || fail "no fixture '$1'"
	echo "$ROOT/tests/fixtures/$1"
}

need_root() {
	[ "$(id -u)" = 0 ] || _lacking "needs root"
}

# need_tool NAME…: each must be on PATH.
need_tool() {
	local tool
	for tool in "$@"; do
		command -v "$tool" >/dev/null || _lacking "needs the tool '$tool'"
	done
}

# need_engine NAME: the built engine and the fio to load it.
need_engine() {
	need_tool fio
	[ -f "$BUILD/engines/$1.so" ] || _lacking "needs build/engines/$1.so"
}

# need_loop: root and a free loop device.
need_loop() {
	need_root
	need_tool losetup mkfs.ext4
	losetup -f >/dev/null 2>&1 || _lacking "needs a free loop device"
}

# as_nobody COMMAND…: runs it as the unprivileged user 65534 with no groups.
as_nobody() {
	setpriv --reuid=65534 --regid=65534 --clear-groups -- "$@"
}

# copy_tree DIR: this source tree without .git and build/, to be changed at will.
copy_tree() {
	mkdir -p "$1"
	(cd "$ROOT" && mk/files all | tar -c -T -) | tar -x --no-same-owner -C "$1"
}

# shim DIR NAME: makes the executable DIR/NAME from the script on stdin; put DIR first in PATH.
shim() {
	mkdir -p "$1"
	{
		echo '#!/usr/bin/env bash'
		cat
	} >"$1/$2"
	chmod 755 "$1/$2"
}

# path_without DIR NAME…: fills DIR with links to every program of the machine but those named;
# as the whole PATH it makes a machine that lacks them.
path_without() {
	local dir=$1 name
	shift
	mkdir -p "$dir"
	ln -sf /usr/local/bin/* /usr/sbin/* /usr/bin/* "$dir/" 2>/dev/null || true
	for name in "$@"; do
		rm -f "$dir/$name"
	done
}

_fs_list() {
	echo "${BATS_TEST_TMPDIR:-$BATS_FILE_TMPDIR}/.platter-fs"
}

# make_fs TYPE SIZE_MB VAR: makes a file system (tmpfs, or ext4, xfs, btrfs, … on a loop
# device) in this test's or file's directory, mounts it and sets VAR, exported, to the mount
# point. Least sizes of mkfs: xfs 300 MB, btrfs 110 MB. Call it without a subshell.
make_fs() {
	local type=$1 size=$2 var=$3 list dir count image
	list=$(_fs_list)
	dir=$(dirname "$list")
	count=$(wc -l 2>/dev/null <"$list" || echo 0)
	local at=$dir/fs$count-$type
	mkdir -p "$at"
	if [ "$type" = tmpfs ]; then
		need_root
		mount -t tmpfs -o "size=${size}m" platter-test "$at" || return 1
	else
		need_loop
		need_tool "mkfs.$type"
		image=$dir/fs$count.img
		truncate -s "${size}M" "$image"
		"mkfs.$type" -q "$image" >&2 || return 1
		mount -o loop "$image" "$at" || return 1
	fi
	echo "$at" >>"$list"
	export "$var=$at"
}

# drop_fs: unmounts what make_fs mounted here, last first; fails if something stays busy.
drop_fs() {
	local list at status=0 try
	list=$(_fs_list)
	[ -f "$list" ] || return 0
	while read -r at; do
		for try in 1 2 3 4 5; do
			mountpoint -q "$at" || break
			umount "$at" 2>/dev/null || sleep "0.$try"
		done
		if mountpoint -q "$at"; then
			echo "busy at the end of the test: $at" >&2
			umount -l "$at"
			status=1
		fi
	done < <(tac "$list")
	rm -f "$list" "$(dirname "$list")"/fs*.img
	return "$status"
}

#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# mk/fio-headers and FIO_SRC: the headers of exactly the installed fio, by real apt and
# dpkg-source from a tiny local archive with a fio 9.97 of our own, and the one line for each
# way in which that cannot work. A shim stands for the installed fio and for what dpkg and apt
# know of it. Nothing is fetched over a network.

load lib

setup() {
	need_tool apt-get dpkg-source
	TREE=$BATS_TEST_TMPDIR/tree
	SHIMS=$BATS_TEST_TMPDIR/shims
	ETC=$BATS_TEST_TMPDIR/etc
	mkdir -p "$TREE" "$ETC/sources.list.d"
	cp -r "$ROOT/mk" "$TREE/"
	shim "$SHIMS" fio <<<'echo fio-9.97'
	shim "$SHIMS" dpkg-query <<-'END'
		case $1 in
		-S) echo "fio: $2" ;;
		*) echo -n "${DEB_VERSION:-9.97-1}" ;;
		esac
	END
	# apt's own answers, but for where the machine's sources are
	shim "$SHIMS" apt-config <<-END
		[ "\$1" = shell ] || exec /usr/bin/apt-config "\$@"
		echo "list='$ETC/sources.list' parts='$ETC/sources.list.d'"
	END
	shim "$SHIMS" apt-cache <<-'END'
		[ "$1" != madison ] || exit 0
		exec /usr/bin/apt-cache "$@"
	END
	export PATH=$SHIMS:$PATH
	unset FIO_SRC
}

# make_archive: a trusted flat archive with the source package fio 9.97-1 in $ARCHIVE
make_archive() {
	ARCHIVE=$BATS_TEST_TMPDIR/archive
	local src=$BATS_TEST_TMPDIR/fio-9.97
	mkdir -p "$ARCHIVE" "$src/debian/source"
	echo '#define FIO_IOOPS_VERSION 99' >"$src/ioengines.h"
	# shellcheck disable=SC2016 # for the script
	printf '#!/bin/sh\n[ "$1" = --disable-native ] && echo >config-host.h\n' >"$src/configure"
	printf 'echo "FIO_VERSION = %s" >&2\n' "${1:-fio-9.97}" >"$src/FIO-VERSION-GEN"
	chmod 755 "$src/configure"
	printf 'fio (9.97-1) unstable; urgency=low\n\n  * Made for a test.\n\n -- T <t@example.org>  Mon, 01 Jan 2024 00:00:00 +0000\n' >"$src/debian/changelog"
	printf 'Source: fio\nMaintainer: T <t@example.org>\nStandards-Version: 4.6.0\n\nPackage: fio\nArchitecture: any\nDescription: test\n test\n' >"$src/debian/control"
	echo '3.0 (quilt)' >"$src/debian/source/format"
	tar -C "$BATS_TEST_TMPDIR" -czf "$ARCHIVE/fio_9.97.orig.tar.gz" --exclude=debian fio-9.97
	(cd "$ARCHIVE" && dpkg-source -b "$src" && dpkg-scansources . >Sources) >"$BATS_TEST_TMPDIR/build.log" 2>&1
	# an archive in its own file, beside one that apt-get must not need
	echo "deb [trusted=yes] file:$ARCHIVE ./" >"$ETC/sources.list"
}

# only_line LINE: the output was this one line, after the announcement of the fetch if any
only_line() {
	refute_line --regexp '^[WE]: '
	output=$(grep -v '^setup: fetching ' <<<"$output") || true
	assert_output "$1"
}

@test "the source of the installed version is fetched, configured, and not fetched again" {
	make_archive
	run "$TREE/mk/fio-headers"
	assert_success
	assert_output "setup: fetching the headers of fio-9.97 (Debian's source package, 9.97-1)"
	assert_file_exists "$TREE/build/fio-9.97/config-host.h"
	run ls "$TREE/build"
	assert_output $'fio-9.97\nsetup.log'
	shim "$SHIMS" apt-get <<<'exit 100'
	run "$TREE/mk/fio-headers"
	assert_success
	assert_output ""
}

@test "a deb822 source with deb-src already, and double entries, do as well" {
	make_archive
	printf 'Types: deb deb-src\nURIs: file:%s\nSuites: ./\nTrusted: yes\n' "$ARCHIVE" >"$ETC/sources.list.d/a.sources"
	printf 'deb-src [trusted=yes] file:%s ./\n' "$ARCHIVE" >"$ETC/sources.list.d/b.list"
	run "$TREE/mk/fio-headers"
	assert_success
	assert_file_exists "$TREE/build/fio-9.97/config-host.h"
}

@test "an unprivileged user gets them too" {
	need_root
	make_archive
	chmod 755 "$BATS_RUN_TMPDIR" "$BATS_TEST_TMPDIR" "$BATS_TEST_TMPDIR/.."
	chown -R 65534:65534 "$TREE"
	run as_nobody "$TREE/mk/fio-headers"
	assert_success
	assert_file_exists "$TREE/build/fio-9.97/config-host.h"
}

@test "a version that the sources no longer offer is named beside those they do" {
	make_archive
	export DEB_VERSION=9.96-3
	run "$TREE/mk/fio-headers"
	assert_failure 2
	only_line "setup: the source of fio 9.96-3 is no longer offered by this machine's apt sources (they have 9.97-1): apt-get install fio brings their version, or make FIO_SRC=DIR"
	assert_not_exists "$TREE/build/fio-9.97"
}

@test "a source package whose files are gone is named with apt's reason" {
	make_archive
	rm "$ARCHIVE"/fio_9.97.orig.tar.gz
	run "$TREE/mk/fio-headers"
	assert_failure 2
	assert_output --regexp "setup: the source of fio 9.97-1 cannot be downloaded \(E: .*\): try again, or make FIO_SRC=DIR"
}

@test "a source that calls itself another version is refused" {
	make_archive fio-9.98
	run "$TREE/mk/fio-headers"
	assert_failure 2
	only_line "setup: Debian's source of fio 9.97-1 calls itself fio-9.98, the installed fio fio-9.97: make FIO_SRC=DIR"
}

@test "no network: one line" {
	echo "deb [trusted=yes] http://127.0.0.1:9/debian ./" >"$ETC/sources.list"
	run "$TREE/mk/fio-headers"
	assert_failure 2
	refute_line --regexp '^[WE]: '
	assert_line --index 1 --regexp "^setup: no network\? apt could not read the source lists \([EW]: .*\): mend that, or make FIO_SRC=DIR$"
	assert_equal "${#lines[@]}" 2
}

@test "no sources at all: one line" {
	echo "deb cdrom:[Example]/ bookworm main" >"$ETC/sources.list"
	run "$TREE/mk/fio-headers"
	assert_failure 2
	only_line "setup: no apt sources to derive the source of fio from: make FIO_SRC=DIR, the configured source of fio-9.97"
}

@test "a fio that is no Debian package needs FIO_SRC" {
	shim "$SHIMS" dpkg-query <<<'exit 1'
	run "$TREE/mk/fio-headers"
	assert_failure 2
	assert_output "setup: fio is '$SHIMS/fio' (fio-9.97), not Debian's package: make FIO_SRC=DIR, its configured source"
}

@test "no fio at all: one line" {
	path_without "$BATS_TEST_TMPDIR/bin" fio
	PATH=$BATS_TEST_TMPDIR/bin run "$TREE/mk/fio-headers"
	assert_failure 2
	assert_output "setup: missing 'fio': apt-get install fio, or make FIO_SRC=DIR, a configured source tree"
}

@test "FIO_SRC is checked: a directory, a fio tree, configured, one line for each" {
	local dir=$BATS_TEST_TMPDIR/src
	FIO_SRC=$dir run "$TREE/mk/fio-headers"
	assert_failure 2
	assert_output "fio source '$dir' is no directory: FIO_SRC=DIR must name a configured fio tree"
	mkdir "$dir"
	FIO_SRC=$dir run "$TREE/mk/fio-headers"
	assert_failure 2
	assert_output "fio source '$dir' has no ioengines.h: it is no fio source tree (3.33 or later)"
	touch "$dir/ioengines.h"
	FIO_SRC=$dir run "$TREE/mk/fio-headers"
	assert_failure 2
	assert_output "fio source '$dir' is not configured: run (cd $dir && ./configure --disable-native)"
	touch "$dir/config-host.h"
	FIO_SRC=$dir run "$TREE/mk/fio-headers"
	assert_failure 2
	assert_output "fio source '$dir' does not say its version: FIO-VERSION-GEN failed"
	echo 'echo "FIO_VERSION = fio-9.97-dirty" >&2' >"$dir/FIO-VERSION-GEN"
	FIO_SRC=$dir run "$TREE/mk/fio-headers"
	assert_success
	assert_output ""
}

@test "make FIO_SRC with a wrong tree builds no engine and says why in one line" {
	copy_tree "$TREE"
	run make -C "$TREE" --no-print-directory engines "FIO_SRC=$BATS_TEST_TMPDIR/none"
	assert_failure 2
	assert_line --index 0 "fio source '$BATS_TEST_TMPDIR/none' is no directory: FIO_SRC=DIR must name a configured fio tree"
	assert_equal "$(find "$TREE/build" -name '*.o')" ""
}

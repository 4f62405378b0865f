#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The build, in a copy of the tree without .git: what it makes, that it makes nothing twice, and
# everything again that a header, a flag or another fio asks for; quiet and loud; an engine
# whose library is missing is left out with a line.

load lib

# one build for all tests; each changes things of its own and builds on
setup_file() {
	export TREE=$BATS_FILE_TMPDIR/tree
	copy_tree "$TREE"
	export FIO_SRC=${FIO_SRC:-$ROOT/build/$(fio --version)}
	export CFLAGS=-O0
	make -C "$TREE" --no-print-directory -j2 >"$BATS_FILE_TMPDIR/first.log" 2>&1 || {
		cat "$BATS_FILE_TMPDIR/first.log" >&3
		return 1
	}
}

build() {
	make -C "$TREE" --no-print-directory "$@"
}

@test "a tree without .git builds command, engines and man pages into build/" {
	assert_not_exists "$TREE/.git"
	assert_file_executable "$TREE/build/platter"
	local engine page
	for engine in "$ROOT"/engines/*/*.c; do
		engine=$(basename "$(dirname "$engine")")
		[ "$engine" = common ] || assert_file_exists "$TREE/build/engines/$engine.so"
	done
	for page in "$ROOT"/man/*.scd "$ROOT"/engines/*/*.scd; do
		[ ! -f "$page" ] || assert_file_not_empty "$TREE/build/man/$(basename "$page" .scd)"
	done
	# and nothing beside build/
	run diff -rq --exclude=build --exclude=.git --exclude=results "$ROOT" "$TREE"
	refute_output --partial "Only in $TREE"
}

@test "the build is quiet: a short line a file, no warning" {
	run grep -vE '^  (CC|LD|MAN|GEN) +[^ ]+$' "$BATS_FILE_TMPDIR/first.log"
	assert_output ""
}

@test "a second make does nothing" {
	run build
	assert_success
	assert_output ""
}

@test "a changed header makes its dependents again, and no others" {
	touch "$TREE/engines/common/report.h"
	run build
	assert_success
	assert_line --partial "CC      engines/common/report.c"
	refute_line --partial "CC      engines/common/abi.c"
	refute_line --partial "CC      parsers/"
}

@test "other flags make everything again, and V=1 shows the commands" {
	rm -rf "$TREE/build/engines"
	run build V=1 CFLAGS='-O0 -DPLATTER_TEST_FLAG' engines
	assert_success
	assert_line --regexp '^gcc .*-DPLATTER_TEST_FLAG .*-c -o build/obj/engines/common/abi.o'
	refute_line --regexp '^  CC'
	build engines >/dev/null
}

@test "another fio tree makes the engines again, for that fio" {
	local other=$BATS_TEST_TMPDIR/other
	# the same headers under another name: what matters is that make notices
	mkdir "$other"
	cp -r "$FIO_SRC"/. "$other/"
	rm -f "$other/FIO-VERSION-FILE"
	echo 'echo "FIO_VERSION = fio-0.99" >&2' >"$other/FIO-VERSION-GEN"
	local so
	so=$(set -- "$TREE"/build/engines/*.so && basename "$1" .so)
	run build FIO_SRC="$other" engines
	assert_success
	run "$FIO" --name=job --ioengine="external:$TREE/build/engines/$so.so" --size=1m
	assert_failure 1
	assert_line "$so: built for fio-0.99, this is $(fio --version); rebuild: make FIO_SRC=DIR"
	build engines >/dev/null
}

@test "an engine whose library is missing is left out with one line, the rest is built" {
	mkdir "$TREE/engines/nolib"
	echo 'nolib_PKGS := platter-no-such-library' >"$TREE/engines/nolib/config.mk"
	echo '#include <no-such-header.h>' >"$TREE/engines/nolib/nolib.c"
	run build
	assert_success
	assert_output "engine 'nolib' left out: missing platter-no-such-library (pkg-config; make setup installs it)"
	run build build/engines/nolib.so
	assert_failure 2
	assert_line --index 0 "engine 'nolib' cannot be built: missing platter-no-such-library (pkg-config; make setup installs it)"
	rm -r "$TREE/engines/nolib"
}

@test "an engine is added as one folder, with no other file edited" {
	mkdir "$TREE/engines/tiny"
	sed 's/null-engine/tiny/' "$(fixture abi/null-engine.c)" >"$TREE/engines/tiny/tiny.c"
	run build
	assert_success
	assert_file_exists "$TREE/build/engines/tiny.so"
	run "$FIO" --name=job --ioengine="external:$TREE/build/engines/tiny.so" --size=1m --output-format=terse
	assert_success
	rm -r "$TREE/engines/tiny"
}

@test "a library of the command that is missing is named, with the remedy" {
	PKG_CONFIG_PATH='' PKG_CONFIG_LIBDIR=$BATS_TEST_TMPDIR run build B=build/nothing cli
	assert_failure 2
	assert_line --index 0 "platter cannot be built: missing yajl smartcols gsl libxml-2.0 zlib (pkg-config; make setup installs it)"
}

@test "clean keeps the fio headers, distclean nothing" {
	mkdir -p "$TREE/build/fio-9.99" "$TREE/build/roots/sid"
	build clean
	run ls "$TREE/build"
	assert_output $'fio-9.99\nroots'
	build distclean
	assert_not_exists "$TREE/build"
}

@test "help names every target that people call" {
	run make -C "$ROOT" --no-print-directory help
	assert_success
	local target
	for target in run test setup bench install clean check-unit check-bats fuzz lint analyze check-fio-versions; do
		assert_line --partial "make $target "
	done
}

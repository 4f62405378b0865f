#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The ABI guard (engines/common/abi.c): an engine runs in the fio it was built for and is
# refused with one line and exit status 1 in any other, also where fio's own check passes. The
# engine is the tiny one in fixtures/abi, built for the installed fio and, forged, for others.

load lib

setup_file() {
	local version
	version=$(fio --version)
	export FIO_TREE=${FIO_SRC:-$ROOT/build/$version} FIO_NAME=$version
	[ -f "$FIO_TREE/config-host.h" ] || "$ROOT/mk/fio-headers"
	build_engine right "-DPLATTER_FIO_VERSION=\"$version\""
	build_engine other '-DPLATTER_FIO_VERSION="fio-9.99"'
	build_engine shifted "-DPLATTER_FIO_VERSION=\"$version\"" -DPLATTER_ABI_SHIFT=8
	# as a distribution's fio whose headers were those of the tag: two options, close together
	mkdir "$BATS_FILE_TMPDIR/moved" "$BATS_FILE_TMPDIR/probes"
	"$ROOT/mk/abi-probes" "$FIO_TREE" >"$BATS_FILE_TMPDIR/probes/abi-probes.h"
	sed -E '/"(thread|unlink)"/s/offsetof/4 + offsetof/' "$BATS_FILE_TMPDIR/probes/abi-probes.h" \
		>"$BATS_FILE_TMPDIR/moved/abi-probes.h"
	build_engine moved "-DPLATTER_FIO_VERSION=\"$version\"" -I"$BATS_FILE_TMPDIR/moved"
	build_engine probed "-DPLATTER_FIO_VERSION=\"$version\"" -I"$BATS_FILE_TMPDIR/probes"
}

# build_engine NAME FLAG…: the null engine as $BATS_FILE_TMPDIR/NAME.so, with make's flags
build_engine() {
	local name=$1
	shift
	gcc -O2 -std=gnu11 -D_GNU_SOURCE -Wall -Wextra -Werror -fPIC -shared \
		-D_LARGEFILE_SOURCE -D_FILE_OFFSET_BITS=64 -DFIO_INTERNAL -Wl,--version-script="$ROOT/engines/engine.map" -Wl,-z,lazy \
		-include "$FIO_TREE/config-host.h" -isystem "$FIO_TREE" -I"$ROOT/engines/common" "$@" \
		-o "$BATS_FILE_TMPDIR/$name.so" "$ROOT/tests/fixtures/abi/null-engine.c" "$ROOT"/engines/common/*.c
}

# run_fio NAME ARGUMENT…: one job of 256 I/Os with that engine, stdout and stderr in files
run_fio() {
	local name=$1 status=0
	shift
	"$FIO" --name=job --ioengine="external:$BATS_FILE_TMPDIR/$name.so" --size=1m --bs=4k \
		--output-format=json "$@" >"$BATS_TEST_TMPDIR/out" 2>"$BATS_TEST_TMPDIR/err" || status=$?
	return "$status"
}

@test "an engine built for this fio runs with its options and fio's intact" {
	run run_fio right --fail_at=0 --thinktime=7 --log_prio=1
	assert_success
	run cat "$BATS_TEST_TMPDIR/err"
	assert_output "null-engine: fail_at=0 thinktime=7 log_prio=1"
	run jq -r '.jobs[0] | "\(.error) \(.read.total_ios)"' "$BATS_TEST_TMPDIR/out"
	assert_output "0 256"
}

@test "an engine built for another fio is refused with one line and exit status 1" {
	run run_fio other
	assert_failure 1
	run grep null-engine: "$BATS_TEST_TMPDIR/err"
	assert_output "null-engine: built for fio-9.99, this is $FIO_NAME; rebuild: make FIO_SRC=DIR"
	run cat "$BATS_TEST_TMPDIR/out"
	refute_output --partial null-engine
}

@test "a right version string does not help an engine whose options lie elsewhere" {
	run run_fio shifted
	assert_failure 1
	run grep null-engine: "$BATS_TEST_TMPDIR/err"
	assert_output "null-engine: built for $FIO_NAME, this is $FIO_NAME with option 'log_prio' in another place; rebuild: make FIO_SRC=DIR"
	run cat "$BATS_TEST_TMPDIR/out"
	refute_output --partial null-engine
}

@test "of the options every one counts, not only the four that are required" {
	run run_fio probed
	assert_success
	run run_fio moved
	assert_failure 1
	run grep null-engine: "$BATS_TEST_TMPDIR/err"
	assert_output --regexp "^null-engine: built for $FIO_NAME, this is $FIO_NAME with option '(thread|unlink)' in another place; rebuild: make FIO_SRC=DIR$"
}

@test "the probes are all options of fio that lie in thread_options" {
	local names
	names=$(grep -c offsetof "$BATS_FILE_TMPDIR/probes/abi-probes.h")
	[ "$names" -gt 200 ]
	run grep -E '"(ioengine|bs|size|rw|verify|thread|unlink|log_prio|steadystate)", offsetof' "$BATS_FILE_TMPDIR/probes/abi-probes.h"
	assert_equal "${#lines[@]}" 9
}

@test "fio's own check of FIO_IOOPS_VERSION passes for the refused engines" {
	run run_fio other
	assert_failure 1
	run cat "$BATS_TEST_TMPDIR/err"
	assert_output --partial "not loadable"
	refute_output --partial "bad ioops version"
}

@test "a refused engine leaves the output file of --output to fio" {
	run run_fio other --output="$BATS_TEST_TMPDIR/report"
	assert_failure 1
	run cat "$BATS_TEST_TMPDIR/report" "$BATS_TEST_TMPDIR/out"
	refute_output --partial "built for"
}

# build_host NAME FLAG…: a process that is no fio
build_host() {
	local name=$1
	shift
	gcc -Wall -Wextra -rdynamic "$@" -o "$BATS_TEST_TMPDIR/$name" "$ROOT/tests/fixtures/abi/host.c" -ldl
}

@test "a process without fio_version_string is refused" {
	build_host bare
	run "$BATS_TEST_TMPDIR/bare" "$BATS_FILE_TMPDIR/right.so"
	assert_success
	assert_line "null-engine: built for $FIO_NAME, this fio exports no 'fio_version_string'; rebuild: make FIO_SRC=DIR"
	assert_line "no ops"
}

@test "a process with the version but without fio_options is refused" {
	build_host versioned "-DHOST_VERSION=\"$FIO_NAME\""
	run "$BATS_TEST_TMPDIR/versioned" "$BATS_FILE_TMPDIR/right.so"
	assert_success
	assert_line "null-engine: built for $FIO_NAME, this is $FIO_NAME without a 'fio_options' of the expected size; rebuild: make FIO_SRC=DIR"
	assert_line "no ops"
}

@test "fio_options of another size is refused, and not walked" {
	build_host sized "-DHOST_VERSION=\"$FIO_NAME\"" -DHOST_OPTIONS=64
	run "$BATS_TEST_TMPDIR/sized" "$BATS_FILE_TMPDIR/right.so"
	assert_success
	assert_line "no ops"
	assert_line --partial "without a 'fio_options' of the expected size"
}

@test "get_ioengine is the only dynamic symbol, and the version one literal string" {
	local so
	for so in "$BATS_FILE_TMPDIR/right.so" "$PLATTER_ENGINES"/*.so; do
		[ -f "$so" ] || continue
		run nm -D --defined-only "$so"
		assert_success
		assert_output --regexp '^[0-9a-f]+ T get_ioengine$'
		objcopy --strip-debug "$so" "$BATS_TEST_TMPDIR/stripped.so" # paths of fio's headers
		run strings -n 5 "$BATS_TEST_TMPDIR/stripped.so"
		assert_equal "$(grep -E 'fio-[0-9]' <<<"$output")" "$FIO_NAME"
	done
}

# eager_symbols SO: fio's symbols that are bound at load time and are not weak
eager_symbols() {
	readelf -rW "$1" | awk '$3 ~ /_(GLOB_DAT|64|ABS64|COPY)$/ && $5 !~ /@/ { print $5 }' | sort -u |
		grep -Fxf <(nm -D -u "$1" | awk '$1 == "U" { print $2 }')
}

@test "no engine needs a symbol of fio to be loaded, so that the guard can always speak" {
	# what the check would find: data of fio by a strong name
	gcc -fPIC -shared -x c - -o "$BATS_TEST_TMPDIR/needy.so" \
		<<<'extern int fio_thing; int *needy(void); int *needy(void) { return &fio_thing; }'
	run eager_symbols "$BATS_TEST_TMPDIR/needy.so"
	assert_output fio_thing
	local so
	for so in "$BATS_FILE_TMPDIR/right.so" "$PLATTER_ENGINES"/*.so; do
		[ -f "$so" ] || continue
		run eager_symbols "$so"
		assert_output ""
	done
}

@test "errdetails of an engine is printed by this fio" {
	run run_fio right --fail_at=8192
	assert_failure 1
	run cat "$BATS_TEST_TMPDIR/err"
	assert_line "fio: null-engine: failed at 8192"
}

# every built engine, forged by patching the version in a copy: the guard of each is in force
@test "each engine of this tree is refused when it is for another fio" {
	local so name found=0
	for so in "$PLATTER_ENGINES"/*.so; do
		[ -f "$so" ] || continue
		found=1
		name=$(basename "$so" .so)
		sed "s/$FIO_NAME/fio-0.00/" "$so" >"$BATS_TEST_TMPDIR/$name.so"
		run "$FIO" --name=job --ioengine="external:$BATS_TEST_TMPDIR/$name.so" --size=1m
		assert_failure 1
		assert_line "$name: built for fio-0.00, this is $FIO_NAME; rebuild: make FIO_SRC=DIR"
	done
	[ "$found" = 1 ] || _lacking "needs an engine in build/engines"
}

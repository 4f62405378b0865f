#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# `platter env`: exports for a shell, with which a profile's job file runs by hand.

# shellcheck disable=SC2016,SC2030,SC2031,SC2154 # shell text in quotes; bats: run sets $stderr

load lib

setup() {
	bats_require_minimum_version 1.5.0
	unset FILES PLATTER_REPORT TARGET PLATTER_ENGINES
}

# tree DIR: a build tree with the built platter, empty engines/ and the shipped suites.
tree() {
	mkdir -p "$1/build/engines"
	cp "$PLATTER" "$1/build/platter"
	cp -r "$ROOT/suites" "$1/suites"
}

@test "what it exports, in the build tree" {
	local exports
	exports=$("$PLATTER" env)
	eval "$exports"
	assert_equal "$PLATTER_ENGINES" "$BUILD/engines"
	assert_equal "$PLATTER_SUITES" "$ROOT/suites"
	assert_equal "$PLATTER_REPORT" /dev/null
	assert_equal "$FILES" 10000
	# they are exported, and TARGET stays the caller's
	run bash -c 'echo "$PLATTER_ENGINES $PLATTER_SUITES $PLATTER_REPORT $FILES ${TARGET-none}"'
	assert_output "$BUILD/engines $ROOT/suites /dev/null 10000 none"
}

@test "what is set already stays" {
	export FILES=5 PLATTER_REPORT=/tmp/report
	eval "$("$PLATTER" env)"
	assert_equal "$FILES" 5
	assert_equal "$PLATTER_REPORT" /tmp/report
}

@test "it is plain sh" {
	run sh -euc 'eval "$("$1" env)"; echo "$FILES $PLATTER_SUITES"' sh "$PLATTER"
	assert_success
	assert_output "10000 $ROOT/suites"
}

@test "places with blanks, quotes and dollars" {
	local dir="$BATS_TEST_TMPDIR/it's \$HOME \`x\` \"q\""
	tree "$dir"
	eval "$("$dir/build/platter" env)"
	assert_equal "$PLATTER_ENGINES" "$dir/build/engines"
	assert_equal "$PLATTER_SUITES" "$dir/suites"
}

@test "a relative PLATTER_SUITES becomes a whole path" {
	cp -r "$ROOT/suites" "$BATS_TEST_TMPDIR/s"
	cd "$BATS_TEST_TMPDIR"
	PLATTER_SUITES=s run "$PLATTER" env
	assert_line "export PLATTER_SUITES='$BATS_TEST_TMPDIR/s'"
}

@test "installed: engines of the fio on PATH" {
	local prefix=$BATS_TEST_TMPDIR/usr
	mkdir -p "$prefix/bin" "$prefix/lib/platter/fio-3.99" "$prefix/share/platter"
	cp "$PLATTER" "$prefix/bin/platter"
	cp -r "$ROOT/suites" "$prefix/share/platter/suites"
	shim "$BATS_TEST_TMPDIR/shims" fio <<<'echo fio-3.99'
	PATH=$BATS_TEST_TMPDIR/shims:$PATH run --separate-stderr "$prefix/bin/platter" env
	assert_success
	assert_line "export PLATTER_ENGINES='$prefix/lib/platter/fio-3.99'"
	assert_line "export PLATTER_SUITES='$prefix/share/platter/suites'"
	# none for this fio: said, and the rest is printed all the same
	shim "$BATS_TEST_TMPDIR/shims" fio <<<'echo fio-3.98'
	PATH=$BATS_TEST_TMPDIR/shims:$PATH run --separate-stderr "$prefix/bin/platter" env
	assert_failure 1
	assert_regex "$stderr" 'cannot find engines built for the installed fio'
	assert_line "export PLATTER_SUITES='$prefix/share/platter/suites'"
	refute_output --partial PLATTER_ENGINES
}

@test "a broken profile costs its own variables only" {
	local s=$BATS_TEST_TMPDIR/suites
	cp -r "$ROOT/suites" "$s"
	cp -r "$s/profiles/smallfile" "$s/profiles/broken"
	sed -i 's/--files=/--path=/' "$s/profiles/broken/test-definition.xml"
	PLATTER_SUITES=$s run --separate-stderr "$PLATTER" env
	assert_failure 1
	assert_line 'export FILES="${FILES:-10000}"'
	refute_output --partial 'PATH='
	assert_regex "$stderr" "^platter: cannot read '.*/broken/test-definition.xml': line [0-9]+: argument '--path=10000'"
	assert_equal "$(wc -l <<<"$stderr")" 1
}

@test "two profiles, one variable, two defaults: the first, and a comment" {
	local s=$BATS_TEST_TMPDIR/suites
	cp -r "$ROOT/suites" "$s"
	cp -r "$s/profiles/smallfile" "$s/profiles/other"
	sed -i 's,<DefaultEntry>1<,<DefaultEntry>2<,' "$s/profiles/other/test-definition.xml"
	PLATTER_SUITES=$s run "$PLATTER" env
	assert_success
	assert_line "# FILES: profile 'other' has default '100000', 'smallfile' has '10000'"
	run sh -euc 'eval "$(PLATTER_SUITES=$2 "$1" env)"; echo "$FILES"' sh "$PLATTER" "$s"
	assert_output 100000
}

@test "the job file runs by hand" {
	need_engine smallfile
	local dir=$BATS_TEST_TMPDIR
	[ ! -w /dev/shm ] || dir=/dev/shm
	TARGET=$(mktemp -d "$dir/platter-env.XXXXXX")
	export TARGET FILES=300
	eval "$("$PLATTER" env)"
	cd "$BATS_TEST_TMPDIR"
	run --separate-stderr fio --output-format=json --section=create --section=lsla --section=stat \
		--section=readfile --section=rm "$PLATTER_SUITES/profiles/smallfile/smallfile.fio"
	find "$TARGET" -mindepth 1 >left
	rm -rf "$TARGET"
	assert_success
	assert_equal "$(cat left)" ''
	run jq -r '.jobs[] | "\(.jobname) \(.error) \(.read.total_ios + .write.total_ios + .trim.total_ios)"' <<<"$output"
	assert_output "create 0 300
lsla 0 300
stat 0 300
readfile 0 300
rm 0 300"
}

@test "usage" {
	run "$PLATTER" env x
	assert_failure 2
	assert_output --partial "env takes no arguments, got 'x'"
	run "$PLATTER" env --bogus
	assert_failure 2
	run "$PLATTER" env --help
	assert_success
	assert_output --partial 'eval "$(platter env)"'
}

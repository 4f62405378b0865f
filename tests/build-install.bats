#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# make install and uninstall, into a DESTDIR: the layout, a command that finds its parts there,
# and an uninstall that takes exactly what install put, leaving engines for another fio alone.

load lib

setup() {
	need_tool fio
	DEST=$BATS_TEST_TMPDIR/dest
	FIO_NAME=$(fio --version)
}

in_root() {
	make -C "$ROOT" --no-print-directory "DESTDIR=$DEST" "$@"
}

@test "installs command, runner, engines by fio version, suites, man pages, completion" {
	run in_root install PREFIX=/opt/p
	assert_success
	cd "$DEST/opt/p"
	assert_file_executable bin/platter
	assert_symlink_to "$(realpath share/platter/suites/run)" bin/platter-run
	assert_file_executable share/platter/suites/run
	local file
	for file in "$ROOT"/build/engines/*.so; do
		assert_files_equal "$file" "lib/platter/$FIO_NAME/$(basename "$file")"
	done
	for file in "$ROOT"/build/man/*; do
		assert_file_exists "share/man/man${file##*.}/$(basename "$file")"
	done
	assert_file_exists share/bash-completion/completions/platter
	assert_symlink_to "$PWD/share/bash-completion/completions/platter" share/bash-completion/completions/platter-run
	run diff -r "$ROOT/suites" share/platter/suites
	assert_output ""
	# modes do not depend on the caller's umask
	assert_equal "$(find . -type f ! -perm 644 ! -perm 755)" ""
}

@test "the installed command finds engines and suites beside it, links of the path resolved" {
	in_root install PREFIX=/usr
	ln -s "$DEST/usr/bin/platter" "$BATS_TEST_TMPDIR/link"
	run env -u PLATTER_ENGINES -u PLATTER_SUITES "$BATS_TEST_TMPDIR/link" env
	assert_success
	assert_line --regexp "^export PLATTER_ENGINES=['\"]?$DEST/usr/(bin/\.\./)?lib/platter/${FIO_NAME}['\"]?$"
	assert_line --regexp "^export PLATTER_SUITES=['\"]?$DEST/usr/(bin/\.\./)?share/platter/suites['\"]?$"
}

@test "the installed runner shows a plan without the source tree" {
	in_root install PREFIX=/usr
	run env -u PLATTER_ENGINES -u PLATTER_SUITES "$DEST/usr/bin/platter-run" quick --dry-run
	assert_success
	assert_output --partial smallfile
}

@test "uninstall removes exactly what install put" {
	mkdir -p "$DEST/usr/local/bin" "$DEST/usr/local/share/platter"
	echo mine >"$DEST/usr/local/bin/mine"
	echo mine >"$DEST/usr/local/share/platter/mine"
	in_root install
	run in_root uninstall
	assert_success
	run find "$DEST" -type f -o -type l
	assert_line "$DEST/usr/local/bin/mine"
	assert_line "$DEST/usr/local/share/platter/mine"
	assert_equal "${#lines[@]}" 2
	assert_not_exists "$DEST/usr/local/lib/platter"
}

@test "engines of another fio survive both install and uninstall" {
	mkdir -p "$DEST/usr/local/lib/platter/fio-9.99"
	echo other >"$DEST/usr/local/lib/platter/fio-9.99/smallfile.so"
	in_root install
	in_root uninstall
	run find "$DEST" -type f
	assert_output "$DEST/usr/local/lib/platter/fio-9.99/smallfile.so"
}

@test "a second install removes what the first put and the tree no longer has" {
	in_root install
	echo old >"$DEST/usr/local/share/platter/suites/old.fio"
	echo share/platter/suites/old.fio >>"$DEST/usr/local/share/platter/install.manifest"
	in_root install
	assert_not_exists "$DEST/usr/local/share/platter/suites/old.fio"
	assert_file_exists "$DEST/usr/local/share/platter/suites/run"
}

@test "uninstall where nothing is installed says so" {
	run in_root uninstall
	assert_success
	assert_line "nothing is installed in '$DEST/usr/local/share/platter'"
}

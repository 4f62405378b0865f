#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# mk/deb-src: the deb-src entries derived from a machine's apt sources of both kinds. That apt
# accepts them and fetches through them is seen in build-headers.bats.

load lib

@test "one-line entries keep their options, and double or cdrom ones go" {
	run "$ROOT/mk/deb-src" "$BATS_TEST_TMPDIR/out" "$(fixture apt/one-line.list)"
	assert_success
	assert_output ""
	run cat "$BATS_TEST_TMPDIR/out/derived.list"
	assert_output - <<-'END'
		deb-src http://mirror.example/debian/ bookworm main contrib
		deb-src [arch=amd64 signed-by=/usr/share/keyrings/a.gpg] https://third.example/apt stable main
		deb-src http://security.example/debian-security   bookworm-security main
	END
}

@test "deb822 stanzas keep their fields and embedded keys, and disabled or double ones go" {
	run "$ROOT/mk/deb-src" "$BATS_TEST_TMPDIR/out" "$(fixture apt/stanzas.sources)"
	assert_success
	run cat "$BATS_TEST_TMPDIR/out/derived.sources"
	assert_output - <<-'END'
		Types: deb-src
		URIs: http://mirror.example/debian/
		Suites: trixie trixie-updates
		Components: main
		Signed-By:
		 -----BEGIN PGP PUBLIC KEY BLOCK-----
		 .
		 mQINBExample
		 -----END PGP PUBLIC KEY BLOCK-----

		Types: deb-src
		URIs: https://other.example/apt
		Suites: stable
		Components: main
		Architectures: amd64
		Signed-By: /usr/share/keyrings/other.gpg
	END
}

@test "with WANTED only entries with one of its URIs stay, whatever the final slash" {
	run env WANTED=$'http://mirror.example/debian\nfile:/nowhere/' "$ROOT/mk/deb-src" "$BATS_TEST_TMPDIR/out" \
		"$(fixture apt/one-line.list)" "$(fixture apt/stanzas.sources)"
	assert_success
	run cat "$BATS_TEST_TMPDIR/out/derived.list"
	assert_output "deb-src http://mirror.example/debian/ bookworm main contrib"
	run grep -c '^Types: deb-src$' "$BATS_TEST_TMPDIR/out/derived.sources"
	assert_output 1
	assert_file_contains "$BATS_TEST_TMPDIR/out/derived.sources" '^URIs: http://mirror.example/debian/$'
}

@test "apt reads the derived entries without a complaint" {
	need_tool apt-get
	"$ROOT/mk/deb-src" "$BATS_TEST_TMPDIR/out" "$(fixture apt/one-line.list)" "$(fixture apt/stanzas.sources)"
	run apt-get -o Dir::Etc::SourceList=/dev/null -o "Dir::Etc::SourceParts=$BATS_TEST_TMPDIR/out" \
		-o "Dir::State::Lists=$BATS_TEST_TMPDIR/lists" --print-uris update
	assert_success
	assert_line --regexp "^'http://mirror.example/debian/dists/bookworm/contrib/source/Sources"
	assert_line --regexp "^'http://mirror.example/debian/dists/trixie-updates/main/source/Sources"
	assert_line --regexp "^'https://other.example/apt/dists/stable/main/source/Sources"
	refute_line --regexp '(Packages|off\.example)'
	refute_line --regexp '^[EW]:'
}

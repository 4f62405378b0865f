#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The report helpers of engines/common/report.h: JSON strings of any bytes, numbers in any
# locale, lines appended by many processes at once. Read back by jq, not by eye.

load lib

setup_file() {
	export REPORT=$BATS_FILE_TMPDIR/report
	gcc -O1 -g -std=gnu11 -D_GNU_SOURCE -Wall -Wextra -Werror -fsanitize=address,undefined \
		-I"$ROOT/engines/common" -o "$REPORT" "$ROOT/tests/fixtures/abi/report.c" "$ROOT/engines/common/report.c"
}

# round_trip TEXT: what a JSON reader makes of TEXT as a string
round_trip() {
	"$REPORT" string "$1" | jq -j .
}

@test "a JSON string gives back the text" {
	need_tool jq
	local text
	for text in 'file-1' 'a "quoted" \ name' $'tab\tline\nbell\a\x7f' 'Größe ✓ 𝄞' ''; do
		assert_equal "$(
			round_trip "$text"
			echo .
		)" "$text."
	done
}

@test "control characters are escaped, DEL too" {
	run "$REPORT" string $'\x01\x1f\x7f"\\'
	assert_output '"\u0001\u001f\u007f\"\\"'
}

@test "bytes that are not UTF-8 become U+FFFD, one each" {
	run "$REPORT" string $'a\xffb\xc0\xafc\xed\xa0\x80d\xf4\x90\x80\x80e\xe2\x82'
	assert_output '"a\ufffdb\ufffd\ufffdc\ufffd\ufffd\ufffdd\ufffd\ufffd\ufffd\ufffde\ufffd\ufffd"'
}

@test "no string is null" {
	run "$REPORT" null
	assert_output null
}

@test "numbers have the decimals asked for, and JSON's null for nan" {
	run "$REPORT" number 81234.567 1
	assert_output 81234.6
	run "$REPORT" number nan 1
	assert_output null
	run "$REPORT" number -inf 0
	assert_output null
	run "$REPORT" number 1e308 2
	assert_output --regexp '^[0-9]{309}\.[0-9]{2}$'
}

@test "numbers have a point in a locale with a comma" {
	need_tool localedef
	localedef -i de_DE -f UTF-8 "$BATS_TEST_TMPDIR/de_DE.UTF-8" 2>/dev/null || _lacking "needs the locale sources (package locales)"
	run env LOCPATH="$BATS_TEST_TMPDIR" LC_ALL=de_DE.UTF-8 "$REPORT" number 81234.567 2
	assert_output 81234.57
}

@test "lines of processes that append at once never mix" {
	local file=$BATS_TEST_TMPDIR/report.jsonl
	local -a pids=()
	local letter pid
	for letter in a b c d; do
		"$REPORT" append "$file" 200 "$letter" &
		pids+=($!)
	done
	for pid in "${pids[@]}"; do
		wait "$pid"
	done
	run awk 'length($0) != 3000 || $0 !~ /^(a+|b+|c+|d+)$/ { bad++ } END { print NR, bad + 0 }' "$file"
	assert_output "800 0"
}

@test "a report file that cannot be written is an error with its errno" {
	run "$REPORT" append "$BATS_TEST_TMPDIR/no/such/dir" 1 a
	assert_failure 1
	assert_output "$BATS_TEST_TMPDIR/no/such/dir: No such file or directory"
	run "$REPORT" append /dev/full 1 a
	assert_failure 1
	assert_output "/dev/full: No space left on device"
}

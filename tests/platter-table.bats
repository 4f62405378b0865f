#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# `platter table` as a command: files, systems, options, errors and exit statuses. What the
# numbers are is tested in tests/unit; the output formats in platter-table-formats.bats.

# shellcheck disable=SC2016,SC2154 # texts of other shells in quotes; bats: run sets $stderr

load lib

setup() {
	bats_require_minimum_version 1.5.0
	FIO33=$(fixture fio/3.33)
	RUNS=$(fixture run/raw)
	cd "$BATS_TEST_TMPDIR" || return
}

# rows FILTER ARGUMENT…: what jq's FILTER makes of the observations of `platter table -f json`
rows() {
	local filter=$1
	shift
	"$PLATTER" table -f json "$@" 2>stderr | jq -r ".observations | $filter"
}

@test "a table of one file" {
	run -0 --separate-stderr "$PLATTER" table "$FIO33/one/json_only.randrw.txt"
	assert_line --index 0 --regexp '^WORKLOAD +METRIC +SYSTEM +N +MEAN +SPREAD +UNIT *$'
	assert_line --regexp '^mix: random read 4 KiB, depth 8 +throughput +json_only.randrw.txt 1 +[0-9.]+ +MiB/s *$'
	assert_line --regexp '^ +latency p99 +json_only.randrw.txt 1 '
}

@test "standard input, plain and compressed" {
	run -0 rows '.[0].system + "!"' - <"$FIO33/more/two-runs.json"
	assert_output "-!"
	gzip -c "$FIO33/more/two-runs.json" >z.gz
	run -0 rows 'map(select(.native == "read/bw" and .stat == "mean")) | length' - <z.gz
	assert_output 2
	run -0 rows '.[0].system' z.gz
	assert_output z.gz
}

@test "a directory: recursive, by name, without warm-ups" {
	mkdir -p d/e
	cp "$RUNS"/ext4-run1.run d/e/x10.run
	cp "$RUNS"/ext4-run2.run d/e/x9.run
	cp "$RUNS"/ext4-run3.run d/x.warmup
	run -0 rows 'map(.source) | unique_by(.) | join(" ")' d
	assert_output "d/e/x10.run d/e/x9.run"
	run -0 rows '.[0].source' d
	assert_output d/e/x9.run
}

@test "-s names the system of the files after it" {
	run -0 rows 'map(.system) | unique | join(" ")' -s a "$FIO33/dup.all.txt" \
		--system b "$FIO33/trim.all.txt" "$FIO33/seqread.all.txt"
	assert_output "a b"
	run -0 rows 'map(select(.system == "a") | .job) | unique | join(" ")' -s a "$FIO33/dup.all.txt" \
		-s b "$FIO33/trim.all.txt"
	assert_output same
	# it also goes before what a raw run's header says
	run -0 rows 'map(.system) | unique | join(" ")' -s mine "$RUNS/ext4-run1.run"
	assert_output mine
}

@test "files without a name of their own are called by as little path as tells them apart" {
	mkdir old new
	cp "$FIO33/dup.all.txt" old/a.json
	cp "$FIO33/dup.all.txt" new/a.json
	cp "$FIO33/dup.all.txt" new/b.json
	run -0 rows 'map(.system) | unique | join(" ")' old new
	assert_output "b.json new/a.json old/a.json"
}

@test "repeats of the same work in the same system count up" {
	run -0 rows 'map(select(.native == "read/bw" and .stat == "mean").run) | join(" ")' \
		-s one "$FIO33/seqread.all.txt" "$FIO33/seqread.all.txt" -s two "$FIO33/seqread.all.txt"
	assert_output "1 2 1"
}

@test "runs of a suite: title with labels, systems in input order, phases in run order" {
	run -0 --separate-stderr "$PLATTER" table "$RUNS"
	assert_line --index 0 "small-files (lab: loopback, one machine)"
	run -0 bash -c "printf '%s\n' \"\$1\" | grep -oE '^(create|lsla|rm),' | tr -d '\n'" - "$output"
	assert_output "create,lsla,rm,"
	run -0 --separate-stderr "$PLATTER" table --title 'My title' "$RUNS"
	assert_line --index 0 "My title"
}

@test "--metric, --all and --unit choose rows and units" {
	run -0 --separate-stderr "$PLATTER" table --metric latency.p50 "$FIO33/seqread.all.txt"
	assert_equal "${#lines[@]}" 2
	assert_line --index 1 --regexp 'latency p50 '
	run -0 --separate-stderr "$PLATTER" table --all "$FIO33/seqread.all.txt"
	assert_line --regexp 'cpu \(usr_cpu\)'
	assert_line --regexp 'latency p99.99 \(read/clat\)'
	run -0 --separate-stderr "$PLATTER" table --metric throughput --unit KiB/s "$FIO33/seqread.all.txt"
	assert_line --regexp ' 1 +[0-9]+ +KiB/s'
}

@test "--parts lists siblings too" {
	run -0 rows 'map(.part) | unique | map(tostring) | join(" ")' "$FIO33/numjobs.all.txt"
	assert_output "null"
	run -0 rows 'map(.part) | unique | map(tostring) | join(" ")' --parts "$FIO33/numjobs.all.txt"
	assert_output "null 1 2 3 4"
}

@test "--baseline compares with the system named" {
	run -0 --separate-stderr "$PLATTER" table --baseline ext4 "$RUNS"
	assert_line --regexp '^create.* ext4 .* base '
	assert_line --regexp ' tmpfs .*[-+][0-9.]+ % .*\[[-+0-9.]+, [-+0-9.inf]+\] +[<0-9. ]+'
	assert_line --regexp '^WORKLOAD .* CHANGE vs ext4 '
	assert_output --partial "base is 'ext4'"
	assert_output --partial "fewer than 6 runs"
	run -2 --separate-stderr "$PLATTER" table --baseline xfs "$RUNS"
	assert_equal "${stderr_lines[0]}" "platter: --baseline 'xfs': no such system in these files"
}

@test "--against FILE shows the same work beside one's own, under another name" {
	mkdir mine theirs
	cp "$RUNS"/ext4-run[12].run mine
	cp "$RUNS"/ext4-run3.run theirs
	cp "$FIO33/dup.all.txt" theirs
	run -0 rows 'map(.system) | unique | join(" ")' mine --against theirs
	assert_output "ext4 ext4 (ext4-run3.run)"
	# nothing of work that is not one's own
	run -0 rows 'map(select(.job == "same")) | length' mine --against theirs
	assert_output 0
	run -0 --separate-stderr "$PLATTER" table mine --against "$FIO33/dup.all.txt"
	assert_regex "$stderr" 'no result in it is of the same work'
}

@test "--against published shows what the suite came with" {
	local suites=$BATS_TEST_TMPDIR/suites
	mkdir -p "$suites/small-files"
	cp -r "$ROOT/suites/profiles" "$suites/"
	cp "$ROOT/suites/small-files/published.xml" "$suites/small-files/"
	sed 's/--files=200/--files=10000/' "$RUNS/ext4-run1.run" >a.run
	export PLATTER_SUITES=$suites
	run -0 --separate-stderr "$PLATTER" table a.run --against published
	assert_line --regexp ' ZFS +1 +3 +2.5..3.5 +s'
	assert_line --regexp ' boot disk ext4 +0 +< 1 +s'
	run -0 --separate-stderr "$PLATTER" table a.run
	refute_output --partial ZFS
	run -1 --separate-stderr "$PLATTER" table "$FIO33/dup.all.txt" --against published
	assert_equal "$stderr" "platter: cannot read 'published': the results do not say which suite they are from: name a file
platter: note: 1 file held other text too, which was skipped (-f json says where)"
}

@test "a failed job is shown, flagged and never averaged" {
	run -0 --separate-stderr "$PLATTER" table -s s "$FIO33/enospc.all.txt" "$FIO33/enospc.all.txt"
	assert_line --regexp '^full: .* s +0 +1000 +MiB/s +\[FAILED\]'
	assert_line --regexp '^ok: .* s +2 +500.0 '
	assert_regex "$stderr" "line 15: job 'full' failed with error 28 \(No space left on device\)"
}

@test "one bad file among others: status 1, one line, the rest is printed" {
	mkdir d
	cp "$FIO33/seqread.all.txt" "$FIO33/trim.all.txt" d
	head -c 100 /dev/zero >d/binary
	run -1 --separate-stderr "$PLATTER" table d
	assert_line --regexp '^seqread: '
	assert_line --regexp '^trim: '
	run -0 grep -c "cannot read" <<<"$stderr"
	assert_output 1
}

@test "what cannot be read is said in one line" {
	local text
	: >empty
	echo "nothing of interest" >text
	head -c 3000 "$FIO33/more/two-runs.json" >cut.json
	printf '{"fio version": "fio-3.33",\n\n"jobs": ]}\n' >wrong.json
	head -c 60 <(gzip -c "$FIO33/more/two-runs.json") >cut.gz
	while IFS='|' read -r file text; do
		run -1 --separate-stderr "$PLATTER" table "$file"
		assert_equal "$stderr" "platter: cannot read '$file': $text"
	done <<-'END'
		empty|it is empty
		text|no format known here ('platter formats' lists them)
		cut.json|line 123: the JSON ends in the middle: fio was stopped, or the file was cut
		wrong.json|line 3: unallowed token at this point in JSON text
		missing|No such file or directory
		cut.gz|line 1: gzip data ends too soon
	END
	mkdir nothing
	run -1 --separate-stderr "$PLATTER" table nothing
	assert_equal "$stderr" "platter: cannot read 'nothing': no file in this directory"
}

@test "many errors of one file do not fill the screen" {
	for _ in 1 2 3 4 5 6 7 8; do
		head -c 700 "$FIO33/more/two-runs.json"
		echo
	done >bad.json
	run -1 --separate-stderr "$PLATTER" table bad.json
	assert_equal "${#stderr_lines[@]}" 4
	assert_equal "${stderr_lines[3]}" "platter: cannot read 'bad.json': 5 more errors (-f json lists them)"
}

@test "deep nesting is refused" {
	{
		printf '{"fio version": "fio-3.33", "x": '
		head -c 200000 /dev/zero | tr '\0' '['
	} >deep.json
	run -1 --separate-stderr "$PLATTER" table deep.json
	assert_equal "$stderr" "platter: cannot read 'deep.json': line 1: nested more than 32 deep"
}

@test "-o writes to a file, opened before anything is read" {
	run -0 "$PLATTER" table -o out.txt "$RUNS"
	assert_output ""
	assert_file_contains out.txt '^WORKLOAD'
	run -1 --separate-stderr "$PLATTER" table -o no/such/dir/out "$RUNS"
	assert_equal "$stderr" "platter: cannot write 'no/such/dir/out': No such file or directory"
}

@test "a full disk is noticed" {
	run -1 --separate-stderr "$PLATTER" table -o /dev/full "$RUNS"
	assert_equal "$stderr" "platter: cannot write '/dev/full': No space left on device"
	run -1 --separate-stderr bash -c '"$1" table "$2" >/dev/full' - "$PLATTER" "$RUNS"
	assert_equal "$stderr" "platter: cannot write 'standard output': No space left on device"
	run -1 --separate-stderr bash -c '"$1" --help >/dev/full' - "$PLATTER"
	assert_equal "$stderr" "platter: cannot write 'standard output': No space left on device"
}

@test "wrong usage: one line, where to look, status 2" {
	local arguments message
	while IFS='|' read -r arguments message; do
		# shellcheck disable=SC2086 # several arguments
		run -2 --separate-stderr "$PLATTER" $arguments
		assert_output ""
		assert_equal "$stderr" "platter: $message
try 'platter --help'"
	done <<-'END'
		|no command given
		chart|unknown command 'chart'
		compare a b|unknown command 'compare'
		--verbose|unknown option '--verbose'
		table|no file given (a directory, or '-' for standard input, will do)
		table --wide x|unknown option '--wide'
		table -q x|unknown option '-q'
		table x -o|option '-o' needs a value
		table --all=yes x|unknown option '--all=yes'
		table -f html x|--format 'html': no such format ('platter formats' lists them)
		table --from pdf x|--from 'pdf': no such format ('platter formats' lists them)
		table --unit MB x|--unit 'MB': give KiB/s, MiB/s, GiB/s or MB/s
		table --color red x|--color 'red': give auto, always or never
		formats x|formats: unexpected argument 'x'
		formats --all|formats: unknown option '--all'
	END
	run -2 --separate-stderr "$PLATTER" table --metric speed "$FIO33/dup.all.txt"
	assert_regex "$stderr" "--metric 'speed': nothing in these files has it"
}

@test "--from holds to one format" {
	run -1 --separate-stderr "$PLATTER" table --from platter-engine "$FIO33/dup.all.txt"
	assert_equal "$stderr" "platter: cannot read '$FIO33/dup.all.txt': no platter-engine output in it"
	run -0 rows 'length' --from platter-engine "$(fixture run/four-jobs.txt)"
	[ "$output" -gt 0 ]
	run -0 rows 'map(select(.native == "write/clat")) | length' --from platter-engine \
		"$(fixture run/four-jobs.txt)"
	assert_output 0
}

@test "help and version" {
	run -0 "$PLATTER" --help
	assert_output --partial "usage: platter COMMAND"
	assert_output --partial "Exit status"
	run -0 "$PLATTER" table --help
	assert_output --partial "--baseline NAME"
	run -0 "$PLATTER" --version
	assert_output --regexp '^platter [0-9]+\.[0-9]+\.[0-9]+$'
	run -0 "$PLATTER" formats
	assert_line --regexp '^  fio-json '
	assert_line --regexp '^  markdown '
}

@test "every option of --help is in the manual page, and the other way round" {
	local page=$ROOT/man/platter.1.scd option
	for option in $("$PLATTER" table --help | grep -oE -- '--[a-z]+' | sort -u); do
		[ "$option" = --help ] || assert_file_contains "$page" "[*]${option}[*]"
	done
	"$PLATTER" table --help >help
	while read -r option; do
		grep -q -- "$option" help || fail "$option is in the manual page only"
	done < <(sed -n '/^# OPTIONS OF TABLE/,/^# WHAT IS READ/p' "$page" |
		grep -oE '^[*]-.*' | grep -oE -- '--[a-z]+' | sort -u)
}

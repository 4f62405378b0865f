#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The output formats of `platter table`: that each is what it says it is, that they agree, and
# what terminals and locales do to the one for people.

# shellcheck disable=SC2016,SC2154 # texts of other programs in quotes; bats: run sets $stderr

load lib

setup() {
	bats_require_minimum_version 1.5.0
	FIO33=$(fixture fio/3.33)
	RUNS=$(fixture run/raw)
	cd "$BATS_TEST_TMPDIR" || return
}

@test "json: the model, whole" {
	"$PLATTER" table -f json "$RUNS" "$FIO33/fsync.all.txt" -o all.json 2>/dev/null
	run -0 jq -r '[.format, .version, (.observations | length > 100)] | join(" ")' all.json
	assert_output "platter 1 true"
	# every key of an observation, and nothing that is not a number where there must be one
	run -0 jq -e '.observations | all(has("system") and has("source") and has("line") and
		has("tool") and has("tool_version") and has("op") and has("native") and has("job") and
		has("params") and has("run") and has("metric") and has("stat") and has("value") and
		has("unit") and has("better") and has("flags") and (.value | type == "number"))' all.json
	run -0 jq -cS '.observations[] | select(.source | endswith("fsync.all.txt")) |
		select(.native == "write/bw" and .stat == "mean") | del(.source, .system)' all.json
	assert_output '{"better":"higher","flags":[],"job":"synced","line":12,"metric":"throughput","native":"write/bw","op":"write","params":{"bs":4096,"fsync":4,"iodepth":1,"ioengine":"psync","jobs":1,"rw":"write","size":262144},"pattern":"sequential","run":1,"stat":"mean","tool":"fio","tool_version":"3.33","unit":"B/s","value":4854518}'
	# fsync has no pattern: the key is not there
	run -0 jq -r '[.observations[] | select(.op == "sync") | has("pattern")] | any' all.json
	assert_output false
	run -0 jq -r '.warnings[] | "\(.code) \(.severity) \(.line)"' all.json
	assert_output "text-skipped note 1"
}

@test "json: what the header of a raw run says" {
	"$PLATTER" table -f json "$RUNS" -o all.json
	run -0 jq -r '.title' all.json
	assert_output "small-files (lab: loopback, one machine)"
	run -0 jq -r '. as $all | .observations[0] | [.suite, .labels[0], .test.profile, .test.arguments,
		$all.conditions[.conditions].kernel, $all.conditions[.conditions].seed] | join("|")' all.json
	assert_output "small-files|lab: loopback, one machine|smallfile|--files=200|6.1.0-28-amd64|42"
	# six runs, six sets of conditions, each once
	run -0 jq -r '.conditions | length' all.json
	assert_output 6
}

@test "json: nothing read is an empty list, still valid" {
	: >empty
	run -1 --separate-stderr "$PLATTER" table -f json empty
	run -0 jq -c '[.observations, .warnings[0].severity]' <<<"$output"
	assert_output '[[],"error"]'
}

@test "csv: the records of the json, one a line" {
	"$PLATTER" table -f csv --parts "$FIO33/numjobs.all.txt" -o all.csv 2>/dev/null
	"$PLATTER" table -f json --parts "$FIO33/numjobs.all.txt" -o all.json 2>/dev/null
	run -0 head -n 1 all.csv
	assert_output "system,source,line,tool,tool_version,op,pattern,native,job,part,params,run,metric,stat,value,unit,better,flags,low,high,suite,labels,profile,arguments,result,description"
	run -0 python3 - all.csv all.json <<-'END'
		import csv, json, sys
		rows = list(csv.DictReader(open(sys.argv[1], newline="")))
		objects = json.load(open(sys.argv[2]))["observations"]
		assert len(rows) == len(objects) > 100
		for row, o in zip(rows, objects):
		    assert None not in row and None not in row.values()
		    for key in ("system", "source", "op", "native", "job", "metric", "stat", "unit"):
		        assert row[key] == o[key], key
		    assert row["part"] == (o.get("part") or "")
		    assert json.loads(row["params"]) == o["params"]
		    assert float(row["value"]) == o["value"]
		    assert int(row["run"]) == o["run"] and int(row["line"]) == o["line"]
		    assert row["better"] == (o["better"] or "")
		print("same")
	END
	assert_output same
}

@test "csv and json: quotes, separators, lines and names from anywhere survive" {
	"$PLATTER" table -f csv -s $'a "b", c\nd' "$FIO33/names.all.txt" -o all.csv 2>/dev/null
	"$PLATTER" table -f json -s $'a "b", c\nd' "$FIO33/names.all.txt" -o all.json 2>/dev/null
	run -0 python3 - all.csv all.json <<-'END'
		import csv, json, sys
		rows = list(csv.DictReader(open(sys.argv[1], newline="", encoding="utf-8")))
		objects = json.load(open(sys.argv[2], encoding="utf-8"))["observations"]
		for names in ({r["job"] for r in rows}, {o["job"] for o in objects}):
		    assert {"tab\tand|pipe", 'back\\slash "q" <b>&am', "ünïcode-ジョブ"} < names
		assert {r["system"] for r in rows} == {o["system"] for o in objects} == {'a "b", c\nd'}
		print("same")
	END
	assert_output same
}

@test "csv: a missing value is an empty field, flags are words" {
	run -0 --separate-stderr "$PLATTER" table -f csv -s s "$FIO33/one/nofile.txt"
	assert_equal "${#lines[@]}" 2
	assert_line --index 1 --regexp ',"rate","mean",,"1/s","higher","failed",'
}

@test "markdown: one table, every row as wide as the head" {
	run -0 --separate-stderr "$PLATTER" table -f markdown --baseline ext4 "$RUNS"
	assert_line --index 0 "## small-files (lab: loopback, one machine)"
	assert_line --regexp '^\| workload +\| metric +\| system \| +n \| +mean \| +spread \| unit +\| +change vs ext4 \|'
	assert_line --regexp '^\| -+ \| -+ \| -+ \| -+: \|'
	assert_line --regexp '^- ±: half the 95 % interval'
	run -0 python3 -c 'import sys
rows = [l.rstrip("\n") for l in sys.stdin if l.startswith("|")]
print(len(rows) > 10, len({len(r) for r in rows}), len({r.count("|") for r in rows}))' <<<"$output"
	assert_output "True 1 1"
}

@test "markdown: what would be markup is escaped" {
	run -0 --separate-stderr "$PLATTER" table -f markdown -s 'a|b' "$FIO33/names.all.txt"
	assert_line --regexp '^\| tab and\\\|pipe: '
	assert_output --partial '| a\|b   |'
	assert_output --partial 'back\\slash "q" \<b>&am'
}

@test "text: signs the terminal's character set lacks are replaced" {
	run -0 --separate-stderr env LC_ALL=C "$PLATTER" table "$RUNS"
	assert_output --partial "+- "
	refute_output --partial "±"
	refute_output --partial '\x'
	run -0 --separate-stderr env LC_ALL=C.UTF-8 "$PLATTER" table "$RUNS"
	assert_output --partial "± "
}

@test "numbers have a point whatever the locale" {
	local locale=$BATS_TEST_TMPDIR/locale
	mkdir "$locale"
	localedef -i de_DE -f UTF-8 "$locale/de_DE.UTF-8" || skip "no locale sources"
	run -0 --separate-stderr env LOCPATH="$locale" LC_ALL=de_DE.UTF-8 "$PLATTER" table -f json "$FIO33/seqread.all.txt"
	run -0 jq -r '.observations[] | select(.native == "read/runtime").value' <<<"$output"
	assert_output --regexp '^0\.[0-9]+$'
	run -0 --separate-stderr env LOCPATH="$locale" LC_ALL=de_DE.UTF-8 "$PLATTER" table "$FIO33/seqread.all.txt"
	refute_output --regexp '[0-9],[0-9]'
}

@test "colour: only where asked for or on a terminal, never against NO_COLOR" {
	local yellow=$'\e[1;33m[FAILED]' file=$FIO33/enospc.all.txt
	run -0 --separate-stderr "$PLATTER" table "$file"
	refute_output --partial $'\e'
	run -0 --separate-stderr env NO_COLOR=1 "$PLATTER" table --color always "$file"
	assert_output --partial "$yellow"
	run -0 --separate-stderr "$PLATTER" table --color never "$file"
	refute_output --partial $'\e'
	need_tool script
	run -0 script -qec "'$PLATTER' table '$file'" /dev/null
	assert_output --partial "$yellow"
	run -0 script -qec "env NO_COLOR=1 '$PLATTER' table '$file'" /dev/null
	refute_output --partial $'\e[3'
}

@test "text: folded to the terminal's width" {
	need_tool script
	run -0 script -qec "stty cols 60; '$PLATTER' table '$RUNS'" /dev/null
	assert_line --regexp '^create, 200 f[^i]'
	run -0 python3 -c 'import sys
print(max(len(l.rstrip()) for l in sys.stdin if l.startswith(("create", "lsla", "rm", "WORK", " "))))' <<<"$output"
	assert [ "$output" -le 60 ]
}

@test "every writer of 'platter formats' writes" {
	local format
	for format in $("$PLATTER" formats | awk '/^write/ { on = 1; next } on { print $1 }'); do
		run -0 --separate-stderr "$PLATTER" table -f "$format" "$RUNS/ext4-run1.run"
		[ -n "$output" ] || fail "$format wrote nothing"
	done
}

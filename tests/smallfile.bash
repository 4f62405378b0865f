# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What the tests of the smallfile engine share: real fio runs of build/engines/smallfile.so in a
# directory of the test's own, and questions to what they printed. Loads lib.bash.

load lib

# sf_setup: call it in setup(). DIR is where the engine works, OUT fio's JSON (its stdout), ERR
# its stderr, REP the report file.
sf_setup() {
	need_engine smallfile
	need_tool jq
	DIR=$BATS_TEST_TMPDIR/d
	OUT=$BATS_TEST_TMPDIR/out.json
	ERR=$BATS_TEST_TMPDIR/err
	REP=$BATS_TEST_TMPDIR/report.jsonl
	ENGINE=external:$PLATTER_ENGINES/smallfile.so
	export DIR ENGINE
	mkdir -p "$DIR"
	cd "$BATS_TEST_TMPDIR" || return
}

# sf NAME OP RW FILES [OPTION=VALUE…]: one job of so many files of 1 KiB below DIR/sf; returns
# fio's exit status, 124 if it does not end. OPTION=VALUE are fio's or the engine's; an option
# given again replaces.
sf() {
	local name=$1 op=$2 rw=$3 files=$4 option status=0
	shift 4
	local -a arguments=(--ioengine="$ENGINE" --directory="$DIR" --filename=sf --bs=1k
		--size="${files}k" --report_file="$REP" --op="$op" --rw="$rw")
	for option in "$@"; do
		arguments+=("--$option")
	done
	rm -f "$REP"
	timeout -s KILL "${SF_TIMEOUT:-60}" "$FIO" --output-format=json --name="$name" "${arguments[@]}" \
		>"$OUT" 2>"$ERR" || status=$?
	[ "$status" != 137 ] || status=124
	return "$status"
}

# sf_global SIZE: how a job file of these tests begins: files of 1 KiB below DIR/sf
sf_global() {
	printf '%s\n' '[global]' "ioengine=$ENGINE" "directory=$DIR" filename=sf bs=1k "size=$1"
}

# sf_jobs FILE [ARGUMENT…]: a run of a job file, otherwise as sf.
sf_jobs() {
	local status=0
	rm -f "$REP"
	timeout -s KILL "${SF_TIMEOUT:-60}" "$FIO" --output-format=json "$@" >"$OUT" 2>"$ERR" || status=$?
	return "$status"
}

# fio_json: what fio printed on stdout, without the text that fio itself puts in front of its JSON
fio_json() {
	sed -n '/^{/,$p' "$OUT"
}

# job_errors: the error of each job in fio's JSON, on one line
job_errors() {
	fio_json | jq -r '[.jobs[].error] | join(" ")'
}

# job_ios: the I/Os of each job in fio's JSON, all directions
job_ios() {
	fio_json | jq -r '[.jobs[] | .read.total_ios + .write.total_ios + .trim.total_ios] | join(" ")'
}

# reported KEY: a value of each report line, on one line
reported() {
	jq -rs --arg key "$1" '[.[][$key]] | join(" ")' "$REP"
}

# said: what the engine printed on stderr but for the line at the end of each job
said() {
	grep '^smallfile: ' "$ERR" | grep -v ' us cpu/op' || true
}

# count_files [DIRECTORY]: regular files below it
count_files() {
	find "${1:-$DIR}" -type f | wc -l
}

# file_numbers FILE: numbers of the files named file-N in a listing or trace, in its order
file_numbers() {
	grep -o 'file-[0-9]*' "$1" | cut -d- -f2
}

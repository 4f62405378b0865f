# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# shellcheck disable=SC2034,SC2154 # bats sets lines, the tests read what is set here
#
# What the tests of the runner share (`load run-lib` after `load lib`): starting it with
# the suite that takes least time, looking at what it left, and tables by name of the row.

RUN=$ROOT/suites/run

# run_quick ARG…: the suite quick, one run of each case unless ARG says otherwise, results
# in $RESULTS; stdout in $output, stderr in $stderr.
RESULTS=${BATS_TEST_TMPDIR:-$BATS_FILE_TMPDIR}/results
run_quick() {
	run --separate-stderr "$RUN" quick --runs 1 --results "$RESULTS" "$@"
	# for who reads a failed test
	printf '%s\n' "$stderr"
}

# few_files: from here on the suites and profiles are copies with 500 files for 10000, and do
# not drop the machine's page cache: for what is not about the numbers.
few_files() {
	export PLATTER_SUITES=$BATS_TEST_TMPDIR/suites
	cp -r "$ROOT/suites" "$PLATTER_SUITES"
	sed -i 's/>10000</>500</; s/--files=10000</--files=500</; s/: 10000</: 500</; s/files=10000,/files=500,/' \
		"$PLATTER_SUITES"/*/suite-definition.xml "$PLATTER_SUITES"/profiles/smallfile/test-definition.xml
	sed -i '/^drop_caches/d' "$PLATTER_SUITES/profiles/smallfile/smallfile.fio"
}

# one_line_refusal WORD…: `run` ended with status 2 and one line with every WORD in it.
one_line_refusal() {
	local word
	assert_failure 2
	assert_equal "${#lines[@]}" 1
	assert_line --index 0 --partial 'platter-run: '
	for word; do
		assert_output --partial "$word"
	done
	refute_output --regexp '\.$'
}

# fast_dir VAR: sets VAR to a new directory in memory where there is /dev/shm: a real disk may
# take half a minute to remove 10000 files. drop_fast_dirs, in teardown, removes them.
fast_dir() {
	local base=$BATS_TEST_TMPDIR
	[[ ! -d /dev/shm || ! -w /dev/shm ]] || base=/dev/shm
	declare -g "$1=$(mktemp -d "$base/platter-test.XXXXXX")"
	FAST_DIRS+=("${!1}")
}
FAST_DIRS=()

drop_fast_dirs() {
	rm -rf --one-file-system -- "${FAST_DIRS[@]}"
}

# assert_nothing_in DIR
assert_nothing_in() {
	assert_dir_exist "$1"
	assert_equal "$(ls -A "$1")" ''
}

# nothing_left DIR…: no work directory of ours on any of them.
nothing_left() {
	local dir
	for dir; do
		assert_not_exist "$dir/platter-work"
	done
}

# count KEY=VALUE…: how many observations of results.json have these values; FLAGS is the
# flags joined by commas.
count() {
	need_tool jq
	jq '[.observations[] | .flags |= join(",")
		| select(. as $o | $ARGS.positional | all(split("=") as [$k, $v] | $o[$k] == $v))]
		| length' "$RESULTS/results.json" --args "$@"
}

# header FILE KEY: the value of a key in the header of a raw file.
header() {
	sed -n "/^\$/q; s/^$2: //p" "$1"
}

# start_run ARG…: starts the runner in the background as a shell would in the foreground
# (SIGINT not ignored); RUN_PID is the runner, its output is in $BATS_TEST_TMPDIR/out.
start_run() {
	env --default-signal=INT "$RUN" "$@" >"$BATS_TEST_TMPDIR/out" 2>&1 3>&- &
	RUN_PID=$!
}

# wait_for SECONDS COMMAND…: until it succeeds; fails the test after SECONDS.
wait_for() {
	local tries=$(($1 * 20))
	shift
	until "$@"; do
		tries=$((tries - 1))
		((tries > 0)) || fail "never came true: $*"
		sleep 0.05
	done
}

# no_fio: no process is left that worked for the run of $RESULTS.
no_fio() {
	local dir
	for dir in /proc/[0-9]*/cwd; do
		[[ ! $dir -ef $RESULTS/.scratch ]] || return 1
	done
}

# has_files DIR NUMBER: the engine has made file NUMBER on the target, and not removed it yet.
has_files() {
	[ -e "$1/platter-work/data/platter-smallfile/file-$2" ]
}

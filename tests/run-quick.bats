#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Whole runs with the real engine, fio and platter: the suite quick as `make run` has it,
# and four file systems in one table. What the files of a results directory hold; the
# tables' own layout is platter's tests' business.

# shellcheck disable=SC2030,SC2031,SC2154 # bats: a test is a subshell; run sets $stderr

load lib
load run-lib

setup() {
	bats_require_minimum_version 1.5.0
	need_engine smallfile
	fast_dir DIR
}

teardown() {
	drop_fs
	drop_fast_dirs
}

# the phases that a run of this process' rights has
phases() {
	if [ -w /proc/sys/vm/drop_caches ]; then
		echo create lsla stat readfile rm create-cold lsla-cold rm-cold
	else
		echo create lsla stat readfile rm
	fi
}

# the systems in composite.xml
identifiers() {
	xmllint --xpath '//System/Identifier/text()' "$RESULTS/composite.xml"
}

@test "quick on a temporary directory: table, files, nothing left" {
	local phase n
	export TMPDIR=$DIR
	run --separate-stderr "$RUN" quick --results "$RESULTS"
	assert_success
	assert_regex "$stderr" "temporary directory '$TMPDIR/"
	assert_output --partial "results: $RESULTS"
	assert_nothing_in "$TMPDIR"
	for n in plan.tsv settings.tsv table.md results.csv results.json composite.xml log.txt; do
		assert_file_not_empty "$RESULTS/$n"
	done
	assert_not_exist "$RESULTS/.scratch"
	assert_equal "$(find "$RESULTS/raw" -name '*.run' | wc -l)" "$(cut -f 5 "$RESULTS/plan.tsv" | tail -n 1)"
	assert_equal "$(find "$RESULTS/raw" -name '*.warmup' | wc -l)" 1
	n=$(find "$RESULTS/raw" -name '*.run' | wc -l)
	for phase in $(phases); do
		assert_output --partial "$phase"
		assert_equal "$(count job="$phase" metric=rate stat=mean)" "$n"
		assert_equal "$(count job="$phase" metric=time stat=mean)" "$n"
	done
}

@test "the raw file: identity, environment, fio's JSON and the engine's report lines" {
	local file key
	few_files
	make_fs ext4 300 mnt
	run_quick --target "a=$mnt" --seed 42
	assert_success
	file=$(echo "$RESULTS"/raw/*.run)
	assert_equal "$(head -n 1 "$file")" 'platter-run: 1'
	assert_equal "$(header "$file" suite)" quick
	assert_equal "$(header "$file" profile)" smallfile
	assert_equal "$(header "$file" arguments)" --files=500
	assert_equal "$(header "$file" system)" a
	assert_equal "$(header "$file" run)" 1
	assert_equal "$(header "$file" order)" 2
	assert_equal "$(header "$file" seed)" 42
	assert_equal "$(header "$file" target)" "$mnt"
	assert_equal "$(header "$file" label)" 'lab: loopback, one machine'
	assert_equal "$(header "$file" fio-exit)" 0
	assert_equal "$(header "$file" invalid)" ''
	assert_equal "$(header "$file" env.filesystem)" ext4
	assert_equal "$(header "$file" env.kernel)" "$(uname -srm)"
	assert_equal "$(header "$file" env.fio)" "$("$FIO" --version)"
	assert_regex "$(header "$file" env.mount)" ^/dev/loop
	assert_regex "$(header "$file" env.device)" ^loop
	assert_regex "$(header "$file" env.engine)" '^smallfile .+'
	assert_regex "$(header "$file" env.diskstats)" 'written sectors [1-9]'
	assert_regex "$(header "$file" env.elapsed)" '^[0-9]+\.[0-9]{6}$'
	assert_regex "$(cat "$RESULTS/composite.xml")" '&quot;test-run-times&quot;:&quot;[0-9]|"test-run-times":"[0-9]'
	for key in os cpus memory platter options free load jobfile; do
		[ -n "$(header "$file" "env.$key")" ] || fail "no env.$key"
	done
	grep -q '^{' "$file"
	assert_equal "$(grep -c '^{"platter-engine":"smallfile"' "$file")" "$(phases | wc -w)"
	grep -q 'lab: loopback, one machine' "$RESULTS/table.md"
	assert_output --partial 'lab: loopback, one machine'
	nothing_left "$mnt"
}

@test "four targets, ext4, xfs, btrfs and tmpfs: one table, blanks in a path" {
	local system
	few_files
	make_fs ext4 300 ext4
	make_fs xfs 320 xfs
	make_fs btrfs 300 btrfs
	make_fs tmpfs 200 tmpfs
	mkdir "$ext4/with a blank"
	run_quick --target "ext4=$ext4/with a blank" --target "xfs on loop=$xfs" \
		--target "btrfs=$btrfs" --target "tmpfs=$tmpfs"
	assert_success
	for system in ext4 'xfs on loop' btrfs tmpfs; do
		assert_output --partial "$system"
		grep -qF "$system" "$RESULTS/table.md"
		assert_equal "$(count system="$system" job=create metric=rate stat=mean)" 1
		grep -qF "<Identifier>$system</Identifier>" "$RESULTS/composite.xml"
	done
	assert_output --partial 'lab: loopback, one machine'
	assert_output --partial 'lab: memory, one machine'
	assert_equal "$(find "$RESULTS/raw" -name '*.warmup' | wc -l)" 4
	nothing_left "$ext4/with a blank" "$xfs" "$btrfs" "$tmpfs"
}

@test "published figures stand beside the own ones when asked for, and only then" {
	run "$RUN" quick --target "mine=$DIR" --against published
	one_line_refusal "'quick'" '--against FILE'
	few_files
	# of small-files only the case that quick has, so that it takes no minute
	sed -i 's/files=500,files=100000/files=500/' "$PLATTER_SUITES/small-files/suite-definition.xml"
	sed -i 's/--files=10000</--files=500</; s/Files: 10000 /Files: 500 /' "$PLATTER_SUITES/small-files/published.xml"
	run --separate-stderr "$RUN" small-files --runs 1 --results "$RESULTS" --target "mine=$DIR" --against published
	assert_success
	assert_output --partial 'ZFS'
	[ "$(identifiers | grep -vc '^mine$')" -ge 3 ] || fail "too few published systems: $(identifiers)"
	run --separate-stderr "$RUN" small-files --resume --results "$RESULTS"
	assert_success
	assert_equal "$(identifiers)" mine
	run --separate-stderr "$RUN" small-files --resume --results "$RESULTS" --against "$PLATTER_SUITES/small-files/published.xml"
	assert_success
	[ "$(identifiers | grep -vc '^mine$')" -ge 3 ]
}

@test "runs that the profile says to ignore are made and kept, not counted" {
	few_files
	sed -i 's|</TimesToRun>|&<IgnoreRuns>1</IgnoreRuns>|' "$PLATTER_SUITES/profiles/smallfile/test-definition.xml"
	run_quick --runs 2 --target "a=$DIR"
	assert_success
	assert_equal "$(cd "$RESULTS/raw" && echo *)" \
		'smallfile-files-500.a.1.ignored.warmup smallfile-files-500.a.1.warmup smallfile-files-500.a.2.run'
	assert_equal "$(count job=create metric=rate stat=mean)" 1
	run "$RUN" quick --resume --results "$RESULTS" --dry-run
	assert_line 'suite quick: 0 runs and 0 warm-ups'
}

@test "progress with an ETA on a terminal, none without" {
	need_tool script
	few_files
	run_quick --target "a=$DIR"
	assert_success
	assert_equal "$stderr" ''
	grep -qE '\[2/2\] a smallfile --files=500 run 1/1 took [0-9:]+, ETA 0:00$' "$RESULTS/log.txt"
	TERM=xterm run script -qec "'$RUN' quick --runs 1 --results '$RESULTS.tty' --target 'a=$DIR'" /dev/null
	assert_success
	assert_output --regexp '\[1/2\] a smallfile --files=500: [a-z]+… warm-up ETA [0-9]+:[0-9]{2}'
	assert_output --regexp '\[2/2\] a smallfile --files=500: [a-z]+… run 1/1 ETA [0-9]+:[0-9]{2}'
}

@test "without root exactly the cold phases are left out, and said" {
	need_root
	need_tool setpriv
	local dir=$BATS_TEST_TMPDIR/as-nobody
	mkdir "$dir"
	chmod 777 "$dir" "$DIR"
	chmod a+rx "$BATS_RUN_TMPDIR" "$BATS_FILE_TMPDIR" "$BATS_TEST_TMPDIR"
	RESULTS=$dir/results
	run --separate-stderr as_nobody "$RUN" quick --runs 1 --results "$RESULTS" --target "a=$DIR"
	assert_success
	assert_regex "$stderr" 'left out .*: create-cold, lsla-cold, rm-cold'
	assert_equal "$(count job=lsla metric=rate stat=mean)" 1
	assert_equal "$(count job=rm metric=rate stat=mean)" 1
	assert_equal "$(count job=lsla-cold)" 0
	refute_output --partial cold
	nothing_left "$DIR"
}

@test "an installed tree runs through its link, from another directory" {
	need_tool make
	few_files
	local prefix=$BATS_TEST_TMPDIR/usr
	mkdir "$BATS_TEST_TMPDIR/elsewhere"
	make -s -C "$ROOT" install PREFIX="$prefix" >&2
	cd "$BATS_TEST_TMPDIR/elsewhere"
	cp -r "$PLATTER_SUITES/profiles" "$PLATTER_SUITES/quick" "$prefix/share/platter/suites/"
	run --separate-stderr env -u PLATTER -u PLATTER_ENGINES -u PLATTER_SUITES "$prefix/bin/platter-run" quick --runs 1 \
		--target "a=$DIR"
	assert_success
	assert_output --partial "results: $PWD/platter-results/quick-"
	assert_regex "$(header platter-results/quick-*/raw/*.run env.engine)" '^smallfile '
	grep -q "$prefix/share/platter/suites" platter-results/quick-*/plan.tsv
}

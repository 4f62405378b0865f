# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# fs_mark and bonnie++ -n beside the engine in the same run: for information, one
# run each, since neither does the same work. fs_mark makes names of 40 characters; bonnie++ makes
# random names, stats before it reads, syncs after a phase, and prints no rate for a
# phase under half a second.

PEERS_FILES=100352 # 98 x 1024: bonnie++ counts in 1024 files

bench_ids() {
	local fs
	for fs in $BENCH_FS; do
		printf 'peers/%s/%s\n' "$fs" fs_mark "$fs" bonnie-create "$fs" bonnie-read "$fs" bonnie-delete
	done
}

# Prints fs_mark's files/s for one run in DIR.
fs_mark_rate() {
	local out=$BENCH_RAW/fs_mark.$1.txt
	# it takes no directory name of 40 characters or more
	(cd "$BENCH_DIR" && fs_mark -d peer -n "$PEERS_FILES" -s 1024 -S 0 -t 1 -L 1 -l "$out.log") \
		>"$out" 2>&1 || bench_fail "fs_mark failed, see $out"
	awk 'found { print $4; exit } $1 == "FSUse%" { found = 1 }' "$out" |
		grep . || bench_fail "fs_mark printed no rate, see $out"
}

# Prints bonnie++'s rates: create, read, delete of the sequential test, +++++ where too fast.
bonnie_rates() {
	local out=$BENCH_RAW/bonnie.$1.csv
	bonnie++ -d "$BENCH_DIR/peer" -s 0 -n "$((PEERS_FILES / 1024)):1024:1024:1" -u "$(id -un)" -q \
		-m bench >"$out" 2>"$out.err" || bench_fail "bonnie++ failed, see $out.err"
	awk -F , '$22 == "'"$((PEERS_FILES / 1024))"'" { print $27, $29, $31 }' "$out" |
		grep . || bench_fail "bonnie++ printed no file test, see $out"
}

bench_rows() {
	local fs op create read delete
	local -A ours=() other=()
	for fs in $BENCH_FS; do
		bench_wants_any "peers/$fs/" || continue
		bench_mount "$fs" 4096
		bench_say "peers/$fs"
		mkdir "$BENCH_DIR/engine" "$BENCH_DIR/peer"
		bench_settle "$fs"
		engine_run "$fs.peers" "$BENCH_DIR/engine" "$PEERS_FILES" 1 "create readfile delete"
		for op in create readfile delete; do
			ours[$op]=$(engine_get "$op" rate)
		done
		rm -rf "$BENCH_DIR/engine"
		bench_settle "$fs"
		if command -v fs_mark >/dev/null; then
			other[fs_mark]=$(fs_mark_rate "$fs")
			bench_sample "peers/$fs/fs_mark" "${ours[create]}" "${other[fs_mark]}"
			rm -rf "$BENCH_DIR/peer"
			mkdir "$BENCH_DIR/peer"
			bench_settle "$fs"
		fi
		if command -v bonnie++ >/dev/null; then
			read -r create read delete < <(bonnie_rates "$fs")
			peers_bonnie "$fs" create "${ours[create]}" "$create"
			peers_bonnie "$fs" read "${ours[readfile]}" "$read"
			peers_bonnie "$fs" delete "${ours[delete]}" "$delete"
		fi
		rm -rf "$BENCH_DIR/peer"
		bench_unmount "$fs"
		peers_row "peers/$fs/fs_mark" fs_mark 'create, fs_mark -S 0'
		for op in create read delete; do
			peers_row "peers/$fs/bonnie-$op" bonnie++ "$op, bonnie++ -n 98:1024:1024:1"
		done
	done
}

# peers_bonnie FS PHASE OUR-RATE RATE: a sample, unless bonnie++ said +++++.
peers_bonnie() {
	if [[ $4 =~ ^[0-9.]+$ ]]; then
		bench_sample "peers/$1/bonnie-$2" "$3" "$4"
	fi
}

peers_row() {
	local id=$1 tool=$2 note=$3
	bench_wants "$id" || return 0
	if ! command -v "$tool" >/dev/null; then
		bench_skip "$id" "$tool is not installed"
	elif [[ ! -s $BENCH_TMP/samples.${id//\//+} ]]; then
		bench_skip "$id" "$tool printed no rate (+++++: under half a second)"
	else
		bench_ratio_row "$id" - "$note"
	fi
}

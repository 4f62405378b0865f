# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# What every row of the bench shares: selection by BENCH, file systems and their
# removal, pairs and their median, rows of results.tsv and the printed table.
# Set by `run`: BENCH_OUT (build/bench), BENCH_TMP (gone at exit), BENCH_RAW
# (what the tools printed, kept), BENCH_FS (kinds of file system to measure on).
# It starts no load: that is load.sh.

bench_say() {
	printf 'bench: %s\n' "$*" >&2
}

# bench_fail TEXT: the run is broken (not: slow); the row file ends here.
bench_fail() {
	bench_say "$*"
	exit 1
}

# bench_wants ID: is the row selected? BENCH holds words, each any part of an id
# (a shell pattern may be used: BENCH='raw/*/create mdtest').
bench_wants() {
	local word
	[[ -z ${BENCH-} ]] && return 0
	for word in $BENCH; do
		# the pattern is meant as one
		# shellcheck disable=SC2053
		[[ $1 == *$word* ]] && return 0
	done
	return 1
}

# bench_wants_any PREFIX: is a row of this row file selected whose id begins so?
bench_wants_any() {
	local id
	for id in $(bench_ids); do
		if [[ $id == "$1"* ]] && bench_wants "$id"; then
			return 0
		fi
	done
	return 1
}

# --- file systems ---------------------------------------------------------

# bench_mounts: may we mount a loop device here? Prints the reason when not.
bench_mounts() {
	local dir=$BENCH_TMP/try
	if ((EUID != 0)); then
		echo "not root"
		return 1
	fi
	mkdir -p "$dir"
	truncate -s 8M "$dir.img"
	if ! mkfs.ext4 -q -F "$dir.img" 2>/dev/null || ! mount -o loop "$dir.img" "$dir" 2>/dev/null; then
		echo "no loop mount here"
		return 1
	fi
	umount "$dir"
	rm -f "$dir.img"
}

# bench_mount KIND MIB [MKFS-OPTION...]: an empty file system of that kind and
# size; BENCH_DIR becomes its mount point. tmpdir is a plain directory in TMPDIR.
# ext4 has mkfs's defaults, but its tables are written at once: the kernel would
# otherwise do it in the middle of a measurement.
bench_mount() {
	local kind=$1 mib=$2
	shift 2
	BENCH_DIR=$BENCH_TMP/mnt/$kind
	mkdir -p "$BENCH_DIR"
	case $kind in
	tmpfs)
		mount -t tmpfs -o "size=${mib}m,nr_inodes=0" platter-bench "$BENCH_DIR"
		;;
	ext4)
		truncate -s "${mib}M" "$BENCH_TMP/$kind.img"
		mkfs.ext4 -q -F -E lazy_itable_init=0,lazy_journal_init=0 "$@" "$BENCH_TMP/$kind.img"
		mount -o loop "$BENCH_TMP/$kind.img" "$BENCH_DIR"
		rmdir "$BENCH_DIR/lost+found"
		;;
	tmpdir) ;;
	*) bench_fail "no file system '$kind'" ;;
	esac
}

# bench_unmount KIND: the opposite; safe to call twice.
bench_unmount() {
	local dir=$BENCH_TMP/mnt/$1 try
	for try in 1 2 3 4 5; do
		mountpoint -q "$dir" || break
		umount "$dir" 2>/dev/null && break
		((try == 5)) && umount -l "$dir"
		sleep 0.2
	done
	rm -rf --one-file-system "$dir" "$BENCH_TMP/$1.img"
}

# bench_settle KIND: nothing left to write back, so that no phase pays for the one before it.
bench_settle() {
	case $1 in
	ext4)
		sync -f "$BENCH_DIR"
		sync "$BENCH_TMP/ext4.img"
		;;
	tmpdir) sync -f "$BENCH_DIR" ;;
	esac
}

# bench_room KIND MIB: is there memory (tmpfs) or disk (else) for that much?
bench_room() {
	local have
	case $1 in
	tmpfs) have=$(awk '$1 == "MemAvailable:" { print int($2 / 1024) }' /proc/meminfo) ;;
	*) have=$(df -Pm "$BENCH_TMP" | awk 'NR == 2 { print $4 }') ;;
	esac
	((have >= $2))
}

# bench_drops KIND: how often the machine's caches were dropped so far; a fixed number for
# tmpfs, which keeps its files all the same.
bench_drops() {
	if [[ $1 == tmpfs ]]; then
		echo 0
	else
		awk '$1 == "drop_pagecache" || $1 == "drop_slab" { n += $2 } END { print n + 0 }' /proc/vmstat
	fi
}

# bench_disturbed KIND DROPS: someone else dropped the caches since; a pair that is meant
# warm is then measured again, at most BENCH_RETRIES times a row file.
bench_disturbed() {
	if [[ $(bench_drops "$1") == "$2" ]] || ((BENCH_RETRIES == 0)); then
		return 1
	fi
	BENCH_RETRIES=$((BENCH_RETRIES - 1))
	bench_say "another process dropped the caches: once more"
}

# --- samples and rows -----------------------------------------------------

# bench_sample ID OURS OTHER [OUR-CPU-US OTHER-CPU-US]: one pair of rates (1/s).
bench_sample() {
	printf '%s\t%s\t%s\t%s\n' "$2" "$3" "${4:--}" "${5:--}" >>"$BENCH_TMP/samples.${1//\//+}"
}

# bench_order PAIR A B: odd pairs A B, even pairs B A: whatever drifts meets both.
bench_order() {
	if (($1 % 2)); then
		echo "$2 $3"
	else
		echo "$3 $2"
	fi
}

# bench_median: the median of standard input's numbers, with min, max and count.
bench_median() {
	sort -g | awk '
		{ v[NR] = $1 }
		END {
			if (!NR)
				exit 1
			m = NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2
			printf "%.9g %.9g %.9g %d\n", m, v[1], v[NR], NR
		}'
}

# bench_verdict FIGURE GOAL: met or missed; a goal is >=NUMBER, <=NUMBER or -.
bench_verdict() {
	awk -v figure="$1" -v goal="$2" 'BEGIN {
		limit = substr(goal, 3) + 0
		if (goal == "-")
			print "info"
		else if (goal ~ /^>=/)
			print (figure >= limit ? "met" : "missed")
		else
			print (figure <= limit ? "met" : "missed")
	}'
}

# bench_row ID FIGURE UNIT GOAL LOW HIGH N OURS OTHER NOTE: one line of results.tsv
# (numbers plain, - for none; OURS and OTHER are rates in 1/s).
bench_row() {
	local id=$1 figure=$2 unit=$3 goal=$4 verdict
	shift 4
	if [[ $figure == - ]]; then
		verdict=skipped
	else
		verdict=$(bench_verdict "$figure" "$goal")
	fi
	(
		IFS=$'\t'
		printf '%s\n' "$id"$'\t'"$figure"$'\t'"$unit"$'\t'"$goal"$'\t'"$verdict"$'\t'"$*"
	) >>"$BENCH_OUT/results.tsv"
	bench_say "$id: $figure $unit (goal $goal): $verdict"
}

# bench_skip ID REASON
bench_skip() {
	bench_row "$1" - - - - - 0 - - "$2"
}

# bench_ratio_row ID GOAL OTHER-NAME: median of the paired ratios ours/other.
bench_ratio_row() {
	local id=$1 goal=$2 other_name=$3 file figure low high n ours other note
	file=$BENCH_TMP/samples.${id//\//+}
	[[ -s $file ]] || bench_fail "row '$id' has no samples"
	read -r figure low high n < <(awk '{ print $1 / $2 }' "$file" | bench_median)
	read -r ours _ < <(cut -f1 "$file" | bench_median)
	read -r other _ < <(cut -f2 "$file" | bench_median)
	note=$other_name
	if ! cut -f3,4 "$file" | grep -q -- -; then
		local our_cpu other_cpu
		read -r our_cpu _ < <(cut -f3 "$file" | bench_median)
		read -r other_cpu _ < <(cut -f4 "$file" | bench_median)
		note+=$(printf '; CPU %.2f against %.2f us' "$our_cpu" "$other_cpu")
	fi
	bench_row "$id" "$(printf '%.3f' "$figure")" x "$goal" "$(printf '%.3f' "$low")" \
		"$(printf '%.3f' "$high")" "$n" "$(printf '%.0f' "$ours")" "$(printf '%.0f' "$other")" "$note"
}

# bench_table FILE: results.tsv for people.
bench_table() {
	awk -F '\t' '
		function put(row, col, text) {
			cell[row, col] = text
			if (length(text) > width[col])
				width[col] = length(text)
		}
		function kilo(v) { return v == "-" ? "" : sprintf("%.1f", v / 1000) }
		NR == 1 {
			n = split("row|figure|goal|verdict|min - max|n|engine k/s|other k/s|against", head, "|")
			for (i = 1; i <= n; i++)
				put(1, i, head[i])
			next
		}
		{
			put(NR, 1, $1)
			put(NR, 2, $2 == "-" ? "" : $2 " " $3)
			put(NR, 3, $4 == "-" ? "" : $4)
			put(NR, 4, $5)
			put(NR, 5, $6 == "-" ? "" : $6 " - " $7)
			put(NR, 6, $8)
			put(NR, 7, kilo($9))
			put(NR, 8, kilo($10))
			put(NR, 9, $11)
		}
		END {
			for (r = 1; r <= NR; r++) {
				line = ""
				for (i = 1; i < n; i++)
					line = line sprintf(i == 2 || (i > 4 && i < 9) ? "%*s  " : "%-*s  ", width[i], cell[r, i])
				print line cell[r, n]
			}
		}' "$1"
}

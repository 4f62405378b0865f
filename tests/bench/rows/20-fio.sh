# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# The engine against fio's own file engines, 100 000 files of 1 KiB, one job, same
# flat layout. psync creates with create_on_open, so that its runtime holds open,
# write and close; filecreate makes empty files and is told for information only.

FIO_FILES=100000
FIO_PAIRS=3

bench_ids() {
	local fs row
	for fs in $BENCH_FS; do
		for row in filestat psync-create psync-read filedelete filecreate; do
			echo "fio/$fs/$row"
		done
	done
}

# Sets OURS and OTHER (rates by phase) for one cycle of one side.
fio_cycle() {
	local who=$1 fs=$2 pair=$3 dir=$BENCH_DIR/$1 op
	mkdir "$dir"
	bench_settle "$fs"
	if [[ $who == engine ]]; then
		engine_run "$fs.fio.$pair" "$dir" "$FIO_FILES" 1 "create stat readfile delete"
		for op in create stat readfile delete; do
			OURS[$op]=$(engine_get "$op" rate)
		done
	else
		OTHER[create]=$(fio_files "$fs.psync-create.$pair" "$dir" "$FIO_FILES" psync write \
			--create_on_open=1)
		OTHER[stat]=$(fio_files "$fs.filestat.$pair" "$dir" "$FIO_FILES" filestat read)
		if ((pair == 1)); then
			fio_others "$fs" "$dir"
		fi
	fi
	rm -rf "$dir"
}

# What is told for information, once.
fio_others() {
	local fs=$1 dir=$2
	OTHER[readfile]=$(fio_files "$fs.psync-read" "$dir" "$FIO_FILES" psync read --invalidate=0)
	OTHER[delete]=$(fio_files "$fs.filedelete" "$dir" "$FIO_FILES" filedelete trim)
	bench_settle "$fs"
	OTHER[empty]=$(fio_files "$fs.filecreate" "$dir" "$FIO_FILES" filecreate write \
		--create_on_open=1)
}

bench_rows() {
	local fs pair who drops
	local -A OURS=() OTHER=()
	for fs in $BENCH_FS; do
		bench_wants_any "fio/$fs/" || continue
		bench_mount "$fs" 4096
		for ((pair = 1; pair <= FIO_PAIRS; pair++)); do
			bench_say "fio/$fs: pair $pair of $FIO_PAIRS"
			drops=$(bench_drops "$fs")
			for who in $(bench_order "$pair" engine fio); do
				fio_cycle "$who" "$fs" "$pair"
			done
			if bench_disturbed "$fs" "$drops"; then
				pair=$((pair - 1))
				continue
			fi
			bench_sample "fio/$fs/filestat" "${OURS[stat]}" "${OTHER[stat]}"
			bench_sample "fio/$fs/psync-create" "${OURS[create]}" "${OTHER[create]}"
			((pair == 1)) || continue
			bench_sample "fio/$fs/psync-read" "${OURS[readfile]}" "${OTHER[readfile]}"
			bench_sample "fio/$fs/filedelete" "${OURS[delete]}" "${OTHER[delete]}"
			bench_sample "fio/$fs/filecreate" "${OURS[create]}" "${OTHER[empty]}"
		done
		bench_unmount "$fs"
		fio_row "fio/$fs/filestat" '>=1.5' 'stat, fio filestat'
		fio_row "fio/$fs/psync-create" '>=1' 'create, fio psync create_on_open'
		fio_row "fio/$fs/psync-read" - 'readfile, fio psync'
		fio_row "fio/$fs/filedelete" - 'delete, fio filedelete'
		fio_row "fio/$fs/filecreate" - 'create, fio filecreate (empty files)'
	done
}

fio_row() {
	if bench_wants "$1"; then
		bench_ratio_row "$@"
	fi
}

# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Randomised blocks: each block runs every case on every target once, in an order that
# depends on the seed, the block and the names alone. The same seed gives the same order
# on every machine and shell; a resumed run or an added target shuffles nothing else.

# shellcheck disable=SC2034 # the other parts read what is set here

# ORDER_SEED: the seed in use. ORDER_HASH: what order_hash found. The others: see order_plan.
ORDER_SEED=
ORDER_HASH=
ORDER_BLOCKS=
ORDER_SMALLEST=

# order_seed SEED: takes SEED, a new one if it is empty.
order_seed() {
	ORDER_SEED=${1:-$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')}
}

# order_block BLOCK: "KEY CASE TARGET RUN" of the block, in order; RUN equals BLOCK. Without
# cases that need fewer runs.
order_block() {
	local i j
	for i in "${!CASE_PROFILE[@]}"; do
		(($1 <= CASE_RUNS[i])) || continue
		for j in "${!TARGET_NAME[@]}"; do
			order_hash "$ORDER_SEED $1 ${CASE_SLUG[i]} ${TARGET_NAME[j]}"
			printf '%016x %d %d %d\n' "$ORDER_HASH" "$i" "$j" "$1"
		done
	done | LC_ALL=C sort
}

# order_hash TEXT: sets ORDER_HASH, 64 bits of the bytes of TEXT (FNV-1a, then the finalizer
# of splitmix64, since FNV alone hardly mixes the last byte).
order_hash() {
	local LC_ALL=C i c h=$((16#cbf29ce484222325))
	for ((i = 0; i < ${#1}; i++)); do
		printf -v c '%d' "'${1:i:1}"
		h=$(((h ^ c & 255) * 1099511628211))
	done
	# bash shifts in the sign: the masks keep the shifts unsigned
	h=$(((h ^ h >> 30 & (1 << 34) - 1) * 16#bf58476d1ce4e5b9))
	h=$(((h ^ h >> 27 & (1 << 37) - 1) * 16#94d049bb133111eb))
	ORDER_HASH=$((h ^ h >> 31 & (1 << 33) - 1))
}

# order_plan: sets ORDER_BLOCKS to the number of blocks of the plan, and ORDER_SMALLEST to
# the case that takes least, for the warm-up: by the time its profile estimates, then by its
# number of files.
order_plan() {
	local i
	ORDER_BLOCKS=0
	ORDER_SMALLEST=0
	for i in "${!CASE_PROFILE[@]}"; do
		((CASE_RUNS[i] <= ORDER_BLOCKS)) || ORDER_BLOCKS=${CASE_RUNS[i]}
		if ((CASE_SECONDS[i] < CASE_SECONDS[ORDER_SMALLEST])) ||
			((CASE_SECONDS[i] == CASE_SECONDS[ORDER_SMALLEST] && CASE_COUNT[i] < CASE_COUNT[ORDER_SMALLEST])); then
			ORDER_SMALLEST=$i
		fi
	done
}

# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The plan: what `platter plan SUITE` prints (one case a line) as CASE_* arrays, and
# what the runner must know of a job file: its sections, which of them drop the page
# cache, the engines it loads. Reads no XML (platter does) and runs nothing.

# shellcheck disable=SC2034 # the other parts read what is set here

# One element a case; the index is the case's number from 0.
CASE_PROFILE=() CASE_JOBFILE=() CASE_ARGUMENTS=() CASE_DESCRIPTION=() CASE_RUNS=()
CASE_IGNORE=() CASE_SECONDS=() CASE_MB=() CASE_ROOT=() CASE_VERSION=() CASE_SLUG=()
# CASE_NAME: profile and arguments, for messages.
CASE_NAME=()
# CASE_SECTIONS: the sections to run, a line each, empty for all; CASE_LEFT_OUT: the others.
CASE_SECTIONS=() CASE_LEFT_OUT=()
# CASE_COUNT: the files it makes, 0 if unknown; CASE_JOBSUM: checksum of its job file.
CASE_COUNT=() CASE_JOBSUM=()
# PLAN_TEXT: the plan as platter printed it. PLAN_NUMBER: what plan_number and plan_count found.
PLAN_TEXT=
PLAN_NUMBER=

# plan_read SUITE: fills CASE_*; an unknown or broken suite ends with status 2.
plan_read() {
	local profile jobfile arguments description runs ignore seconds mb root version rest message
	if ! PLAN_TEXT=$("$PLATTER_BIN" plan "$1" 2>/dev/null); then
		message=$("$PLATTER_BIN" plan "$1" 2>&1 >/dev/null | head -n 1) || true
		refuse "${message#platter: }"
	fi
	while IFS=$'\t' read -r profile jobfile arguments description runs ignore seconds mb root version rest; do
		[[ $profile != \#* ]] || continue
		plan_add "$profile" "$jobfile" "$arguments" "$description" "$runs" "$ignore" \
			"$seconds" "$mb" "$root" "$version"
	done <<<"$PLAN_TEXT"
	((${#CASE_PROFILE[@]})) || refuse "suite '$1' has no cases to run"
}

# plan_add COLUMN...: one line of the plan ('-' is empty), checked as far as the runner
# depends on it.
plan_add() {
	local column hook sum
	local -a p=()
	for column; do
		[[ $column != - ]] || column=
		p+=("$column")
	done
	if ((${#p[@]} != 10)) || [[ -z ${p[0]} || ${p[*]} == *[[:cntrl:]]* ]]; then
		refuse "'platter plan' printed a line with other columns than this runner knows"
	fi
	[[ -r ${p[1]} ]] || refuse "profile '${p[0]}': cannot read its job file '${p[1]}'"
	(profile_env "${p[2]}") || refuse "profile '${p[0]}': arguments '${p[2]}' are not '--name=value' each"
	for hook in pre interim post; do
		[[ ! -e ${p[1]%/*}/$hook.sh ]] || refuse "profile '${p[0]}' has $hook.sh; this runner runs no hooks"
	done
	CASE_PROFILE+=("${p[0]}")
	CASE_JOBFILE+=("${p[1]}")
	CASE_ARGUMENTS+=("${p[2]}")
	CASE_NAME+=("${p[0]}${p[2]:+ ${p[2]}}")
	CASE_DESCRIPTION+=("${p[3]:-${p[0]}}")
	plan_number "${p[4]}" 3
	CASE_RUNS+=("${OPT_RUNS:-$PLAN_NUMBER}")
	CASE_IGNORE+=(",${p[5]},")
	plan_number "${p[6]}" 1
	CASE_SECONDS+=("$PLAN_NUMBER")
	plan_number "${p[7]}" 0
	CASE_MB+=("$PLAN_NUMBER")
	CASE_ROOT+=("${p[8]}")
	CASE_VERSION+=("${p[9]}")
	CASE_SLUG+=("$(plan_slug "${p[0]} ${p[2]}")")
	plan_count "${p[2]}"
	CASE_COUNT+=("$PLAN_NUMBER")
	sum=$(sha256sum <"${p[1]}")
	CASE_JOBSUM+=("${sum%% *}")
	CASE_SECTIONS+=('')
	CASE_LEFT_OUT+=('')
}

# plan_number TEXT DEFAULT: sets PLAN_NUMBER to TEXT as a whole number, rounded up.
plan_number() {
	PLAN_NUMBER=$2
	if [[ $1 =~ ^([0-9]{1,9})(\.[0-9]+)?$ ]]; then
		PLAN_NUMBER=$((10#${BASH_REMATCH[1]} + (${#BASH_REMATCH[2]} > 0)))
	fi
}

# plan_slug TEXT: TEXT as part of a file name, not used by an earlier case.
plan_slug() {
	local slug=${1//[^A-Za-z0-9.+]/-} other unique n=1
	while [[ $slug == *--* ]]; do
		slug=${slug//--/-}
	done
	slug=${slug%-}
	slug=${slug:0:60}
	unique=$slug
	for other in "${CASE_SLUG[@]}"; do
		if [[ $other == "$unique" ]]; then
			n=$((n + 1))
			unique=$slug-$n
		fi
	done
	printf '%s\n' "$unique"
}

# plan_count ARGUMENTS: sets PLAN_NUMBER to the files the case makes, 0 if it does not say.
plan_count() {
	PLAN_NUMBER=0
	[[ ! " $1 " =~ \ --files=([0-9]{1,12})\  ]] || PLAN_NUMBER=$((10#${BASH_REMATCH[1]}))
}

# plan_engines JOBFILE: the external engines it loads, with PLATTER_ENGINES filled in.
plan_engines() {
	local line
	while IFS= read -r line || [[ -n $line ]]; do
		if [[ $line =~ ^[[:space:]]*ioengine[[:space:]]*=[[:space:]]*external:(.*[^[:space:]]) ]]; then
			printf '%s\n' "${BASH_REMATCH[1]//\$\{PLATTER_ENGINES\}/"${PLATTER_ENGINES:-}"}"
		fi
	done <"$1"
}

# plan_sections JOBFILE: its sections in order, "1 NAME" if it drops caches, else "0 NAME".
plan_sections() {
	local line section='' global=0 cold=0
	while IFS= read -r line || [[ -n $line ]]; do
		line=${line%$'\r'}
		if [[ $line =~ ^[[:space:]]*\[([^]]+)\] ]]; then
			plan_section_print "$section" "$cold"
			section=${BASH_REMATCH[1]}
			cold=$global
		elif [[ $line =~ ^[[:space:]]*drop_caches[[:space:]]*(=[[:space:]]*([0-9]+))?[[:space:]]*$ ]]; then
			cold=${BASH_REMATCH[2]:-1}
			[[ $section != global ]] || global=$cold
		fi
	done <"$1"
	plan_section_print "$section" "$cold"
}

# plan_section_print NAME COLD: one line of plan_sections; [global] is no section.
plan_section_print() {
	[[ -z $1 || $1 == global ]] || printf '%d %s\n' "$(($2 != 0))" "$1"
}

# plan_can_drop_caches: may this process drop the page cache?
plan_can_drop_caches() {
	[[ -w /proc/sys/vm/drop_caches ]]
}

# PLAN_KEPT, PLAN_LEFT_OUT: what plan_split_sections found.
PLAN_KEPT=() PLAN_LEFT_OUT=

# plan_split_sections JOBFILE: sets PLAN_KEPT to the sections that run and PLAN_LEFT_OUT to the
# names of those that drop the page cache, where this process may not; with the right to,
# or where no section does, both are empty: all run.
plan_split_sections() {
	local cold name
	PLAN_KEPT=() PLAN_LEFT_OUT=
	! plan_can_drop_caches || return 0
	while read -r cold name; do
		if ((cold)); then
			PLAN_LEFT_OUT+=${PLAN_LEFT_OUT:+, }$name
		else
			PLAN_KEPT+=("$name")
		fi
	done < <(plan_sections "$1")
	[[ -n $PLAN_LEFT_OUT ]] || PLAN_KEPT=()
}

# PLAN_COLD: what is said of sections left out.
PLAN_COLD='left out without the right to drop the page cache'

# plan_leave_out_cold: without the right to drop caches, keeps exactly the other sections.
plan_leave_out_cold() {
	local i
	for i in "${!CASE_PROFILE[@]}"; do
		plan_split_sections "${CASE_JOBFILE[i]}"
		CASE_SECTIONS[i]=
		((${#PLAN_KEPT[@]} == 0)) || printf -v 'CASE_SECTIONS[i]' '%s\n' "${PLAN_KEPT[@]}"
		CASE_LEFT_OUT[i]=$PLAN_LEFT_OUT
	done
}

# plan_check_rights: says what is left out; refuses cases that cannot run without root.
plan_check_rights() {
	local i said=
	plan_leave_out_cold
	for i in "${!CASE_PROFILE[@]}"; do
		if [[ ${CASE_ROOT[i]} == TRUE && $EUID -ne 0 ]]; then
			refuse "profile '${CASE_PROFILE[i]}' needs root; run it as root"
		fi
		[[ -n ${CASE_LEFT_OUT[i]} ]] || continue
		[[ -n ${CASE_SECTIONS[i]} ]] ||
			refuse "${CASE_NAME[i]}: every part drops the page cache, which needs root"
		[[ $said != *" ${CASE_PROFILE[i]} "* ]] || continue
		said+=" ${CASE_PROFILE[i]} "
		say "${CASE_PROFILE[i]}: $PLAN_COLD: ${CASE_LEFT_OUT[i]}; run as root to have them"
	done
}

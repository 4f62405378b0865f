# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The results directory: made new, or taken up again with --resume and --add after its
# suite, plan and job files are found to be today's. Its settings.tsv keeps what they need.
# One runner at a time (a lock on log.txt). Raw files are rawfile.sh's, tables tables.sh's.

# shellcheck disable=SC2034 # the other parts read what is set here

# RESULTS_DIR, RESULTS_RAW: absolute paths. SCRATCH: RESULTS_DIR/.scratch, gone at the end.
RESULTS_DIR='' RESULTS_RAW='' SCRATCH=''
# SUITE_NAME: the suite's name where OPT_SUITE is a path.
SUITE_NAME=
# What settings.tsv said: "CASE" lines as one text, the targets and the other values.
SETTINGS_CASES='' SETTINGS_SUITE='' SETTINGS_SEED='' SETTINGS_RUNS='' SETTINGS_PRECISION=''
SETTINGS_NAMES=() SETTINGS_DIRS=()

# results_suite_name: "small-files" for small-files, suites/small-files/ and its xml file.
results_suite_name() {
	SUITE_NAME=${OPT_SUITE%/suite-definition.xml}
	SUITE_NAME=${SUITE_NAME%/}
	SUITE_NAME=${SUITE_NAME##*/}
}

# results_load: reads settings.tsv of --resume and --add; both need it.
results_load() {
	local line key value rest file=$OPT_RESULTS/settings.tsv
	[[ -n $OPT_ADD$OPT_RESUME ]] || return 0
	[[ -r $file ]] || refuse "'$OPT_RESULTS' holds no results of platter-run: cannot read '$file'"
	while IFS= read -r line; do
		IFS=$'\t' read -r key value rest <<<"$line"
		case $key in
		platter-run) [[ $value == 1 ]] || refuse "'$file' was written by another platter-run ('$value'); use that one" ;;
		suite) SETTINGS_SUITE=$value ;;
		seed) SETTINGS_SEED=$value ;;
		runs) SETTINGS_RUNS=$value ;;
		precision) SETTINGS_PRECISION=$value ;;
		case) SETTINGS_CASES+=$line$'\n' ;;
		target)
			SETTINGS_NAMES+=("$value")
			SETTINGS_DIRS+=("$rest")
			;;
		esac
	done <"$file"
	[[ $SETTINGS_SUITE == "$SUITE_NAME" ]] ||
		refuse "'$OPT_RESULTS' holds suite '$SETTINGS_SUITE', not '$SUITE_NAME'; name that suite or another directory"
	[[ -n $SETTINGS_SEED && -n $SETTINGS_CASES ]] || refuse "'$file' is cut short; start a new results directory"
	OPT_RUNS=${OPT_RUNS:-$SETTINGS_RUNS}
	OPT_PRECISION=${OPT_PRECISION:-$SETTINGS_PRECISION}
	[[ -z $OPT_SEED ]] || refuse "'--add' goes on with the recorded seed; leave '--seed' out"
	OPT_SEED=$SETTINGS_SEED
}

# results_cases: the cases' identity, a line each, as settings.tsv keeps it.
results_cases() {
	local i
	for i in "${!CASE_PROFILE[@]}"; do
		printf 'case\t%s\t%s\t%s\t%s\tjob file %s\n' "${CASE_PROFILE[i]}" "${CASE_ARGUMENTS[i]}" \
			"${CASE_DESCRIPTION[i]}" "${CASE_VERSION[i]}" "${CASE_JOBSUM[i]}"
	done
}

# results_check_plan: today's plan must be that of the results we go on with.
results_check_plan() {
	local now old
	[[ -n $OPT_ADD$OPT_RESUME ]] || return 0
	now=$(results_cases)
	[[ $now != "${SETTINGS_CASES%$'\n'}" ]] || return 0
	old=$(diff <(printf '%s' "$SETTINGS_CASES") <(printf '%s\n' "$now") | sed -n 's/^[<>] case\t//p' | head -n 1) || true
	refuse "the plan of '$SUITE_NAME' is no longer that of '$OPT_RESULTS' (first difference: ${old//$'\t'/ }); start a new results directory"
}

# results_targets: the targets of this session: those given, and those recorded.
results_targets() {
	local i spec
	for spec in "${OPT_TARGETS[@]}"; do
		targets_add "$spec"
		results_known "${TARGET_NAME[-1]}"
	done
	if [[ -n $OPT_RESUME ]]; then
		for i in "${!SETTINGS_NAMES[@]}"; do
			results_resume_target "${SETTINGS_NAMES[i]}" "${SETTINGS_DIRS[i]}"
		done
	elif ((${#OPT_TARGETS[@]} == 0)) && [[ -z $OPT_DRY_RUN ]]; then
		targets_temporary ''
		results_known "${TARGET_NAME[-1]}"
	elif ((${#OPT_TARGETS[@]} == 0)); then
		targets_add "temporary=${TMPDIR:-/tmp}"
	fi
}

# results_known NAME: --resume takes recorded names only, --add new ones only.
results_known() {
	local name known=
	for name in "${SETTINGS_NAMES[@]}"; do
		[[ $name != "$1" ]] || known=1
	done
	if [[ -n $OPT_ADD && -n $known ]]; then
		refuse "target '$1' is in '$OPT_RESULTS' already; give the new one another name, or use '--resume'"
	elif [[ -n $OPT_RESUME && -z $known ]]; then
		refuse "target '$1' is not in '$OPT_RESULTS'; use '--add' for new targets"
	fi
}

# results_resume_target NAME DIR: a recorded target, unless --target gave it a new place.
results_resume_target() {
	local name
	for name in "${TARGET_NAME[@]}"; do
		[[ $name != "$1" ]] || return 0
	done
	if [[ $2 == - && -z $OPT_DRY_RUN ]]; then
		targets_temporary "$1"
	else
		targets_add "$1=${2/#-/temporary}"
	fi
}

# results_check: --results without --add and --resume must be new or empty.
results_check() {
	[[ -n $OPT_RESULTS && -z $OPT_ADD$OPT_RESUME && -e $OPT_RESULTS ]] || return 0
	[[ -d $OPT_RESULTS && -z $(ls -A -- "$OPT_RESULTS") ]] ||
		refuse "'$OPT_RESULTS' is not empty; use '--resume', '--add' or another directory"
}

# results_default: a new directory's name; in a source tree all that is made lands in build/.
results_default() {
	local tree name n=1
	tree=$(realpath -- "$SUITES_DIR/..")/build
	if [[ -d $tree && -w $tree ]]; then tree+=/results; else tree=$PWD/platter-results; fi
	printf -v name '%s/%s-%(%Y%m%d-%H%M%S)T' "$tree" "$SUITE_NAME" -1
	tree=$name
	while [[ -e $name ]]; do
		n=$((n + 1))
		name=$tree-$n
	done
	printf '%s\n' "$name"
}

# results_open: makes or takes up the directory, locks it, records the settings.
results_open() {
	local status=0
	[[ -n $OPT_RESULTS ]] || OPT_RESULTS=$(results_default)
	mkdir -p -- "$OPT_RESULTS/raw" || refuse "cannot make the results directory '$OPT_RESULTS'"
	RESULTS_DIR=$(realpath -- "$OPT_RESULTS")
	RESULTS_RAW=$RESULTS_DIR/raw
	exec {RESULTS_LOCK}>>"$RESULTS_DIR/log.txt" || refuse "cannot write '$RESULTS_DIR/log.txt'"
	flock -n "$RESULTS_LOCK" 2>/dev/null || status=$?
	((status != 1)) || refuse "another run is writing '$RESULTS_DIR'; wait for it or use another directory"
	LOG_FILE=$RESULTS_DIR/log.txt
	SCRATCH=$RESULTS_DIR/.scratch
	rm -rf -- "$SCRATCH"
	mkdir -- "$SCRATCH"
	results_record
	rawfile_count
}

# results_record: plan.tsv and settings.tsv, each replaced at once.
results_record() {
	local i
	printf '%s\n' "$PLAN_TEXT" >"$SCRATCH/plan.tsv"
	{
		printf 'platter-run\t1\nsuite\t%s\nseed\t%s\nruns\t%s\nprecision\t%s\n' \
			"$SUITE_NAME" "$ORDER_SEED" "$OPT_RUNS" "$OPT_PRECISION"
		results_cases
		for i in "${!SETTINGS_NAMES[@]}"; do
			[[ -n $OPT_ADD ]] && printf 'target\t%s\t%s\n' "${SETTINGS_NAMES[i]}" "${SETTINGS_DIRS[i]}"
		done
		for i in "${!TARGET_NAME[@]}"; do
			if [[ ${TARGET_DIR[i]} == "$TARGET_TEMPORARY" ]]; then
				printf 'target\t%s\t-\n' "${TARGET_NAME[i]}"
			else
				printf 'target\t%s\t%s\n' "${TARGET_NAME[i]}" "${TARGET_REAL[i]}"
			fi
		done
	} >"$SCRATCH/settings.tsv"
	mv -f -- "$SCRATCH/plan.tsv" "$SCRATCH/settings.tsv" "$RESULTS_DIR/"
}

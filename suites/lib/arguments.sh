# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The runner's command line: options into OPT_* variables, everything unknown or
# contradictory refused with one line and status 2. Looks at no file: whether a
# target or a results directory can be used is decided by targets.sh and results.sh.

# shellcheck disable=SC2034 # the other parts read what is set here

# Set here, read by the other parts. OPT_TARGETS holds NAME=DIR strings as given.
OPT_SUITE=
OPT_TARGETS=()
OPT_RUNS=
OPT_RESULTS=
OPT_ADD=
OPT_RESUME=
OPT_PRECISION=
OPT_AGAINST=
OPT_SEED=
OPT_DRY_RUN=
OPT_KEEP_GOING=

arguments_help() {
	cat <<'END'
Usage: platter-run SUITE [options]

Runs a suite on one or more targets, in randomised blocks, and prints the table.

Targets:
      --target NAME=DIR  run in the directory DIR and call this system NAME in all
                         tables; repeat it to compare systems. The work is done in
                         DIR/platter-work, which is removed at the end.
                         Without it: a new temporary directory (TMPDIR, else /tmp)

Amount and order:
      --runs N           runs of each case on each target (default: as the profile says)
      --precision PCT    then go on until the 95 % interval of each system's main
                         results is within PCT percent of the mean, or 4 x the runs
      --seed N           seed of the random order (default: a new one, recorded)
      --keep-going       go on with a case that has failed twice on a target

Results:
      --results DIR      directory to write (default: a new one, printed at the end)
      --resume           finish an interrupted run in DIR: same plan, finished runs kept
      --add              add targets to the finished results in DIR
      --against WHAT     set the suite's published figures ('published') or the results
                         in FILE beside the own ones, in tables and composite.xml

Other:
      --dry-run          print what would run; needs no target, no fio and no rights
  -h, --help             this text

Examples:
  platter-run quick
  platter-run small-files --target ext4=/mnt/a --target xfs=/mnt/b --results r
  platter-run small-files --target nfs=/net/c --add --results r
  platter-run small-files --resume --results r
  platter-run small-files --target shelf=/mnt/a --runs 10 --precision 2.5

Exit status: 0 all runs good, 1 a run or a table failed, 2 refused, 130 and 143
after Ctrl-C and SIGTERM (targets cleaned, finished runs kept). See platter-run(1).
END
}

# arguments_parse ARG...: fills OPT_*.
arguments_parse() {
	local value options=1
	while (($#)); do
		if [[ -z $options || $1 != -* ]]; then
			arguments_suite "$1"
			shift
			continue
		fi
		case $1 in
		--)
			options=
			shift
			continue
			;;
		-h | --help)
			arguments_help
			exit 0
			;;
		--add) OPT_ADD=1 ;;
		--resume) OPT_RESUME=1 ;;
		--dry-run) OPT_DRY_RUN=1 ;;
		--keep-going) OPT_KEEP_GOING=1 ;;
		--target=* | --runs=* | --results=* | --precision=* | --against=* | --seed=*)
			arguments_value "${1%%=*}" "${1#*=}"
			;;
		--target | --runs | --results | --precision | --against | --seed)
			(($# > 1)) || refuse "option '$1' needs a value; see --help"
			value=$2
			arguments_value "$1" "$value"
			shift
			;;
		*) refuse "unknown option '$(one_line "$1")'; see --help" ;;
		esac
		shift
	done
	arguments_check
}

# arguments_suite NAME: the one argument that is no option.
arguments_suite() {
	[[ -z $OPT_SUITE ]] ||
		refuse "one suite at a time: '$OPT_SUITE', then '$(one_line "$1")'; see --help"
	[[ -n $1 ]] || refuse "suite '' is empty; see --help"
	OPT_SUITE=$1
}

# arguments_value OPTION VALUE: one option that takes a value.
arguments_value() {
	[[ -n $2 ]] || refuse "option '$1' needs a value; see --help"
	case $1 in
	--target) OPT_TARGETS+=("$2") ;;
	--runs)
		[[ $2 =~ ^[1-9][0-9]{0,3}$ ]] ||
			refuse "option '--runs' '$(one_line "$2")': give a number from 1 to 9999"
		OPT_RUNS=$2
		;;
	--results) OPT_RESULTS=$2 ;;
	--precision)
		[[ $2 =~ ^[0-9]{1,2}(\.[0-9]+)?$ && $2 =~ [1-9] ]] ||
			refuse "option '--precision' '$(one_line "$2")': give a percentage over 0 and under 100"
		OPT_PRECISION=$2
		;;
	--against) OPT_AGAINST=$2 ;;
	--seed)
		[[ $2 =~ ^[0-9]{1,18}$ ]] ||
			refuse "option '--seed' '$(one_line "$2")': give a whole number of up to 18 digits"
		OPT_SEED=$2
		;;
	esac
}

# arguments_check: what does not go together.
arguments_check() {
	[[ -n $OPT_SUITE ]] || refuse "no suite named: platter-run SUITE [options]; see --help"
	[[ -z $OPT_ADD || -z $OPT_RESUME ]] || refuse "'--add' and '--resume' exclude each other"
	if [[ -n $OPT_ADD$OPT_RESUME && -z $OPT_RESULTS ]]; then
		refuse "'--add' and '--resume' need '--results DIR', the directory to go on with"
	fi
	[[ -z $OPT_RESUME || -z $OPT_SEED ]] ||
		refuse "'--resume' goes on with the recorded seed; leave '--seed' out"
	if [[ -n $OPT_AGAINST && $OPT_AGAINST != published && ! -r $OPT_AGAINST ]]; then
		refuse "cannot read '$OPT_AGAINST' for '--against'; name a file, or 'published'"
	fi
}

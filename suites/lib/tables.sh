# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The results in the forms people keep: table.md, results.csv, results.json and
# composite.xml, and the text table on stdout, all made by `platter table` from raw/. The
# runner computes nothing. Each file is replaced at once, after every block.

# shellcheck disable=SC2034 # the other parts read what is set here

# TABLES_AGAINST: the --against arguments of `platter table`.
TABLES_AGAINST=()

# tables_check_against: what --against names must be there and readable before hours of runs.
tables_check_against() {
	local file=$OPT_AGAINST
	[[ -n $OPT_AGAINST ]] || return 0
	if [[ $OPT_AGAINST == published ]]; then
		file=$PLATTER_SUITES/$SUITE_NAME/published.xml
		[[ -r $file ]] || refuse "suite '$SUITE_NAME' has no published figures; name a file with '--against FILE'"
	fi
	"$PLATTER_BIN" table -f csv -- "$file" >/dev/null 2>&1 ||
		refuse "'--against $OPT_AGAINST': 'platter table $file' fails; mend the file or name another"
	[[ $OPT_AGAINST == published ]] || OPT_AGAINST=$(realpath -- "$file")
	TABLES_AGAINST=(--against "$OPT_AGAINST")
}

# tables_make FORMAT FILE: FILE in the results directory; returns platter's status.
tables_make() {
	local status=0
	(cd -- "$RESULTS_DIR" && exec "$PLATTER_BIN" table raw -f "$1" "${TABLES_AGAINST[@]}") \
		>"$SCRATCH/table" 2>"$SCRATCH/table.err" || status=$?
	[[ ! -s $SCRATCH/table ]] || mv -f -- "$SCRATCH/table" "$RESULTS_DIR/$2"
	return "$status"
}

# tables_any: is there a run to make a table of?
tables_any() {
	compgen -G "${RESULTS_RAW//\*/\\*}/*.run" >/dev/null
}

# tables_write: all four files; a failure is said and makes the exit status 1.
tables_write() {
	local pair
	tables_any || return 0
	for pair in markdown:table.md csv:results.csv json:results.json composite:composite.xml; do
		if ! tables_make "${pair%:*}" "${pair#*:}"; then
			ANY_FAILED=1
			say "cannot make '${pair#*:}': $(tail -n 1 -- "$SCRATCH/table.err")"
		fi
	done
}

# tables_print: the text table, and where the results are.
tables_print() {
	if tables_any; then
		(cd -- "$RESULTS_DIR" && exec "$PLATTER_BIN" table raw "${TABLES_AGAINST[@]}") \
			2>"$SCRATCH/table.err" || ANY_FAILED=1
		if [[ -s $SCRATCH/table.err ]]; then
			cat -- "$SCRATCH/table.err" >>"$LOG_FILE"
			say "platter has $(wc -l <"$SCRATCH/table.err") warnings about these results, the first: $(head -n 1 -- "$SCRATCH/table.err"); see '$LOG_FILE'"
		fi
		printf '\nresults: %s\n' "$RESULTS_DIR"
	else
		say "no run has finished; what was kept is in '$RESULTS_DIR'"
	fi
}

# SPDX-License-Identifier: GPL-2.0-or-later
#
# For precision.sh: which rows of the table are wider than `limit` percent. Input: lines
# "system NAME" (those to look at), then the table of `platter table -f markdown`, whose
# columns are found by their headings; an empty workload or metric is that of the row
# above. Output: one line a row that is too wide. Intervals are read, not computed.

# The cell without its padding and Markdown's backslashes; a cell's own '|' came as "\|".
function cell(s) {
	gsub(/\001/, "|", s)
	sub(/^ +/, "", s)
	sub(/ +$/, "", s)
	gsub(/\\/, "", s)
	return s
}

/^system / {
	wanted[substr($0, 8)] = 1
	next
}

!/^\|/ || /^\| -/ { next }

{
	gsub(/\\\|/, "\001")
	n = split($0, field, "|")
	if (!("spread" in column)) {
		for (i = 2; i < n; i++)
			column[cell(field[i])] = i
		next
	}
	work = cell(field[column["workload"]]) == "" ? work : cell(field[column["workload"]])
	metric = cell(field[column["metric"]]) == "" ? metric : cell(field[column["metric"]])
	name = cell(field[column["system"]])
	spread = cell(field[column["spread"]])
	if (!(name in wanted) || metric !~ /^(throughput|rate|time)/ || field[column["n"]] + 0 == 0)
		next
	# "± 2.5 %" from three runs on; what has no such interval is not known to be precise
	half = spread
	sub(/^[^0-9]*/, "", half)
	if (spread !~ /^[^0-9]+[0-9.]+ %$/ || half + 0 > limit + 0)
		print name ": " work " " metric (spread == "" ? "" : " " spread)
}

END {
	if (!("spread" in column))
		print "no table to look at"
}

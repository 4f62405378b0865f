#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# completions/platter, in step with the programs: each option that it offers is in --help, each
# that --help shows is offered, and the lists that come from the command are right.

load lib

setup() {
	# shellcheck source=../completions/platter
	source "$ROOT/completions/platter"
}

# offers WORD…: what is completed at the last word of the command line, sorted, one a line
offers() {
	COMP_WORDS=("$@")
	COMP_CWORD=$(($# - 1))
	COMPREPLY=()
	if [[ $1 == *platter-run ]]; then
		_platter_run
	else
		_platter
	fi
	[ ${#COMPREPLY[@]} = 0 ] || printf '%s\n' "${COMPREPLY[@]}" | sort
}

# options_of COMMAND…: the options in the help text, from lines that begin with one, sorted
options_of() {
	"$@" --help | sed -n -E 's/^ +(-[^ ].*)/\1/p' | grep -oE '^(-[A-Za-z], )?--?[a-z-]+' | tr -d ' ' | tr ',' '\n' | sort -u
}

@test "platter's own options and commands" {
	run offers "$PLATTER" --
	assert_output "$(options_of "$PLATTER")"
	run offers "$PLATTER" ''
	refute_output ""
	local word
	for word in "${lines[@]}"; do
		[[ $word == -* ]] || "$PLATTER" "$word" --help
	done
	# and none is missing
	run bash -c "'$PLATTER' --help | sed -n -E 's/^  ([a-z]+)  +[a-z].*/\1/p' | sort"
	assert_output "$(offers "$PLATTER" '' | grep -v '^-')"
}

@test "the options of each command are those of its --help" {
	local command
	for command in $(offers "$PLATTER" '' | grep -v '^-'); do
		case $command in
		formats | env) continue ;; # no options but --help
		esac
		run offers "$PLATTER" "$command" -
		assert_output "$(options_of "$PLATTER" "$command")"
	done
}

@test "the options of platter-run are those of its --help" {
	run offers platter-run -
	assert_output "$(options_of "$ROOT/suites/run")"
}

@test "every format that is offered is taken by the command" {
	local format
	for format in $(offers "$PLATTER" table -f ''); do
		run "$PLATTER" table -f "$format" /dev/null
		refute_output --partial "unknown"
		assert [ "$status" -ne 2 ]
	done
	for format in $(offers "$PLATTER" table --from ''); do
		run "$PLATTER" table --from "$format" /dev/null
		assert [ "$status" -ne 2 ]
	done
	run offers "$PLATTER" table -f ''
	assert_line composite
	assert_line csv
	run offers "$PLATTER" table --from ''
	assert_line fio-json
}

@test "the values of options that are offered are taken by the command" {
	local option value
	for option in --unit --color --metric; do
		run offers "$PLATTER" table "$option" ''
		refute_output ""
		for value in "${lines[@]}"; do
			run "$PLATTER" table "$option" "$value" /dev/null
			assert [ "$status" -ne 2 ]
		done
	done
}

@test "suites are completed by name, profiles are not" {
	run offers "$PLATTER" plan ''
	assert_line small-files
	assert_line quick
	refute_line profiles
	run offers "$PLATTER" plan sm
	assert_output small-files
	PATH=$BUILD:$PATH
	run offers platter-run q
	assert_output quick
}

@test "bash-completion loads it for both commands" {
	[ -f /usr/share/bash-completion/bash_completion ] || _lacking "needs bash-completion"
	run bash -c "source /usr/share/bash-completion/bash_completion; source '$ROOT/completions/platter'; complete -p platter platter-run"
	assert_success
	assert_line "complete -F _platter platter"
	assert_line "complete -F _platter_run platter-run"
}

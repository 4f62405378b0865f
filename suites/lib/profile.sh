# SPDX-License-Identifier: GPL-2.0-or-later
#
# A profile's arguments as the environment that its job file reads: --read-size=4k is
# READ_SIZE=4k. `platter plan` has checked the arguments of a suite; those that come
# straight from Phoronix are held to the same form here.

# shellcheck disable=SC2034 # callers read what is set here

# profile_env ARGUMENTS: exports each blank separated --name=value of ARGUMENTS; prints
# nothing. Returns 1 at the first word of another form, PROFILE_FAULT is that word.
profile_env() {
	local word name
	local -a words
	PROFILE_FAULT=
	read -ra words <<<"$1"
	for word in "${words[@]}"; do
		if [[ ! $word =~ ^--([a-z][a-z0-9-]*)=([A-Za-z0-9_./:,=+%@-]*)$ ]]; then
			PROFILE_FAULT=$word
			return 1
		fi
		name=${BASH_REMATCH[1]^^}
		export "${name//-/_}=${BASH_REMATCH[2]}"
	done
}

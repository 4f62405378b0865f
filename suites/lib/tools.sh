# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The programs a run needs: finds platter, fio and the engines that the job files
# load, and says in one line each what is missing or was built for another fio.
# Installs nothing and runs no job.

# shellcheck disable=SC2034 # the other parts read what is set here

# PLATTER_BIN: the platter program; FIO_BIN, FIO_VERSION: fio and what it calls itself.
PLATTER_BIN=
FIO_BIN=${FIO:-fio}
FIO_VERSION=
# TOOLS_WITH_US: put before fio. A session of its own, so that Ctrl-C reaches fio once, by us,
# and not by the terminal too (see cleanup_fio); and SIGTERM if this runner is killed.
TOOLS_WITH_US=()

# tools_find_platter SUITES_DIR: the build tree's or the installed program.
tools_find_platter() {
	local candidate
	if [[ -n ${PLATTER:-} ]]; then
		PLATTER_BIN=$(command -v -- "$PLATTER") ||
			refuse "cannot run '$PLATTER' (PLATTER in the environment); unset it or name the program"
	else
		for candidate in "$1/../build/platter" "$1/../../../bin/platter" platter; do
			if PLATTER_BIN=$(command -v -- "$candidate"); then
				break
			fi
		done
	fi
	[[ -n $PLATTER_BIN ]] ||
		refuse "cannot find 'platter'; build it with 'make', or set PLATTER to its path"
	PLATTER_BIN=$(realpath -- "$PLATTER_BIN")
	# both take the suites from one place
	export PLATTER_SUITES=${PLATTER_SUITES:-$1}
}

# tools_check: everything that executing the plan needs; status 2 if any is missing.
tools_check() {
	local missing=0 i engine exports
	FIO_BIN=$(type -P -- "$FIO_BIN") || refuse "cannot find 'fio'; install it (Debian: apt install fio)"
	FIO_VERSION=$("$FIO_BIN" --version 2>/dev/null) || refuse "'$FIO_BIN' does not run; reinstall fio"
	if setsid setpriv --pdeathsig TERM true 2>/dev/null; then
		TOOLS_WITH_US=(setsid setpriv --pdeathsig TERM)
	fi
	exports=$("$PLATTER_BIN" env) || refuse "'$PLATTER_BIN env' failed; rebuild it with 'make'"
	eval "$exports"
	for i in "${!CASE_PROFILE[@]}"; do
		while IFS= read -r engine; do
			tools_check_engine "$engine" || missing=1
		done < <(plan_engines "${CASE_JOBFILE[i]}" | sort -u)
	done
	((missing == 0)) || exit 2
}

# tools_check_engine FILE: there, and built for this very fio (DESIGN: one literal string).
tools_check_engine() {
	local name=${1##*/}
	if [[ ! -r $1 ]]; then
		say "cannot find the engine '$1'; build it with 'make'"
		return 1
	fi
	if ! grep -qaFw -- "$FIO_VERSION" "$1"; then
		say "the engine '${name%.so}' was not built for $FIO_VERSION; rebuild it with 'make'"
		return 1
	fi
}

# tools_engine_id FILE: "NAME BUILD-ID", the checksum where there is no build id.
tools_engine_id() {
	local name=${1##*/} id=
	if type -P readelf >/dev/null; then
		id=$(readelf -n -- "$1" 2>/dev/null | sed -n 's/^ *Build ID: *//p')
	fi
	if [[ -z $id ]]; then
		id=$(sha256sum -- "$1")
		id="sha256 ${id:0:16}"
	fi
	printf '%s %s\n' "${name%.so}" "$id"
}

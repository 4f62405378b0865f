#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Phoronix Test Suite runs this with the profile's install directory as working directory
# and HOME, $0 being the path below test-profiles/local. Writes the test executable, which
# calls the project's own run of a profile; nothing is built or fetched here.
profile_dir=$(dirname -- "$(readlink -f -- "$0")")
profile=$(basename -- "$profile_dir")
pts_run=$(readlink -f -- "$profile_dir/../../lib/pts-run")
if ! "$pts_run" --check "$profile"; then
	echo "ERROR: profile '$profile' cannot run; build the project first"
	echo 2 >~/install-exit-status
	exit 2
fi
cat >"$profile" <<END
#!/bin/sh
exec "$pts_run" "$profile" "\$@"
END
chmod +x "$profile"
echo 0 >~/install-exit-status

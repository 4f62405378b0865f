#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# mk/setup: what is missing is named in one line each with status 2 where it cannot be had, what
# can be had is installed once, and a second call does nothing. apt-get and sudo are shims here,
# each in a copy of the tree with package lists of its own: nothing is really installed.

load lib

setup() {
	TREE=$BATS_TEST_TMPDIR/tree
	SHIMS=$BATS_TEST_TMPDIR/shims
	mkdir -p "$TREE"
	cp -r "$ROOT/mk" "$TREE/"
	cat >"$TREE/mk/packages.test" <<-'END'
		# a comment
		bash cmd:bash # there, by its probe at least
		platter-absent-tool cmd:platter-absent-tool
		platter-absent-lib pc:platter-absent-lib
		platter-absent-header h:platter/absent.h
		platter-absent-file file:/platter/absent
		platter-absent-tool cmd:platter-absent-tool
	END
	shim "$SHIMS" apt-get <<-END
		echo "apt-get \$*" >>"$BATS_TEST_TMPDIR/calls"
		echo "E: Unable to locate package \${*: -1}" >&2
		exit 100
	END
	touch "$BATS_TEST_TMPDIR/calls"
}

@test "not Debian: a line for each missing package, none for what the probes find" {
	path_without "$BATS_TEST_TMPDIR/bin" apt-get dpkg-query dpkg
	PATH=$BATS_TEST_TMPDIR/bin run "$TREE/mk/setup" test
	assert_failure 2
	assert_output - <<-'END'
		setup: missing 'platter-absent-tool': not a Debian system; install what Debian calls platter-absent-tool
		setup: missing 'platter-absent-lib': not a Debian system; install what Debian calls platter-absent-lib
		setup: missing 'platter-absent-header': not a Debian system; install what Debian calls platter-absent-header
		setup: missing 'platter-absent-file': not a Debian system; install what Debian calls platter-absent-file
	END
}

@test "no rights and no sudo: a line each, and apt is not even tried" {
	need_root
	chmod 755 "$BATS_RUN_TMPDIR" "$BATS_TEST_TMPDIR" "$BATS_TEST_TMPDIR/.."
	path_without "$BATS_TEST_TMPDIR/bin" sudo
	PATH=$SHIMS:$BATS_TEST_TMPDIR/bin run as_nobody "$TREE/mk/setup" test
	assert_failure 2
	assert_line --index 0 "setup: missing 'platter-absent-tool': no rights to install; as root: apt-get install platter-absent-tool"
	assert_equal "${#lines[@]}" 4
	assert_equal "$(cat "$BATS_TEST_TMPDIR/calls")" ""
}

@test "without rights but with sudo, sudo is asked to install" {
	need_root
	shim "$SHIMS" sudo <<-END
		[ "\$1" = -n ] && shift
		[ "\$1" = true ] && exit 0
		echo "sudo \$*" >>"$BATS_TEST_TMPDIR/calls"
		exit 1
	END
	chmod 777 "$BATS_TEST_TMPDIR/calls" "$TREE"
	chmod 755 "$BATS_RUN_TMPDIR" "$BATS_TEST_TMPDIR" "$BATS_TEST_TMPDIR/.."
	PATH=$SHIMS:$PATH run as_nobody "$TREE/mk/setup" test
	assert_failure 2
	run cat "$BATS_TEST_TMPDIR/calls"
	assert_output "sudo bash mk/apt-install platter-absent-tool platter-absent-lib platter-absent-header platter-absent-file"
}

@test "no network or no such package: apt's reason in a line each, after one update" {
	need_root
	PATH=$SHIMS:$PATH run "$TREE/mk/setup" test
	assert_failure 2
	assert_line --index 0 "setup: installing 4 packages: platter-absent-tool platter-absent-lib platter-absent-header platter-absent-file"
	assert_line --index 1 "setup: missing 'platter-absent-tool': apt-get failed (E: Unable to locate package DPkg::Lock::Timeout=300); once that is mended: apt-get install platter-absent-tool"
	assert_equal "${#lines[@]}" 5
	run cat "$BATS_TEST_TMPDIR/calls"
	assert_line --index 0 --regexp '^apt-get install -y --no-install-recommends .*platter-absent-file$'
	assert_line --index 1 --partial "apt-get update"
}

@test "while packages are installed no service may start, and the policy goes away again" {
	export POLICY_RC_D=$BATS_TEST_TMPDIR/policy-rc.d
	shim "$SHIMS" apt-get <<-END
		[ "\$DEBIAN_FRONTEND" = noninteractive ] || exit 1
		"$POLICY_RC_D" mysql start
		echo "policy \$?" >>"$BATS_TEST_TMPDIR/calls"
	END
	PATH=$SHIMS:$PATH run "$TREE/mk/apt-install" anything
	assert_success
	assert_equal "$(cat "$BATS_TEST_TMPDIR/calls")" "policy 101"
	assert_not_exists "$POLICY_RC_D"
}

@test "a policy that the machine has of its own decides, and stays" {
	export POLICY_RC_D=$BATS_TEST_TMPDIR/policy-rc.d
	shim "$BATS_TEST_TMPDIR" policy-rc.d <<<'exit 7'
	shim "$SHIMS" apt-get <<-END
		"$POLICY_RC_D" mysql start
		echo "policy \$?" >>"$BATS_TEST_TMPDIR/calls"
	END
	PATH=$SHIMS:$PATH run "$TREE/mk/apt-install" anything
	assert_success
	assert_equal "$(cat "$BATS_TEST_TMPDIR/calls")" "policy 7"
	assert_file_contains "$POLICY_RC_D" 'exit 7'
}

@test "where nothing is missing it says nothing and calls no apt" {
	printf 'bash cmd:bash\n' >"$TREE/mk/packages.test"
	PATH=$SHIMS:$PATH run "$TREE/mk/setup" test
	assert_success
	assert_output ""
	assert_equal "$(cat "$BATS_TEST_TMPDIR/calls")" ""
}

@test "the second call on this very machine does no set-up work" {
	shim "$SHIMS" apt-cache <<<'exit 100'
	cd "$ROOT"
	PATH=$SHIMS:$PATH run mk/setup build run test headers
	assert_success
	assert_output ""
	assert_equal "$(cat "$BATS_TEST_TMPDIR/calls")" ""
}

@test "packages that engines and profiles name are part of the build and the run" {
	mkdir -p "$TREE/engines/newone" "$TREE/suites/profiles/other"
	echo "# SPDX" >"$TREE/mk/packages.build"
	cp "$TREE/mk/packages.build" "$TREE/mk/packages.run"
	echo "platter-absent-client" >"$TREE/engines/newone/packages"
	echo "platter-absent-server" >"$TREE/suites/profiles/other/packages"
	path_without "$BATS_TEST_TMPDIR/bin" apt-get
	PATH=$BATS_TEST_TMPDIR/bin run "$TREE/mk/setup" build run
	assert_failure 2
	assert_line --index 0 --partial "missing 'platter-absent-client'"
	assert_line --index 1 --partial "missing 'platter-absent-server'"
	assert_equal "${#lines[@]}" 2
}

@test "an unknown group is refused" {
	run "$TREE/mk/setup" everything
	assert_failure 2
	assert_output "setup: no group 'everything': there are build, run, test, bench, versions and headers"
}

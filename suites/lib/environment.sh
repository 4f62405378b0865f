# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The conditions of a run as "key: value" lines, captured once a target: machine,
# programs, mount, device, free space, limits. What a system does not tell is left out;
# nothing here fails or needs root. Load and disk counters of each run are execute.sh's.

# shellcheck disable=SC2034 # the other parts read what is set here

# ENVIRONMENT_COMMON: the lines that all targets share, captured once. And what is known of
# each target, by its number: TARGET_ENVIRONMENT all its lines, TARGET_DISK "MAJOR:MINOR" of its device, TARGET_LABEL "lab: …".
ENVIRONMENT_COMMON=
TARGET_ENVIRONMENT=() TARGET_DISK=() TARGET_LABEL=()

# environment_remember TARGET: fills the three.
environment_remember() {
	[[ -n $ENVIRONMENT_COMMON ]] ||
		ENVIRONMENT_COMMON=$(environment_machine && environment_programs)
	TARGET_ENVIRONMENT[$1]=$ENVIRONMENT_COMMON$'\n'$(environment_target "${TARGET_REAL[$1]}")$'\n'
	TARGET_DISK[$1]=$(device_number "${TARGET_REAL[$1]}")
	TARGET_LABEL[$1]=$(device_label "${TARGET_REAL[$1]}")
}

# environment_line KEY VALUE: one line; no VALUE, no line.
environment_line() {
	[[ -z $2 ]] || printf 'env.%s: %s\n' "$1" "${2//[[:cntrl:]]/ }"
}

# environment_machine: kernel, system, processors, memory, limits.
environment_machine() {
	environment_line kernel "$(uname -srm)"
	environment_line os "$(environment_os)"
	environment_line cpu "$(environment_cpu)"
	environment_line cpus "$(getconf _NPROCESSORS_ONLN 2>/dev/null)"
	environment_line governor "$(device_attribute /sys/devices/system/cpu/cpu0/cpufreq scaling_governor)"
	environment_line memory "$(environment_memory)"
	environment_line cgroup "$(environment_cgroup)"
}

environment_os() (
	# shellcheck source=/dev/null
	. /etc/os-release 2>/dev/null || return 0
	printf '%s\n' "${PRETTY_NAME:-}"
)

environment_cpu() {
	local line
	while IFS= read -r line; do
		if [[ $line == 'model name'* ]]; then
			printf '%s\n' "${line#*: }"
			return 0
		fi
	done </proc/cpuinfo
	lscpu 2>/dev/null | sed -n 's/^Model name: *//p' | head -n 1
}

environment_memory() {
	local key kb
	while read -r key kb _; do
		if [[ $key == MemTotal: ]]; then
			printf '%d MiB\n' $((kb / 1024))
			return 0
		fi
	done </proc/meminfo
}

# environment_cgroup: the nearest limits of memory and processor time, if any is set.
environment_cgroup() {
	local dir quota period memory cpu
	dir=$(environment_cgroup_dir memory)
	memory=$(environment_limit "$dir" memory.max memory.limit_in_bytes)
	[[ -z $memory ]] || memory="memory $((memory / 1048576)) MiB"
	dir=$(environment_cgroup_dir cpu)
	read -r quota period <<<"$(environment_limit "$dir" cpu.max cpu.cfs_quota_us)"
	if [[ -n $quota ]]; then
		[[ -n $period ]] || period=$(device_attribute "$dir" cpu.cfs_period_us)
		cpu="cpu $((quota * 100 / ${period:-100000})) %"
	fi
	printf '%s\n' "${memory:-}${memory:+${cpu:+, }}${cpu:-}"
}

# environment_cgroup_dir CONTROLLER: this process' directory, version 1 or 2.
environment_cgroup_dir() {
	local controllers path
	while IFS=: read -r _ controllers path; do
		if [[ ,$controllers, == *,$1,* && -d /sys/fs/cgroup/$1$path ]]; then
			printf '%s\n' "/sys/fs/cgroup/$1$path"
			return 0
		elif [[ -z $controllers && -e /sys/fs/cgroup$path/cgroup.procs ]]; then
			printf '%s\n' "/sys/fs/cgroup$path"
			return 0
		fi
	done </proc/self/cgroup 2>/dev/null
}

# environment_limit DIR V2-FILE V1-FILE: the nearest limit at DIR or above.
environment_limit() {
	local dir=$1 file value
	while [[ $dir == /sys/fs/cgroup/* ]]; do
		for file in "$2" "$3"; do
			device_read "$dir/$file"
			# no limit: "max", -1, or version 1's huge page-rounded number
			if [[ $value == [1-9]* && ! $value =~ ^[0-9]{18,} ]]; then
				printf '%s\n' "$value"
				return 0
			fi
		done
		dir=${dir%/*}
	done
}

# environment_programs: what runs the jobs.
environment_programs() {
	local engine i engines=
	environment_line fio "$FIO_VERSION"
	environment_line platter "$("$PLATTER_BIN" --version 2>/dev/null | head -n 1)"
	while IFS= read -r engine; do
		engines+="${engines:+, }$(tools_engine_id "$engine")"
	done < <(for i in "${!CASE_PROFILE[@]}"; do plan_engines "${CASE_JOBFILE[i]}"; done | sort -u)
	environment_line engine "$engines"
}

# environment_target DIR: mount and device of the directory.
environment_target() {
	local disk leaf devices=
	disk=$(device_disk "$(device_number "$1")")
	device_mount "$1"
	environment_line filesystem "$MOUNT_FSTYPE"
	environment_line mount "$MOUNT_SOURCE"
	environment_line options "$MOUNT_OPTIONS"
	environment_line block-size "$(stat -f -c %S -- "$1" 2>/dev/null)"
	environment_line free "$(space_free_mb "$1") MiB"
	environment_line inodes "$(space_free_inodes "$1")"
	environment_line read-ahead "$(environment_read_ahead "$1")"
	[[ -n $disk ]] || return 0
	while IFS= read -r leaf; do
		devices+="${devices:+ over }$(device_describe "$leaf")"
	done < <(device_chain "$disk")
	environment_line device "$devices"
	environment_line rotational "$(device_each "$disk" queue/rotational)"
	environment_line scheduler "$(device_each "$disk" queue/scheduler)"
	environment_line queue "$(device_each "$disk" queue/nr_requests)"
	environment_line queue-depth "$(device_each "$disk" device/queue_depth)"
}

# environment_read_ahead DIR: of the mount itself, also where it has no block device.
environment_read_ahead() {
	local device kb
	device=$(stat -c %d -- "$1")
	kb=$(device_attribute "/sys/class/bdi/$((device >> 8 & 4095)):$((device & 255 | device >> 12 & 1048320))" read_ahead_kb)
	[[ -z $kb ]] || printf '%s KiB\n' "$kb"
}

# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What a directory stands on: its mount, its block device, and through partitions,
# device mapper, md and loop files down to the devices that do the work; and from these
# the "lab" label of a target. Reads sysfs and findmnt only; where an odd file system
# (overlay, nfs, zfs, fuse) shows no device, the answers are empty and nothing fails.

# shellcheck disable=SC2034 # the other parts read what is set here
# What device_mount found; empty where findmnt knows nothing.
MOUNT_NUMBER='' MOUNT_FSTYPE='' MOUNT_SOURCE='' MOUNT_OPTIONS=''

# device_mount DIR: fills MOUNT_* with the mount that holds DIR.
device_mount() {
	local line
	line=$(findmnt -n -r -o MAJ:MIN,FSTYPE,SOURCE,OPTIONS -T "$1" 2>/dev/null) || true
	read -r MOUNT_NUMBER MOUNT_FSTYPE MOUNT_SOURCE MOUNT_OPTIONS <<<"${line##*$'\n'}"
	# findmnt writes a blank as \x20
	printf -v MOUNT_SOURCE '%b' "$MOUNT_SOURCE"
	# in a chroot there may be no mount table, or one without this mount
	[[ -n $MOUNT_FSTYPE ]] || device_magic "$1"
}

# device_magic DIR: sets MOUNT_FSTYPE to what the file system itself says it is. The three
# ext file systems say the same.
device_magic() {
	MOUNT_FSTYPE=$(stat -f -c %T -- "$1" 2>/dev/null) || true
	case $MOUNT_FSTYPE in
	UNKNOWN*) MOUNT_FSTYPE= ;;
	ext2/ext3) MOUNT_FSTYPE=ext2-4 ;;
	esac
}

# device_number DIR: "MAJOR:MINOR" of the block device under DIR's file system, or nothing.
device_number() {
	local number source hex
	device_mount "$1"
	number=$MOUNT_NUMBER
	if [[ $number == 0:* || -z $number ]]; then
		# btrfs shows an anonymous device; its source names a real one
		source=${MOUNT_SOURCE%%\[*}
		number=
		if [[ -b $source ]]; then
			hex=$(stat -L -c '%t:%T' -- "$source")
			number=$((16#${hex%:*})):$((16#${hex#*:}))
		fi
	fi
	[[ -z $number || ! -e /sys/dev/block/$number ]] || printf '%s\n' "$number"
}

# device_disk NUMBER: the sysfs directory of the whole disk.
device_disk() {
	local dir
	[[ -n $1 ]] || return 0
	dir=$(readlink -e -- "/sys/dev/block/$1") || return 0
	[[ ! -e $dir/partition ]] || dir=${dir%/*}
	printf '%s\n' "$dir"
}

# device_chain SYSDIR [DEPTH]: the disk's sysfs directory and all below it, top first.
device_chain() {
	local dir=$1 depth=${2:-0} slave file number
	[[ -n $dir ]] && ((depth < 8)) || return 0
	printf '%s\n' "$dir"
	for slave in "$dir"/slaves/*; do
		[[ -e $slave ]] || continue
		slave=$(readlink -e -- "$slave") || continue
		[[ ! -e $slave/partition ]] || slave=${slave%/*}
		device_chain "$slave" $((depth + 1))
	done
	if [[ -r $dir/loop/backing_file ]]; then
		file=$(<"$dir/loop/backing_file")
		file=${file% (deleted)}
		[[ -d ${file%/*} ]] || return 0
		number=$(device_number "${file%/*}")
		device_chain "$(device_disk "$number")" $((depth + 1))
	fi
}

# device_leaves SYSDIR: the members of its chain that stand on nothing else.
device_leaves() {
	local dir
	while IFS= read -r dir; do
		[[ -e $dir/loop/backing_file ]] && continue
		compgen -G "$dir/slaves/*" >/dev/null || printf '%s\n' "$dir"
	done < <(device_chain "$1" | sort -u)
}

# device_attribute SYSDIR FILE: prints one value of sysfs in one line, or nothing.
device_attribute() {
	local value
	device_read "$1/$2"
	printf '%s\n' "$value"
}

# device_read FILE: sets the caller's `value`, empty where there is no such file.
device_read() {
	value=
	[[ -f $1 && -r $1 ]] || return 0
	{ IFS= read -r -d '' value <"$1"; } 2>/dev/null || true
	value=${value//$'\n'/ }
	value=${value#"${value%%[! ]*}"}
	value=${value%"${value##*[! ]}"}
}

# device_describe SYSDIR: name, model, firmware and md state of one disk.
device_describe() {
	local text=${1##*/} model firmware level
	model=$(device_attribute "$1" device/model)
	firmware=$(device_attribute "$1" device/firmware_rev)
	[[ -n $firmware ]] || firmware=$(device_attribute "$1" device/rev)
	level=$(device_attribute "$1" md/level)
	text+=${model:+ $model}${firmware:+ $firmware}
	if [[ -n $level ]]; then
		text+=" $level $(device_attribute "$1" md/array_state)"
		[[ $(device_attribute "$1" md/degraded) == [1-9]* ]] && text+=" degraded"
		[[ $(device_attribute "$1" md/sync_action) == idle ]] ||
			text+=" $(device_attribute "$1" md/sync_action)"
	fi
	printf '%s\n' "$text"
}

# device_each SYSDIR FILE: FILE of every leaf, "sda 1 sdb 1", the value alone for one leaf.
device_each() {
	local dir value out='' count=0
	while IFS= read -r dir; do
		value=$(device_attribute "$dir" "$2")
		[[ -n $value ]] || continue
		# a list of choices marks the one in use with brackets
		[[ $value != *\[*\]* ]] || { value=${value#*\[} && value=${value%%\]*}; }
		out+="${out:+ }${dir##*/} $value"
		count=$((count + 1))
	done < <(device_leaves "$1")
	((count != 1)) || out=${out#* }
	printf '%s\n' "$out"
}

# device_label DIR: "lab: …" where the target is no real storage, else nothing.
device_label() {
	local dir
	device_mount "$1"
	case $MOUNT_FSTYPE in
	tmpfs | ramfs)
		printf 'lab: memory, one machine\n'
		return 0
		;;
	nfs* | cifs | smb3)
		if [[ ,$MOUNT_OPTIONS, == *,addr=127.* || ,$MOUNT_OPTIONS, == *,addr=::1,* ]]; then
			printf 'lab: loopback, one machine\n'
		fi
		return 0
		;;
	esac
	while IFS= read -r dir; do
		case ${dir##*/} in
		loop*)
			printf 'lab: loopback, one machine\n'
			return 0
			;;
		ram* | zram*)
			printf 'lab: memory, one machine\n'
			return 0
			;;
		esac
	done < <(device_chain "$(device_disk "$(device_number "$1")")")
}

# device_diskstats NUMBER: the counters of /proc/diskstats behind the name, or nothing.
device_diskstats() {
	local major minor rest
	[[ -n $1 ]] || return 0
	while read -r major minor _ rest; do
		if [[ $major:$minor == "$1" ]]; then
			printf '%s\n' "$rest"
			return 0
		fi
	done </proc/diskstats
}

# device_diskstats_delta BEFORE AFTER: what happened between, in words; sectors are 512 B.
device_diskstats_delta() {
	local -a before after
	read -ra before <<<"$1"
	read -ra after <<<"$2"
	((${#before[@]} >= 10 && ${#after[@]} >= 10)) || return 0
	printf 'reads %d, read sectors %d, writes %d, written sectors %d, busy ms %d\n' \
		$((after[0] - before[0])) $((after[2] - before[2])) $((after[4] - before[4])) \
		$((after[6] - before[6])) $((after[9] - before[9]))
}

/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Options of fio's that cannot mean anything to this engine, or would silently do nothing or
 * something else: each is refused with what to set instead. Checks of the engine's own options
 * are in conf.c.
 */
#include "smallfile.h"
#include "verify.h"

#define REFUSE(condition, option, value, reason)                           \
	do {                                                               \
		if (condition)                                             \
			return sf_refuse(td, option, value, "%s", reason); \
	} while (0)

#define REFUSE_NUMBER(condition, option, value, reason)                     \
	do {                                                                \
		if (condition)                                              \
			return sf_refuse_number(td, option, value, reason); \
	} while (0)

/* Offsets must be multiples of one block size, each of them once. */
static bool offsets_possible(struct thread_data *td, const struct sf_op_info *op)
{
	const struct thread_options *o = &td->o;
	enum fio_ddir ddir = op->ddir;
	bool once = op->makes || op->removes || op->ddir == DDIR_WRITE;
	bool again = op == &sf_ops[SF_CREATE] &&
		     ((const struct sf_options *)td->eo)->create_flags == SF_TRUNC;
	char value[64];

	snprintf(value, sizeof(value), "%llu-%llu", (unsigned long long)o->min_bs[ddir],
		 (unsigned long long)o->max_bs[ddir]);
	REFUSE(o->min_bs[ddir] != o->max_bs[ddir] || o->bssplit_nr[ddir], "bsrange", value,
	       "set one bs=, file_size=LOW-HIGH for files of different sizes");
	REFUSE_NUMBER(o->bs_unaligned, "bs_unaligned", 1, "leave it out: a block is a file");
	REFUSE_NUMBER(o->ba[ddir] != o->min_bs[ddir], "blockalign", o->ba[ddir],
		      "leave it out: a block is a file");
	snprintf(value, sizeof(value), "%llu-%llu", o->file_size_low, o->file_size_high);
	REFUSE(o->file_size_low != o->file_size_high, "filesize", value,
	       "it is the range of all files here: set one size, file_size= for that of a file");
	REFUSE_NUMBER(o->fill_device, "fill_device", 1, "set size=FILES x bs");
	REFUSE_NUMBER(o->file_append, "file_append", 1, "leave it out, or set offset=");
	REFUSE(o->zone_mode != ZONE_MODE_NONE, "zonemode", "strided or zbd",
	       "leave zonemode= and zonesize= out: use offset= and size=");
	REFUSE(o->opendir, "opendir", o->opendir, "set directory=");
	REFUSE(o->read_iolog_file, "read_iolog", o->read_iolog_file,
	       "leave it out: offsets of a log are no file numbers");

	REFUSE(o->random_distribution != FIO_RAND_DIST_RANDOM && once && !again && td_random(td),
	       "random_distribution", "not random",
	       "it repeats files, which this op can do only once each: leave it out");
	REFUSE_NUMBER(o->norandommap && once && !again, "norandommap", 1,
		      "it repeats files, which this op can do only once each: leave it out");
	REFUSE_NUMBER(o->perc_rand[ddir] != 100 && once && td_random(td), "percentage_random",
		      o->perc_rand[ddir],
		      "it repeats files, which this op can do only once each: leave it out");
	snprintf(value, sizeof(value), "%s:%lld", ddir_str(o->td_ddir),
		 o->ddir_seq_add ? o->ddir_seq_add : (long long)o->ddir_seq_nr);
	REFUSE((o->ddir_seq_add || o->ddir_seq_nr > 1) && (once || op->lists), "rw", value,
	       "leave the number behind rw= out: it skips or repeats files");
	return true;
}

/* Bytes of the header that fio's verify writes in front of a block (verify.c, hdr_size()). */
static unsigned int verify_header_size(const struct thread_options *o)
{
	unsigned int size;

	switch (o->verify) {
	case VERIFY_NONE:
	case VERIFY_NULL:
	case VERIFY_PATTERN_NO_HDR:
		return 0;
	case VERIFY_HDR_ONLY:
	case VERIFY_PATTERN:
		size = 0;
		break;
	case VERIFY_MD5:
		size = sizeof(struct vhdr_md5);
		break;
	case VERIFY_CRC64:
		size = sizeof(struct vhdr_crc64);
		break;
	case VERIFY_CRC32:
	case VERIFY_CRC32C:
	case VERIFY_CRC32C_INTEL:
	case VERIFY_XXHASH:
		size = sizeof(struct vhdr_crc32);
		break;
	case VERIFY_CRC16:
	case VERIFY_CRC7:
		size = sizeof(struct vhdr_crc16);
		break;
	case VERIFY_SHA1:
		size = sizeof(struct vhdr_sha1);
		break;
	case VERIFY_SHA256:
		size = sizeof(struct vhdr_sha256);
		break;
	default:
		size = sizeof(struct vhdr_sha512); /* the largest there is */
		break;
	}
	return (unsigned int)sizeof(struct verify_header) + size;
}

static bool verify_possible(struct thread_data *td, const struct sf_op_info *op)
{
	const struct thread_options *o = &td->o;
	uint64_t block = o->min_bs[op->ddir];
	char reason[128];

	if (o->verify == VERIFY_NONE)
		return true;
	snprintf(reason, sizeof(reason),
		 "op=%s looks at no contents: set it in the create and readfile jobs only",
		 op->name);
	REFUSE_NUMBER(!op->contents, "verify", o->verify, reason);
	if (o->verify_interval && o->verify_interval < block)
		block = o->verify_interval;
	snprintf(reason, sizeof(reason),
		 "verify= needs at least %u bytes, its header and one of contents",
		 verify_header_size(o) + 1);
	REFUSE_NUMBER(block <= verify_header_size(o),
		      block < o->min_bs[op->ddir] ? "verify_interval" : "bs", block, reason);
	REFUSE_NUMBER(o->verify_offset && block < o->verify_offset + verify_header_size(o),
		      "verify_offset", o->verify_offset,
		      "the header of verify= does not fit behind it: set a smaller one");
	REFUSE_NUMBER(o->trim_backlog, "trim_backlog", o->trim_backlog,
		      "leave it out: a job does one operation");
	return true;
}

/* Syncs that fio would never issue for this job. */
static bool syncs_possible(struct thread_data *td, const struct sf_op_info *op)
{
	const struct thread_options *o = &td->o;
	static const char never[] =
		"fio issues it in jobs that write only: set it in the create job, or sync_dir=";

	if (op->ddir != DDIR_WRITE) {
		REFUSE_NUMBER(o->fsync_blocks, "fsync", o->fsync_blocks, never);
		REFUSE_NUMBER(o->fdatasync_blocks, "fdatasync", o->fdatasync_blocks, never);
		REFUSE_NUMBER(o->end_fsync, "end_fsync", 1, never);
	}
	REFUSE_NUMBER(o->fsync_on_close, "fsync_on_close", 1, "set sync_file=each");
	REFUSE_NUMBER(o->sync_file_range, "sync_file_range", td->sync_file_range_nr,
		      "set fsync= or sync_file=");
	REFUSE_NUMBER(o->barrier_blocks, "write_barrier", o->barrier_blocks,
		      "set fsync= or sync_file=");
	REFUSE_NUMBER(o->sync_io && op != &sf_ops[SF_CREATE], "sync", 1,
		      "only op=create writes: set it there");
	REFUSE_NUMBER(o->odirect && !op->contents, "direct", 1,
		      "only create and readfile move contents: set it there");
	return true;
}

bool sf_options_possible(struct thread_data *td, enum sf_op op)
{
	const struct thread_options *o = &td->o;
	const struct sf_op_info *info = &sf_ops[op];

	REFUSE_NUMBER(o->unlink, "unlink", 1, "set cleanup=always");
	REFUSE_NUMBER(o->unlink_each_loop, "unlink_each_loop", 1,
		      "leave it out: each pass goes on to new files");
	REFUSE_NUMBER(o->pre_read, "pre_read", 1, "add a job with op=readfile before this one");
	REFUSE_NUMBER(o->create_only, "create_only", 1, "set op=create");
	REFUSE_NUMBER(o->create_on_open, "create_on_open", 1, "set op=create");
	REFUSE(o->io_submit_mode == IO_MODE_OFFLOAD, "io_submit_mode", "offload",
	       "leave it out: use numjobs= for more files at a time");
	return offsets_possible(td, info) && verify_possible(td, info) && syncs_possible(td, info);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The key by which Phoronix tells whether two results may be compared.
 */
#ifndef PLATTER_RESULTS_KEY_H
#define PLATTER_RESULTS_KEY_H

#include <stddef.h>
#include <stdint.h>

#define SHA1_BYTES    20
#define SHA1_HEX_SIZE (2 * SHA1_BYTES + 1)

/* FIPS 180-4 SHA-1 of LEN bytes, as lower case hex. For keys, not for security. */
void sha1_hex(const void *data, size_t len, char hex[SHA1_HEX_SIZE]);

/* What a result is told apart by; all texts, "" where there is none. */
struct result_key {
	const char *identifier; /* "local/smallfile" */
	const char *title;	/* stands in for an empty identifier */
	const char *arguments, *description, *app_version, *scale;
};

/*
 * The text Phoronix hashes (pts_test_profile::generate_comparison_hash, 10.8): identifier without
 * what follows its last '.', arguments, description, application version, scale, each trimmed,
 * joined by ',' (free). An empty identifier is replaced by the title.
 */
char *result_key_text(const struct result_key *key);

/* SHA-1 of that text, as in a composite's Parent. */
void result_key_hex(const struct result_key *key, char hex[SHA1_HEX_SIZE]);

#endif

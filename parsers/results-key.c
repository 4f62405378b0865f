/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Phoronix's comparison key and the SHA-1 it is hashed with (FIPS 180-4; none of the libraries here
 * has one).
 */
#include "results-key.h"

#include "arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHA1_BLOCK 64

static uint32_t rotl(uint32_t x, unsigned int n)
{
	return x << n | x >> (32 - n);
}

static void sha1_block(uint32_t h[5], const uint8_t block[SHA1_BLOCK])
{
	uint32_t a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];
	uint32_t w[80];

	for (int i = 0; i < 16; i++)
		w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
		       (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
	for (int i = 16; i < 80; i++)
		w[i] = rotl(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
	for (int i = 0; i < 80; i++) {
		uint32_t f, k, next;

		if (i < 20) {
			f = (b & c) | (~b & d);
			k = 0x5a827999;
		} else if (i < 40) {
			f = b ^ c ^ d;
			k = 0x6ed9eba1;
		} else if (i < 60) {
			f = (b & c) | (b & d) | (c & d);
			k = 0x8f1bbcdc;
		} else {
			f = b ^ c ^ d;
			k = 0xca62c1d6;
		}
		next = rotl(a, 5) + f + e + k + w[i];
		e = d;
		d = c;
		c = rotl(b, 30);
		b = a;
		a = next;
	}
	h[0] += a;
	h[1] += b;
	h[2] += c;
	h[3] += d;
	h[4] += e;
}

void sha1_hex(const void *data, size_t len, char hex[SHA1_HEX_SIZE])
{
	uint32_t h[5] = { 0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0 };
	const uint8_t *bytes = data;
	uint8_t last[2 * SHA1_BLOCK] = { 0 };
	size_t whole = len / SHA1_BLOCK * SHA1_BLOCK;
	size_t rest = len - whole;
	size_t padded = rest < SHA1_BLOCK - 8 ? SHA1_BLOCK : 2 * SHA1_BLOCK;

	for (size_t at = 0; at < whole; at += SHA1_BLOCK)
		sha1_block(h, bytes + at);
	if (rest)
		memcpy(last, bytes + whole, rest);
	last[rest] = 0x80;
	for (int i = 0; i < 8; i++)
		last[padded - 1 - i] = (uint8_t)((uint64_t)len * 8 >> (8 * i));
	sha1_block(h, last);
	if (padded > SHA1_BLOCK)
		sha1_block(h, last + SHA1_BLOCK);
	for (int i = 0; i < 5; i++)
		snprintf(hex + 8 * i, 9, "%08x", h[i]);
}

/* PHP's trim(): blanks, and NUL, which no text here holds. */
static char *trimmed(const char *text)
{
	size_t len;

	text += strspn(text, " \t\n\r\v");
	len = strlen(text);
	while (len && strchr(" \t\n\r\v", text[len - 1]))
		len--;
	return xasprintf("%.*s", (int)len, text);
}

char *result_key_text(const struct result_key *key)
{
	const char *dot = strrchr(key->identifier, '.');
	const char *name = key->identifier[0] ? key->identifier : key->title;
	size_t len = key->identifier[0] && dot ? (size_t)(dot - name) : strlen(name);
	const char *const parts[] = { key->arguments, key->description, key->app_version,
				      key->scale };
	char *text = xasprintf("%.*s", (int)len, name);

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		char *part = trimmed(parts[i]);
		char *longer = xasprintf("%s,%s", text, part);

		free(part);
		free(text);
		text = longer;
	}
	return text;
}

void result_key_hex(const struct result_key *key, char hex[SHA1_HEX_SIZE])
{
	char *text = result_key_text(key);

	sha1_hex(text, strlen(text), hex);
	free(text);
}

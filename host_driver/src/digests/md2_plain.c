/* MD2 (RFC 1319), byte by byte as the RFC describes it. Variant "plain-c". */
#include "../software.h"

#define MD2_BYTE u8
#include "md2_table.h"

static void compress(u8 *state, u8 *checksum, const u8 *block)
{
    u8 x[48];
    u32 i, j;
    u8 t;

    for (i = 0; i < 16; i++) {
        x[i] = state[i];
        x[i + 16] = block[i];
        x[i + 32] = state[i] ^ block[i];
    }
    t = 0;
    for (i = 0; i < 18; i++) {
        for (j = 0; j < 48; j++)
            t = x[j] ^= md2_table[t];
        t = t + i;
    }
    for (i = 0; i < 16; i++)
        state[i] = x[i];
    t = checksum[15];
    for (i = 0; i < 16; i++)
        t = checksum[i] ^= md2_table[block[i] ^ t];
}

/* Computes the digest of the message, its padding and the checksum. */
digest_function md2;

void md2(const u8 *in, u32 length, u8 *digest)
{
    u8 checksum[16], last[16];
    u32 i, pad;

    for (i = 0; i < 16; i++)
        digest[i] = checksum[i] = 0;
    for (; length >= 16; length -= 16, in += 16)
        compress(digest, checksum, in);
    pad = 16 - length;
    for (i = 0; i < 16; i++)
        last[i] = i < length ? in[i] : pad;
    compress(digest, checksum, last);
    for (i = 0; i < 16; i++)
        last[i] = checksum[i];
    compress(digest, checksum, last);
}

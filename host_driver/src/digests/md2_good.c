/* MD2 (RFC 1319) with a 32-bit word for each byte of its state, so that the 386 need not extend bytes to words, and
   with sixteen steps unrolled. Variant "good". */
#include "../software.h"

#define MD2_BYTE u32
#include "md2_table.h"

/* clang-format off */
#define STEP(i) t = x[i] ^= md2_table[t];
#define SIXTEEN_STEPS(x) \
    STEP(x + 0) STEP(x + 1) STEP(x + 2) STEP(x + 3) STEP(x + 4) STEP(x + 5) STEP(x + 6) STEP(x + 7) \
    STEP(x + 8) STEP(x + 9) STEP(x + 10) STEP(x + 11) STEP(x + 12) STEP(x + 13) STEP(x + 14) STEP(x + 15)
/* clang-format on */

static void compress(u32 *x, u32 *checksum, const u8 *block)
{
    u32 i, t;

    t = checksum[15];
    for (i = 0; i < 16; i++) {
        u32 byte = block[i];
        x[i + 16] = byte;
        x[i + 32] = x[i] ^ byte;
        t = checksum[i] ^= md2_table[byte ^ t];
    }
    t = 0;
    for (i = 0; i < 18; i++) {
        SIXTEEN_STEPS(0)
        SIXTEEN_STEPS(16)
        SIXTEEN_STEPS(32)
        t = (t + i) & 255;
    }
}

/* Computes the digest of the message, its padding and the checksum. */
digest_function md2;

void md2(const u8 *in, u32 length, u8 *digest)
{
    u32 x[48], checksum[16];
    u8 last[16];
    u32 i, pad;

    for (i = 0; i < 16; i++)
        x[i] = checksum[i] = 0;
    for (; length >= 16; length -= 16, in += 16)
        compress(x, checksum, in);
    pad = 16 - length;
    for (i = 0; i < 16; i++)
        last[i] = i < length ? in[i] : pad;
    compress(x, checksum, last);
    for (i = 0; i < 16; i++)
        last[i] = checksum[i];
    compress(x, checksum, last);
    for (i = 0; i < 16; i++)
        digest[i] = x[i];
}

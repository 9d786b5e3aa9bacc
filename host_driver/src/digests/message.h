/* The common parts of MD4 and MD5 (RFC 1320 and 1321, 3.1 to 3.3 and 3.5): little-endian words, the padding, and the
   initial state. A source that includes this file defines compress. */
#include "../software.h"

#define ROTATE_LEFT(word, count) ((word) << (count) | (word) >> (32 - (count)))

/* Updates the state with a block of 64 bytes. */
static void compress(u32 *state, const u8 *block);

static u32 load(const u8 *bytes)
{
    return (u32)bytes[3] << 24 | (u32)bytes[2] << 16 | (u32)bytes[1] << 8 | bytes[0];
}

static void store(u8 *bytes, u32 word)
{
    bytes[0] = word;
    bytes[1] = word >> 8;
    bytes[2] = word >> 16;
    bytes[3] = word >> 24;
}

/* Computes the 16-byte digest of a message. */
static inline void digest_message(const u8 *in, u32 length, u8 *digest)
{
    u32 state[4] = { 0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476 };
    u8 last[128];
    u32 left = length, i, end;

    for (; left >= 64; left -= 64, in += 64)
        compress(state, in);
    end = left < 56 ? 64 : 128; /* padding: a one bit, zeros, the length in 64 bits */
    for (i = 0; i < end; i++)
        last[i] = i < left ? in[i] : i == left ? 0x80 : 0;
    store(last + end - 8, length << 3);
    store(last + end - 4, length >> 29);
    compress(state, last);
    if (end == 128)
        compress(state, last + 64);
    for (i = 0; i < 4; i++)
        store(digest + 4 * i, state[i]);
}

/* Blowfish with unrolled rounds, so that the halves need not be exchanged. Variant "good". */
#include "../software.h"
#include "words.h"

/* clang-format off */
#define ROUND(x, y, i) \
    x ^= p[i]; \
    y ^= ((s[x >> 24] + s[256 + (x >> 16 & 255)]) ^ s[512 + (x >> 8 & 255)]) + s[768 + (x & 255)];
#define FOUR_ROUNDS(i) \
    ROUND(left, right, i) \
    ROUND(right, left, i + 1) \
    ROUND(left, right, i + 2) \
    ROUND(right, left, i + 3)
/* clang-format on */

/* The tables are 18 subkeys and four S-boxes. */
table_function blowfish;

void blowfish(const u32 *tables, const u8 *in, u8 *out, u32 length)
{
    const u32 *p = tables, *s = tables + 18;
    u32 left, right;

    for (; length; length -= 8, in += 8, out += 8) {
        left = load_word(in);
        right = load_word(in + 4);
        FOUR_ROUNDS(0)
        FOUR_ROUNDS(4)
        FOUR_ROUNDS(8)
        FOUR_ROUNDS(12)
        store_word(out, right ^ p[17]);
        store_word(out + 4, left ^ p[16]);
    }
}

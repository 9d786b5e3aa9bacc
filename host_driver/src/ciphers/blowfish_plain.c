/* Blowfish as its designer describes it. Variant "plain-c". */
#include "../software.h"
#include "words.h"

static u32 mixed(const u32 *s, u32 x)
{
    return ((s[x >> 24] + s[256 + (x >> 16 & 255)]) ^ s[512 + (x >> 8 & 255)]) + s[768 + (x & 255)];
}

/* The tables are 18 subkeys and four S-boxes. */
table_function blowfish;

void blowfish(const u32 *tables, const u8 *in, u8 *out, u32 length)
{
    u32 left, right, t, i;

    for (; length; length -= 8, in += 8, out += 8) {
        left = load_word(in);
        right = load_word(in + 4);
        for (i = 0; i < 16; i++) {
            left ^= tables[i];
            right ^= mixed(tables + 18, left);
            t = left;
            left = right;
            right = t;
        }
        store_word(out, right ^ tables[17]);
        store_word(out + 4, left ^ tables[16]);
    }
}

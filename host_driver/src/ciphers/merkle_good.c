/* Khufu and Khafre with the rounds of an S-box unrolled and the halves in registers. Variant "good". */
#include "../software.h"
#include "words.h"

/* clang-format off */
#define ROUND(x, y, count) \
    y ^= box[x & 255]; \
    x = ROTATE_RIGHT(x, count);
#define OCTET \
    ROUND(left, right, 16) \
    ROUND(right, left, 16) \
    ROUND(left, right, 8) \
    ROUND(right, left, 8) \
    ROUND(left, right, 16) \
    ROUND(right, left, 16) \
    ROUND(left, right, 24) \
    ROUND(right, left, 24)
/* clang-format on */

/* The tables are the number of S-boxes, four words of auxiliary keys, and the S-boxes. */
table_function khufu;
/* The tables are the number of S-boxes, a pair of words before each S-box and one after the last, and the S-boxes. */
table_function khafre;

void khufu(const u32 *tables, const u8 *in, u8 *out, u32 length)
{
    const u32 *keys = tables + 1, *end = keys + 4 + 256 * tables[0], *box;
    u32 left, right;

    for (; length; length -= 8, in += 8, out += 8) {
        left = load_word(in) ^ keys[0];
        right = load_word(in + 4) ^ keys[1];
        for (box = keys + 4; box != end; box += 256) {
            OCTET
        }
        store_word(out, left ^ keys[2]);
        store_word(out + 4, right ^ keys[3]);
    }
}

void khafre(const u32 *tables, const u8 *in, u8 *out, u32 length)
{
    const u32 *boxes = tables + 3 + 2 * tables[0], *box, *key;
    u32 left, right;

    for (; length; length -= 8, in += 8, out += 8) {
        left = load_word(in);
        right = load_word(in + 4);
        for (key = tables + 1, box = boxes; key != boxes - 2; key += 2, box += 256) {
            left ^= key[0];
            right ^= key[1];
            OCTET
        }
        store_word(out, left ^ key[0]);
        store_word(out + 4, right ^ key[1]);
    }
}

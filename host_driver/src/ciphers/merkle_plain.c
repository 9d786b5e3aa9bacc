/* Khufu and Khafre as US patent 5,003,597 describes them. Variant "plain-c". */
#include "../software.h"
#include "words.h"

static const u32 rotations[8] = { 16, 16, 8, 8, 16, 16, 24, 24 };

static void octet(const u32 *box, u32 *halves)
{
    u32 left = halves[0], right = halves[1], t, i;

    for (i = 0; i < 8; i++) {
        right ^= box[left & 255];
        left = ROTATE_RIGHT(left, rotations[i]);
        t = left;
        left = right;
        right = t;
    }
    halves[0] = left;
    halves[1] = right;
}

/* The tables are the number of S-boxes, four words of auxiliary keys, and the S-boxes. */
table_function khufu;
/* The tables are the number of S-boxes, a pair of words before each S-box and one after the last, and the S-boxes. */
table_function khafre;

void khufu(const u32 *tables, const u8 *in, u8 *out, u32 length)
{
    u32 octets = tables[0], halves[2], i;
    const u32 *keys = tables + 1, *boxes = keys + 4;

    for (; length; length -= 8, in += 8, out += 8) {
        halves[0] = load_word(in) ^ keys[0];
        halves[1] = load_word(in + 4) ^ keys[1];
        for (i = 0; i < octets; i++)
            octet(boxes + 256 * i, halves);
        store_word(out, halves[0] ^ keys[2]);
        store_word(out + 4, halves[1] ^ keys[3]);
    }
}

void khafre(const u32 *tables, const u8 *in, u8 *out, u32 length)
{
    u32 octets = tables[0], halves[2], i;
    const u32 *keys = tables + 1, *boxes = keys + 2 * octets + 2;

    for (; length; length -= 8, in += 8, out += 8) {
        halves[0] = load_word(in);
        halves[1] = load_word(in + 4);
        for (i = 0; i < octets; i++) {
            halves[0] ^= keys[2 * i];
            halves[1] ^= keys[2 * i + 1];
            octet(boxes + 256 * i, halves);
        }
        store_word(out, halves[0] ^ keys[2 * i]);
        store_word(out + 4, halves[1] ^ keys[2 * i + 1]);
    }
}

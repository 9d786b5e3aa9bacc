/* SEAL 3.0. Its definition is a sequence of steps on four words, which leaves a C programmer little choice: all
   variants have the same source. */
#include "../software.h"
#include "words.h"

enum { PART = 1024, TURN = 16 }; /* bytes */

#define ENTRY(index) (*(const u32 *)((const u8 *)t + (index)))

/* clang-format off */
#define START(w, o) \
    p = w & 0x7fc; \
    o += ENTRY(p); \
    w = ROTATE_RIGHT(w, 9);
#define MIX START(a, b) START(b, c) START(c, d) START(d, a)
/* clang-format on */

/* Encrypts 64 times 16 bytes, or `length` bytes if that is fewer. */
static void part(const u32 *t, const u32 *start, const u8 *in, u8 *out, u32 length)
{
    const u32 *s = t + 512;
    u32 a = start[0], b = start[1], c = start[2], d = start[3], n[4], p, q, i, j;
    u8 stream[TURN];

    MIX;
    MIX;
    n[0] = d;
    n[1] = b;
    n[2] = a;
    n[3] = c;
    MIX;
    for (i = 0; i < 64 && length; i++, s += 4) {
        const u32 *now = n + 2 * (i & 1);
        p = a & 0x7fc;
        b += ENTRY(p);
        a = ROTATE_RIGHT(a, 9);
        b ^= a;
        q = b & 0x7fc;
        c ^= ENTRY(q);
        b = ROTATE_RIGHT(b, 9);
        c += b;
        p = (p + c) & 0x7fc;
        d += ENTRY(p);
        c = ROTATE_RIGHT(c, 9);
        d ^= c;
        q = (q + d) & 0x7fc;
        a ^= ENTRY(q);
        d = ROTATE_RIGHT(d, 9);
        a += d;
        p = (p + a) & 0x7fc;
        b ^= ENTRY(p);
        a = ROTATE_RIGHT(a, 9);
        q = (q + b) & 0x7fc;
        c += ENTRY(q);
        b = ROTATE_RIGHT(b, 9);
        p = (p + c) & 0x7fc;
        d ^= ENTRY(p);
        c = ROTATE_RIGHT(c, 9);
        q = (q + d) & 0x7fc;
        a += ENTRY(q);
        d = ROTATE_RIGHT(d, 9);
        store_word(stream, b + s[0]);
        store_word(stream + 4, c ^ s[1]);
        store_word(stream + 8, d + s[2]);
        store_word(stream + 12, a ^ s[3]);
        a += now[0];
        b += now[1];
        c ^= now[0];
        d ^= now[1];
        for (j = 0; j < TURN && length; j++, length--)
            *out++ = *in++ ^ stream[j];
    }
}

/* The tables are T, S, and four words for each 1024 bytes. */
table_function seal;

void seal(const u32 *tables, const u8 *in, u8 *out, u32 length)
{
    const u32 *start = tables + 768;
    u32 now;

    for (; length; length -= now, in += now, out += now, start += 4) {
        now = length < PART ? length : PART;
        part(tables, start, in, out, now);
    }
}

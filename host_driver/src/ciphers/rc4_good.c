/* RC4 with a 32-bit word for each byte of its state, so that the 386 need not extend bytes to words, a key schedule
   without divisions, and a loop unrolled by four bytes. Variant "good". */
#include "../software.h"

/* clang-format off */
#define STEP(n) \
    i = (i + 1) & 255; \
    x = s[i]; \
    j = (j + x) & 255; \
    y = s[j]; \
    s[i] = y; \
    s[j] = x; \
    out[n] = in[n] ^ s[(x + y) & 255];
/* clang-format on */

stream_function rc4;

void rc4(const u8 *key, u32 key_bytes, const u8 *in, u8 *out, u32 length)
{
    u32 s[256], i, j = 0, k = 0, x, y;

    for (i = 0; i < 256; i++)
        s[i] = i;
    for (i = 0; i < 256; i++) {
        x = s[i];
        j = (j + x + key[k]) & 255;
        s[i] = s[j];
        s[j] = x;
        if (++k == key_bytes)
            k = 0;
    }
    i = j = 0;
    for (; length >= 4; length -= 4, in += 4, out += 4) {
        STEP(0)
        STEP(1)
        STEP(2)
        STEP(3)
    }
    for (; length; length--, in++, out++) {
        STEP(0)
    }
}

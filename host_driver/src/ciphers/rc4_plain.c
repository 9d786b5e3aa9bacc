/* RC4 in its usual form, with a state of bytes. Variant "plain-c". */
#include "../software.h"

stream_function rc4;

void rc4(const u8 *key, u32 key_bytes, const u8 *in, u8 *out, u32 length)
{
    u8 s[256], t;
    u32 i, j = 0, k;

    for (i = 0; i < 256; i++)
        s[i] = i;
    for (i = 0; i < 256; i++) {
        j = (j + s[i] + key[i % key_bytes]) % 256;
        t = s[i];
        s[i] = s[j];
        s[j] = t;
    }
    i = j = 0;
    for (k = 0; k < length; k++) {
        i = (i + 1) % 256;
        j = (j + s[i]) % 256;
        t = s[i];
        s[i] = s[j];
        s[j] = t;
        out[k] = in[k] ^ s[(s[i] + s[j]) % 256];
    }
}

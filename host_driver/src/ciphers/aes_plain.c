/* AES, step by step as FIPS 197 describes it. */
#include "aes_modes.h"
#include "aes_tables.h"
#include "aes_schedule.h"

static void schedule(Schedule *keys, const u8 *key, u32 key_bytes)
{
    keys->rounds = expand(keys->encrypt, key, key_bytes);
}

static u8 doubled(u8 byte)
{
    return byte << 1 ^ (byte & 0x80 ? 0x1b : 0);
}

static void add_round_key(u8 *state, const u32 *key)
{
    u32 i;

    for (i = 0; i < AES_BLOCK; i++)
        state[i] ^= key[i / 4] >> 8 * (i % 4);
}

/* Applies SubBytes and ShiftRows. Byte r of a column comes from the byte `step` * r further; `step` is 4 to encrypt. */
static void substitute(u8 *state, const u8 *box, u32 step)
{
    u8 old[AES_BLOCK];
    u32 i;

    for (i = 0; i < AES_BLOCK; i++)
        old[i] = box[state[i]];
    for (i = 0; i < AES_BLOCK; i++)
        state[i] = old[(i + step * (i & 3)) & 15];
}

static void mix_columns(u8 *state)
{
    u32 i;

    for (i = 0; i < AES_BLOCK; i += 4) {
        u8 *c = state + i, first = c[0], all = c[0] ^ c[1] ^ c[2] ^ c[3];
        c[0] ^= all ^ doubled(c[0] ^ c[1]);
        c[1] ^= all ^ doubled(c[1] ^ c[2]);
        c[2] ^= all ^ doubled(c[2] ^ c[3]);
        c[3] ^= all ^ doubled(c[3] ^ first);
    }
}

/* Applies InvMixColumns: multiplies each column by {04}x^2 + {05}, and then applies MixColumns. */
static void unmix_columns(u8 *state)
{
    u32 i;

    for (i = 0; i < AES_BLOCK; i += 4) {
        u8 *c = state + i, even = doubled(doubled(c[0] ^ c[2])), odd = doubled(doubled(c[1] ^ c[3]));
        c[0] ^= even;
        c[1] ^= odd;
        c[2] ^= even;
        c[3] ^= odd;
    }
    mix_columns(state);
}

static void copy(u8 *to, const u8 *from)
{
    u32 i;

    for (i = 0; i < AES_BLOCK; i++)
        to[i] = from[i];
}

static void encrypt(const Schedule *keys, const u8 *in, u8 *out)
{
    u32 i;

    copy(out, in);
    add_round_key(out, keys->encrypt);
    for (i = 1; i <= keys->rounds; i++) {
        substitute(out, sbox, 4);
        if (i < keys->rounds)
            mix_columns(out);
        add_round_key(out, keys->encrypt + 4 * i);
    }
}

static void decrypt(const Schedule *keys, const u8 *in, u8 *out)
{
    u32 i;

    copy(out, in);
    for (i = keys->rounds; i; i--) {
        add_round_key(out, keys->encrypt + 4 * i);
        if (i < keys->rounds)
            unmix_columns(out);
        substitute(out, inverse_sbox, 12);
    }
    add_round_key(out, keys->encrypt);
}

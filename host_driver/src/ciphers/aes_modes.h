/* The modes of AES (FIPS 197; SP 800-38A, 6.1 and 6.2), for all variants. A source that includes this file defines
   schedule, encrypt and decrypt. */
#include "../software.h"

enum { AES_BLOCK = 16, AES_KEYS = 60 };

typedef struct {
    u32 rounds;
    u32 encrypt[AES_KEYS], decrypt[AES_KEYS]; /* round keys in the order of their use, the first byte lowest */
} Schedule;

/* Computes the round keys of a key of `key_bytes` bytes: 16, 24 or 32. */
static void schedule(Schedule *keys, const u8 *key, u32 key_bytes);
/* Process a block; `in` may be equal to `out`. */
static void encrypt(const Schedule *keys, const u8 *in, u8 *out);
static void decrypt(const Schedule *keys, const u8 *in, u8 *out);

static Schedule loaded;

/* Returns the schedule of the key, or the loaded one if the key is null. */
static const Schedule *schedule_of(Schedule *own, const u8 *key, u32 key_bytes)
{
    if (!key)
        return &loaded;
    schedule(own, key, key_bytes);
    return own;
}

static void exclusive_or(u8 *to, const u8 *one, const u8 *other)
{
    u32 i;

    for (i = 0; i < AES_BLOCK; i++)
        to[i] = one[i] ^ other[i];
}

void aes_load_key(const u8 *key, u32 key_bytes)
{
    schedule(&loaded, key, key_bytes);
}

void aes_ecb_encrypt(const u8 *key, u32 key_bytes, const u8 *in, u8 *out, u32 blocks)
{
    Schedule own;
    const Schedule *keys = schedule_of(&own, key, key_bytes);

    for (; blocks; blocks--, in += AES_BLOCK, out += AES_BLOCK)
        encrypt(keys, in, out);
}

void aes_ecb_decrypt(const u8 *key, u32 key_bytes, const u8 *in, u8 *out, u32 blocks)
{
    Schedule own;
    const Schedule *keys = schedule_of(&own, key, key_bytes);

    for (; blocks; blocks--, in += AES_BLOCK, out += AES_BLOCK)
        decrypt(keys, in, out);
}

void aes_cbc_encrypt(const u8 *key, u32 key_bytes, const u8 *iv, const u8 *in, u8 *out, u32 blocks)
{
    Schedule own;
    const Schedule *keys = schedule_of(&own, key, key_bytes);
    u8 block[AES_BLOCK];

    for (; blocks; blocks--, in += AES_BLOCK, out += AES_BLOCK) {
        exclusive_or(block, in, iv);
        encrypt(keys, block, out);
        iv = out;
    }
}

void aes_cbc_decrypt(const u8 *key, u32 key_bytes, const u8 *iv, const u8 *in, u8 *out, u32 blocks)
{
    Schedule own;
    const Schedule *keys = schedule_of(&own, key, key_bytes);

    for (; blocks; blocks--, in += AES_BLOCK, out += AES_BLOCK) {
        decrypt(keys, in, out);
        exclusive_or(out, out, iv);
        iv = in;
    }
}

/* AES with tables: a column after a round is the XOR of four entries of one table, rotated. Decryption is the
   equivalent inverse cipher (FIPS 197, 5.3.5). */
#define AES_COLUMNS
#include "aes_modes.h"
#include "aes_tables.h"
#include "aes_schedule.h"

#define ROTATED(word, count) ((word) << (count) | (word) >> (32 - (count)))
#define COLUMN(table, a, b, c, d) \
    (table[(a) & 255] ^ ROTATED(table[(b) >> 8 & 255], 8) ^ ROTATED(table[(c) >> 16 & 255], 16) ^ \
     ROTATED(table[(d) >> 24], 24))
#define LAST(box, a, b, c, d) \
    (box[(a) & 255] ^ (u32)box[(b) >> 8 & 255] << 8 ^ (u32)box[(c) >> 16 & 255] << 16 ^ (u32)box[(d) >> 24] << 24)

static void schedule(Schedule *keys, const u8 *key, u32 key_bytes)
{
    u32 rounds = expand(keys->encrypt, key, key_bytes), last = 4 * rounds, i;

    keys->rounds = rounds;
    for (i = 0; i < last + 4; i++) {
        u32 word = keys->encrypt[last - (i & ~3u) + (i & 3)];
        if (i >= 4 && i < last) {
            word = substituted(word);
            word = COLUMN(backward, word, word, word, word);
        }
        keys->decrypt[i] = word;
    }
}

static void store(u8 *bytes, u32 word)
{
    bytes[0] = word;
    bytes[1] = word >> 8;
    bytes[2] = word >> 16;
    bytes[3] = word >> 24;
}

#define FORTH(which, table, to, from, key) \
    to##0 = which(table, from##0, from##1, from##2, from##3) ^ (key)[0]; \
    to##1 = which(table, from##1, from##2, from##3, from##0) ^ (key)[1]; \
    to##2 = which(table, from##2, from##3, from##0, from##1) ^ (key)[2]; \
    to##3 = which(table, from##3, from##0, from##1, from##2) ^ (key)[3];
#define BACK(which, table, to, from, key) \
    to##0 = which(table, from##0, from##3, from##2, from##1) ^ (key)[0]; \
    to##1 = which(table, from##1, from##0, from##3, from##2) ^ (key)[1]; \
    to##2 = which(table, from##2, from##1, from##0, from##3) ^ (key)[2]; \
    to##3 = which(table, from##3, from##2, from##1, from##0) ^ (key)[3];

/* Processes a block. An iteration has two rounds, because the number of rounds is even. */
#define BLOCK(round, key, table, box) \
    u32 left = keys->rounds / 2; \
    u32 a0 = word_of(in) ^ (key)[0], a1 = word_of(in + 4) ^ (key)[1], a2 = word_of(in + 8) ^ (key)[2]; \
    u32 a3 = word_of(in + 12) ^ (key)[3], b0, b1, b2, b3; \
    for (;;) { \
        round(COLUMN, table, b, a, (key) + 4) if (!--left) break; \
        (key) += 8; \
        round(COLUMN, table, a, b, key) \
    } \
    round(LAST, box, a, b, (key) + 8) store(out, a0); \
    store(out + 4, a1); \
    store(out + 8, a2); \
    store(out + 12, a3);

static void encrypt(const Schedule *keys, const u8 *in, u8 *out)
{
    const u32 *key = keys->encrypt;
    BLOCK(FORTH, key, forward, sbox)
}

static void decrypt(const Schedule *keys, const u8 *in, u8 *out)
{
    const u32 *key = keys->decrypt;
    BLOCK(BACK, key, backward, inverse_sbox)
}

/* DES as an ordinary programmer writes it from FIPS 46: with the standard's tables of the permutations, S-boxes merged
   with P, because that is common practice, and one loop over sixteen rounds. Variant "plain-c". */
#include "../software.h"

#define DES_TABLES_PLAIN
#include "des_tables.h"

typedef struct {
    u32 left, right;
} Block;

/* Six bits for each S-box */
typedef struct {
    u8 six[8];
} Subkey;

/* Computes the sixteen subkeys, in reverse order to decrypt. */
static void key_schedule(const u8 *key, Subkey *subkeys, int decrypt)
{
    u8 cd[56], turned[56];
    int round, i, shift = 0;

    for (i = 0; i < 56; i++) {
        int bit = des_pc1[0][i] - 1;
        cd[i] = key[bit >> 3] >> (7 - (bit & 7)) & 1;
    }
    for (round = 0; round < 16; round++) {
        u8 *subkey = subkeys[decrypt ? 15 - round : round].six;
        shift += rotations[round];
        for (i = 0; i < 28; i++) {
            int from = i + shift;
            if (from >= 28)
                from -= 28;
            turned[i] = cd[from];
            turned[i + 28] = cd[from + 28];
        }
        for (i = 0; i < 8; i++) {
            const u8 *select = &des_pc2[0][6 * i];
            u8 six = 0;
            int j;
            for (j = 0; j < 6; j++)
                six = six << 1 | turned[select[j] - 1];
            subkey[i] = six;
        }
    }
}

static u32 load(const u8 *bytes)
{
    return (u32)bytes[0] << 24 | (u32)bytes[1] << 16 | (u32)bytes[2] << 8 | bytes[3];
}

static void store(u8 *bytes, u32 word)
{
    bytes[0] = word >> 24;
    bytes[1] = word >> 16;
    bytes[2] = word >> 8;
    bytes[3] = word;
}

/* Exchanges the bits of *b that `mask` selects with the bits of *a that are `shift` bits higher. IP is five such
   exchanges. */
static void exchange(u32 *a, u32 *b, int shift, u32 mask)
{
    u32 differ = (*a >> shift ^ *b) & mask;
    *b ^= differ;
    *a ^= differ << shift;
}

static u32 cipher_function(u32 right, const u8 *subkey)
{
    /* E: each box reads four bits and their neighbours. With a copy of the bits at both ends, this is a shift. */
    u32 high = right >> 1 | right << 31;
    u32 low = right << 1 | right >> 31;
    u32 result;

    result = des_sp[0][high >> 26 ^ subkey[0]];
    result |= des_sp[1][(high >> 22 & 63) ^ subkey[1]];
    result |= des_sp[2][(high >> 18 & 63) ^ subkey[2]];
    result |= des_sp[3][(high >> 14 & 63) ^ subkey[3]];
    result |= des_sp[4][(low >> 12 & 63) ^ subkey[4]];
    result |= des_sp[5][(low >> 8 & 63) ^ subkey[5]];
    result |= des_sp[6][(low >> 4 & 63) ^ subkey[6]];
    result |= des_sp[7][(low & 63) ^ subkey[7]];
    return result;
}

static void cipher_block(Block *block, const Subkey *subkeys)
{
    u32 left = block->left, right = block->right, next;
    int round;

    exchange(&left, &right, 4, 0x0f0f0f0f);
    exchange(&left, &right, 16, 0x0000ffff);
    exchange(&right, &left, 2, 0x33333333);
    exchange(&right, &left, 8, 0x00ff00ff);
    exchange(&left, &right, 1, 0x55555555);
    for (round = 0; round < 16; round++) {
        next = left ^ cipher_function(right, subkeys[round].six);
        left = right;
        right = next;
    }
    next = left;
    left = right;
    right = next;
    exchange(&left, &right, 1, 0x55555555);
    exchange(&right, &left, 8, 0x00ff00ff);
    exchange(&right, &left, 2, 0x33333333);
    exchange(&left, &right, 16, 0x0000ffff);
    exchange(&left, &right, 4, 0x0f0f0f0f);
    block->left = left;
    block->right = right;
}

#ifdef TRIPLE
static void cipher_triple(Block *block, const Subkey *subkeys)
{
    cipher_block(block, subkeys);
    cipher_block(block, subkeys + 16);
    cipher_block(block, subkeys + 32);
}
#endif

#include "des_modes.h"

/* DES optimised in C: both halves are stored rotated left by one, so that the inputs of four S-boxes are the four bytes
   of a word, and the inputs of the other four are the same word rotated by four. The sixteen rounds are unrolled, the
   key schedule uses tables, and loads are not byte by byte. Variant "good". */
#include "../software.h"

#include "des_tables.h"
#include "des_schedule.h"

#define ROTATE_LEFT(word, count) ((word) << (count) | (word) >> (32 - (count)))
#define ROTATE_RIGHT(word, count) ((word) >> (count) | (word) << (32 - (count)))

#define EXCHANGE(a, b, shift, mask) \
    do { \
        u32 differ = ((a) >> (shift) ^ (b)) & (mask); \
        (b) ^= differ; \
        (a) ^= differ << (shift); \
    } while (0)

/* Applies IP; the result is both halves rotated left by one. */
#define INITIAL_PERMUTATION(left, right) \
    do { \
        EXCHANGE(left, right, 4, 0x0f0f0f0f); \
        EXCHANGE(left, right, 16, 0x0000ffff); \
        EXCHANGE(right, left, 2, 0x33333333); \
        EXCHANGE(right, left, 8, 0x00ff00ff); \
        EXCHANGE(left, right, 1, 0x55555555); \
        left = ROTATE_LEFT(left, 1); \
        right = ROTATE_LEFT(right, 1); \
    } while (0)

/* Applies the inverse of INITIAL_PERMUTATION. */
#define FINAL_PERMUTATION(left, right) \
    do { \
        left = ROTATE_RIGHT(left, 1); \
        right = ROTATE_RIGHT(right, 1); \
        EXCHANGE(right, left, 1, 0x55555555); \
        EXCHANGE(left, right, 8, 0x00ff00ff); \
        EXCHANGE(left, right, 2, 0x33333333); \
        EXCHANGE(right, left, 16, 0x0000ffff); \
        EXCHANGE(right, left, 4, 0x0f0f0f0f); \
    } while (0)

/* Executes a round. Boxes 8 6 4 2 use the bytes of `right`, 7 5 3 1 those of `right` rotated right by four. */
#define ROUND(left, right, subkey) \
    do { \
        u32 even = (right) ^ (subkey).even; \
        u32 odd = ROTATE_RIGHT(right, 4) ^ (subkey).odd; \
        (left) ^= des_sp[7][even & 63] ^ des_sp[5][even >> 8 & 63] ^ des_sp[3][even >> 16 & 63] ^ \
                  des_sp[1][even >> 24 & 63]; \
        (left) ^= \
            des_sp[6][odd & 63] ^ des_sp[4][odd >> 8 & 63] ^ des_sp[2][odd >> 16 & 63] ^ des_sp[0][odd >> 24 & 63]; \
    } while (0)

typedef struct {
    u32 left, right;
} Block;

static u32 load(const u8 *bytes)
{
    u32 word = *(const u32 *)bytes;
    __asm__("xchgb %b0, %h0\n\trorl $16, %0\n\txchgb %b0, %h0" : "+q"(word));
    return word;
}

static void store(u8 *bytes, u32 word)
{
    __asm__("xchgb %b0, %h0\n\trorl $16, %0\n\txchgb %b0, %h0" : "+q"(word));
    *(u32 *)bytes = word;
}

#ifndef TRIPLE
static void cipher_block(Block *block, const Subkey *subkeys)
{
    u32 left = block->left, right = block->right;

    INITIAL_PERMUTATION(left, right);
    ROUND(left, right, subkeys[0]);
    ROUND(right, left, subkeys[1]);
    ROUND(left, right, subkeys[2]);
    ROUND(right, left, subkeys[3]);
    ROUND(left, right, subkeys[4]);
    ROUND(right, left, subkeys[5]);
    ROUND(left, right, subkeys[6]);
    ROUND(right, left, subkeys[7]);
    ROUND(left, right, subkeys[8]);
    ROUND(right, left, subkeys[9]);
    ROUND(left, right, subkeys[10]);
    ROUND(right, left, subkeys[11]);
    ROUND(left, right, subkeys[12]);
    ROUND(right, left, subkeys[13]);
    ROUND(left, right, subkeys[14]);
    ROUND(right, left, subkeys[15]);
    FINAL_PERMUTATION(left, right);
    block->left = right;
    block->right = left;
}
#else
/* Processes a block. The final and initial permutations between two passes of DES cancel, so they are left out. */
static void cipher_triple(Block *block, const Subkey *subkeys)
{
    u32 left = block->left, right = block->right, round;

    INITIAL_PERMUTATION(left, right);
    for (round = 0; round < 48; round += 2) {
        if (round == 16 || round == 32) {
            u32 other = left;
            left = right;
            right = other;
        }
        ROUND(left, right, subkeys[round]);
        ROUND(right, left, subkeys[round + 1]);
    }
    FINAL_PERMUTATION(left, right);
    block->left = right;
    block->right = left;
}
#endif

#include "des_modes.h"

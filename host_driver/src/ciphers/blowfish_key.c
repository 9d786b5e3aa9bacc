/* The key schedule of Blowfish: xors the key, repeated, to the subkeys among the digits of pi. Then 521 blocks, each of
   which is the encryption of the block before, replace the tables. All variants have the same source, because nearly
   all of the time is spent in the variant's own blowfish(). */
#include "../software.h"
#include "words.h"

enum { SUBKEYS = 18, WORDS = SUBKEYS + 4 * 256 };

table_function blowfish;

void blowfish_key(u32 *tables, const u32 *pi, const u8 *key, u32 key_bytes)
{
    u8 blocks[2][8] = { { 0 } };
    u32 i, j, next, place = 0;

    for (i = 0; i < WORDS; i++)
        tables[i] = pi[i];
    for (i = 0; i < SUBKEYS; i++) {
        for (next = j = 0; j < 4; j++) {
            next = next << 8 | key[place];
            if (++place == key_bytes)
                place = 0;
        }
        tables[i] ^= next;
    }
    for (i = 0; i < WORDS; i += 2) {
        const u8 *before = blocks[i >> 1 & 1];
        u8 *block = blocks[~i >> 1 & 1];
        blowfish(tables, before, block, 8);
        tables[i] = load_word(block);
        tables[i + 1] = load_word(block + 4);
    }
}

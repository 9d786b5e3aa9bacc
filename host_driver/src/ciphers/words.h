/* Words of 32 bits that are stored with the upper byte first. */
#ifndef WORDS_H
#define WORDS_H

#include "../types.h"

#define ROTATE_RIGHT(word, count) ((word) >> (count) | (word) << (32 - (count)))

static inline u32 load_word(const u8 *bytes)
{
    return (u32)bytes[0] << 24 | (u32)bytes[1] << 16 | (u32)bytes[2] << 8 | bytes[3];
}

static inline void store_word(u8 *bytes, u32 word)
{
    bytes[0] = word >> 24;
    bytes[1] = word >> 16;
    bytes[2] = word >> 8;
    bytes[3] = word;
}

#endif

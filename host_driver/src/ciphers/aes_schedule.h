/* The key expansion of AES (FIPS 197, 5.2). The first round keys are the words of the key. */

static u32 word_of(const u8 *bytes)
{
    return (u32)bytes[3] << 24 | (u32)bytes[2] << 16 | (u32)bytes[1] << 8 | bytes[0];
}

static u32 substituted(u32 word)
{
    return (u32)sbox[word >> 24] << 24 | (u32)sbox[word >> 16 & 255] << 16 | (u32)sbox[word >> 8 & 255] << 8 |
           sbox[word & 255];
}

/* Stores all round keys in `to` and returns the number of rounds. */
static u32 expand(u32 *to, const u8 *key, u32 key_bytes)
{
    u32 words = key_bytes / 4, rounds = words + 6, i, constant = 1;

    for (i = 0; i < words; i++)
        to[i] = word_of(key + 4 * i);
    for (; i < 4 * (rounds + 1); i++) {
        u32 last = to[i - 1];
        if (i % words == 0) {
            last = substituted(last >> 8 | last << 24) ^ constant;
            constant = constant << 1 ^ (constant & 0x80 ? 0x11b : 0);
        } else if (words == 8 && i % 8 == 4) {
            last = substituted(last);
        }
        to[i] = to[i - words] ^ last;
    }
    return rounds;
}

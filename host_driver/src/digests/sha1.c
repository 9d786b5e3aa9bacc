/* SHA-1 (FIPS 180-1), HMAC (RFC 2104) and HMAC_DRBG (SP 800-90A, 10.1.2). All variants have the same source. */
#include "../software.h"

enum { BLOCK = 64, DIGEST = 20 };

#define ROTATE_LEFT(word, count) ((word) << (count) | (word) >> (32 - (count)))
#define CHOOSE(x, y, z) ((z) ^ ((x) & ((y) ^ (z))))
#define PARITY(x, y, z) ((x) ^ (y) ^ (z))
#define MAJORITY(x, y, z) (((x) & (y)) | ((z) & ((x) | (y))))

#define STEP(function, a, b, c, d, e, constant, word) \
    e += ROTATE_LEFT(a, 5) + function(b, c, d) + (constant) + (word); \
    b = ROTATE_LEFT(b, 30);
#define FIVE_STEPS(function, constant, t) \
    STEP(function, a, b, c, d, e, constant, w[t]) \
    STEP(function, e, a, b, c, d, constant, w[(t) + 1]) \
    STEP(function, d, e, a, b, c, constant, w[(t) + 2]) \
    STEP(function, c, d, e, a, b, constant, w[(t) + 3]) \
    STEP(function, b, c, d, e, a, constant, w[(t) + 4])

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

/* Updates the state with a block. */
static void compress(u32 *state, const u8 *block)
{
    u32 w[80], a = state[0], b = state[1], c = state[2], d = state[3], e = state[4], t;

    for (t = 0; t < 16; t++)
        w[t] = load(block + 4 * t);
    for (; t < 80; t++) {
        u32 word = w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16];
        w[t] = ROTATE_LEFT(word, 1);
    }
    for (t = 0; t < 20; t += 5) {
        FIVE_STEPS(CHOOSE, 0x5a827999, t)
    }
    for (; t < 40; t += 5) {
        FIVE_STEPS(PARITY, 0x6ed9eba1, t)
    }
    for (; t < 60; t += 5) {
        FIVE_STEPS(MAJORITY, 0x8f1bbcdc, t)
    }
    for (; t < 80; t += 5) {
        FIVE_STEPS(PARITY, 0xca62c1d6, t)
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
}

static void begin(u32 *state)
{
    state[0] = 0x67452301;
    state[1] = 0xefcdab89;
    state[2] = 0x98badcfe;
    state[3] = 0x10325476;
    state[4] = 0xc3d2e1f0;
}

/* Processes the rest of a message of which `before` bytes are in the state, and stores the digest. */
static void end(u32 *state, u32 before, const u8 *in, u32 length, u8 *digest)
{
    u8 last[2 * BLOCK];
    u32 left = length, all = before + length, i, size;

    for (; left >= BLOCK; left -= BLOCK, in += BLOCK)
        compress(state, in);
    size = left < BLOCK - 8 ? BLOCK : 2 * BLOCK; /* padding: a one bit, zeros, the length in 64 bits */
    for (i = 0; i < size; i++)
        last[i] = i < left ? in[i] : i == left ? 0x80 : 0;
    store(last + size - 8, all >> 29);
    store(last + size - 4, all << 3);
    compress(state, last);
    if (size > BLOCK)
        compress(state, last + BLOCK);
    for (i = 0; i < DIGEST / 4; i++)
        store(digest + 4 * i, state[i]);
}

digest_function sha1;
code_function hmac_sha1;

void sha1(const u8 *in, u32 length, u8 *digest)
{
    u32 state[5];

    begin(state);
    end(state, 0, in, length, digest);
}

/* Computes the state after the block of the key xor `mask`. */
static void begin_keyed(u32 *state, const u8 *key, u32 key_bytes, u8 mask)
{
    u8 block[BLOCK];
    u32 i;

    for (i = 0; i < BLOCK; i++)
        block[i] = (i < key_bytes ? key[i] : 0) ^ mask;
    begin(state);
    compress(state, block);
}

void hmac_sha1(const u8 *key, u32 key_bytes, const u8 *in, u32 length, u8 *code)
{
    u32 state[5];

    begin_keyed(state, key, key_bytes, 0x36);
    end(state, BLOCK, in, length, code);
    begin_keyed(state, key, key_bytes, 0x5c);
    end(state, BLOCK, code, DIGEST, code);
}

generator_function hmac_drbg;

enum { LONGEST_SEED = 96 };

/* The state of a generator, and the SHA-1 states after the inner and the outer block of its key */
struct generator {
    u8 key[DIGEST], value[DIGEST];
    u32 inner[DIGEST / 4], outer[DIGEST / 4];
};

/* Computes the HMAC of a message under the key of the generator. */
static void code(const struct generator *state, const u8 *in, u32 length, u8 *out)
{
    u32 words[DIGEST / 4], i;

    for (i = 0; i < DIGEST / 4; i++)
        words[i] = state->inner[i];
    end(words, BLOCK, in, length, out);
    for (i = 0; i < DIGEST / 4; i++)
        words[i] = state->outer[i];
    end(words, BLOCK, out, DIGEST, out);
}

/* Updates the key from the value, a byte and a seed, and then the value with the new key (HMAC_DRBG_Update). */
static void mix(struct generator *state, u8 octet, const u8 *seed, u32 seed_bytes)
{
    u8 message[DIGEST + 1 + LONGEST_SEED];
    u32 i;

    for (i = 0; i < DIGEST; i++)
        message[i] = state->value[i];
    message[DIGEST] = octet;
    for (i = 0; i < seed_bytes; i++)
        message[DIGEST + 1 + i] = seed[i];
    code(state, message, DIGEST + 1 + seed_bytes, state->key);
    begin_keyed(state->inner, state->key, DIGEST, 0x36);
    begin_keyed(state->outer, state->key, DIGEST, 0x5c);
    code(state, state->value, DIGEST, state->value);
}

void hmac_drbg(const u8 *seed, u32 seed_bytes, u32 request, u8 *out, u32 length)
{
    struct generator state;
    u32 left, i;

    for (i = 0; i < DIGEST; i++) {
        state.key[i] = 0;
        state.value[i] = 1;
    }
    begin_keyed(state.inner, state.key, DIGEST, 0x36);
    begin_keyed(state.outer, state.key, DIGEST, 0x5c);
    mix(&state, 0, seed, seed_bytes);
    mix(&state, 1, seed, seed_bytes);
    while (length) {
        left = length < request ? length : request;
        length -= left;
        while (left) {
            code(&state, state.value, DIGEST, state.value);
            for (i = 0; i < DIGEST && left; i++, left--)
                *out++ = state.value[i];
        }
        mix(&state, 0, seed, 0);
    }
}

/* MD4 (RFC 1320). Its definition is a sequence of steps on four words, which leaves a C programmer little choice: all
   variants have the same source. */
#include "message.h"

#define F(x, y, z) (((x) & (y)) | (~(x) & (z)))
#define G(x, y, z) (((x) & (y)) | ((x) & (z)) | ((y) & (z)))
#define H(x, y, z) ((x) ^ (y) ^ (z))

#define STEP(function, a, b, c, d, k, constant, shift) \
    a += function(b, c, d) + x[k] + (constant); \
    a = ROTATE_LEFT(a, shift);
#define FOUR_STEPS(function, k1, k2, k3, k4, constant, s1, s2, s3, s4) \
    STEP(function, a, b, c, d, k1, constant, s1) \
    STEP(function, d, a, b, c, k2, constant, s2) \
    STEP(function, c, d, a, b, k3, constant, s3) \
    STEP(function, b, c, d, a, k4, constant, s4)

#define ROUND_2 0x5a827999u /* the square root of 2 */
#define ROUND_3 0x6ed9eba1u /* the square root of 3 */

static void compress(u32 *state, const u8 *block)
{
    u32 x[16], a = state[0], b = state[1], c = state[2], d = state[3], i;

    for (i = 0; i < 16; i++)
        x[i] = load(block + 4 * i);
    FOUR_STEPS(F, 0, 1, 2, 3, 0, 3, 7, 11, 19)
    FOUR_STEPS(F, 4, 5, 6, 7, 0, 3, 7, 11, 19)
    FOUR_STEPS(F, 8, 9, 10, 11, 0, 3, 7, 11, 19)
    FOUR_STEPS(F, 12, 13, 14, 15, 0, 3, 7, 11, 19)
    FOUR_STEPS(G, 0, 4, 8, 12, ROUND_2, 3, 5, 9, 13)
    FOUR_STEPS(G, 1, 5, 9, 13, ROUND_2, 3, 5, 9, 13)
    FOUR_STEPS(G, 2, 6, 10, 14, ROUND_2, 3, 5, 9, 13)
    FOUR_STEPS(G, 3, 7, 11, 15, ROUND_2, 3, 5, 9, 13)
    FOUR_STEPS(H, 0, 8, 4, 12, ROUND_3, 3, 9, 11, 15)
    FOUR_STEPS(H, 2, 10, 6, 14, ROUND_3, 3, 9, 11, 15)
    FOUR_STEPS(H, 1, 9, 5, 13, ROUND_3, 3, 9, 11, 15)
    FOUR_STEPS(H, 3, 11, 7, 15, ROUND_3, 3, 9, 11, 15)
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
}

digest_function md4;

void md4(const u8 *in, u32 length, u8 *digest)
{
    digest_message(in, length, digest);
}

/* MD5 (RFC 1321). Its definition is a sequence of steps on four words, which leaves a C programmer little choice: all
   variants have the same source. */
#include "message.h"

#define F(x, y, z) (((x) & (y)) | (~(x) & (z)))
#define G(x, y, z) (((x) & (z)) | ((y) & ~(z)))
#define H(x, y, z) ((x) ^ (y) ^ (z))
#define I(x, y, z) ((y) ^ ((x) | ~(z)))

#define STEP(function, a, b, c, d, k, shift, constant) \
    a += function(b, c, d) + x[k] + (constant); \
    a = ROTATE_LEFT(a, shift) + b;
#define FOUR_STEPS(function, k1, k2, k3, k4, s1, s2, s3, s4, t1, t2, t3, t4) \
    STEP(function, a, b, c, d, k1, s1, t1) \
    STEP(function, d, a, b, c, k2, s2, t2) \
    STEP(function, c, d, a, b, k3, s3, t3) \
    STEP(function, b, c, d, a, k4, s4, t4)

static void compress(u32 *state, const u8 *block)
{
    u32 x[16], a = state[0], b = state[1], c = state[2], d = state[3], i;

    for (i = 0; i < 16; i++)
        x[i] = load(block + 4 * i);
    FOUR_STEPS(F, 0, 1, 2, 3, 7, 12, 17, 22, 0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee)
    FOUR_STEPS(F, 4, 5, 6, 7, 7, 12, 17, 22, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501)
    FOUR_STEPS(F, 8, 9, 10, 11, 7, 12, 17, 22, 0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be)
    FOUR_STEPS(F, 12, 13, 14, 15, 7, 12, 17, 22, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821)
    FOUR_STEPS(G, 1, 6, 11, 0, 5, 9, 14, 20, 0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa)
    FOUR_STEPS(G, 5, 10, 15, 4, 5, 9, 14, 20, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8)
    FOUR_STEPS(G, 9, 14, 3, 8, 5, 9, 14, 20, 0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed)
    FOUR_STEPS(G, 13, 2, 7, 12, 5, 9, 14, 20, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a)
    FOUR_STEPS(H, 5, 8, 11, 14, 4, 11, 16, 23, 0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c)
    FOUR_STEPS(H, 1, 4, 7, 10, 4, 11, 16, 23, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70)
    FOUR_STEPS(H, 13, 0, 3, 6, 4, 11, 16, 23, 0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05)
    FOUR_STEPS(H, 9, 12, 15, 2, 4, 11, 16, 23, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665)
    FOUR_STEPS(I, 0, 7, 14, 5, 6, 10, 15, 21, 0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039)
    FOUR_STEPS(I, 12, 3, 10, 1, 6, 10, 15, 21, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1)
    FOUR_STEPS(I, 8, 15, 6, 13, 6, 10, 15, 21, 0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1)
    FOUR_STEPS(I, 4, 11, 2, 9, 6, 10, 15, 21, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391)
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
}

digest_function md5;

void md5(const u8 *in, u32 length, u8 *digest)
{
    digest_message(in, length, digest);
}

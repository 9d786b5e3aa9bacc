/* RSA: the public operation, the private operation, and the private operation with the Chinese remainder theorem. The
   arithmetic is in bignum_plain.c or bignum_good.c. A call processes any number of operations with one key; the
   constants of the modulus are computed once per call. */
#include "rsa.h"
#include "../software.h"

/* The constants of a modulus */
typedef struct {
    const u32 *n;
    u32 limbs, n_inverse;
    u32 one[MAX_LIMBS];    /* R mod n, R = 2^(32 limbs) */
    u32 square[MAX_LIMBS]; /* R^2 mod n */
} Modulus;

static void copy(u32 *to, const u32 *from, u32 limbs)
{
    while (limbs--)
        *to++ = *from++;
}

/* Computes a = 2 a mod n, for a < n. */
static void twice(u32 *a, const u32 *n, u32 limbs)
{
    u32 carry = add(a, a, limbs);
    if (carry || compare(a, n, limbs) >= 0)
        subtract(a, n, limbs);
}

/* Computes the constants of modulus n. Returns 1 if it is even or 1. */
static int prepare(Modulus *m, const u32 *n, u32 limbs)
{
    u32 i, inverse = 1;

    if (!(n[0] & 1))
        return 1;
    m->n = n;
    m->limbs = limbs;
    for (i = 0; i < 5; i++)
        inverse *= 2 - n[0] * inverse; /* Newton's method doubles the correct bits: 1 2 4 8 16 32 */
    m->n_inverse = -inverse;
    for (i = 0; i < limbs; i++)
        m->one[i] = 0;
    if (n[limbs - 1] >> 31) {
        subtract(m->one, n, limbs);
    } else {
        m->one[0] = 1;
        if (compare(m->one, n, limbs) >= 0)
            return 1;
        for (i = 0; i < 32 * limbs; i++)
            twice(m->one, n, limbs);
    }
    /* The Montgomery square of R 2^t is R 2^(2t): five squarings lead from t = limbs to t = 32 limbs. */
    copy(m->square, m->one, limbs);
    for (i = 0; i < limbs; i++)
        twice(m->square, n, limbs);
    for (i = 0; i < 5; i++) {
        u32 next[MAX_LIMBS];
        montgomery_square(next, m->square, n, m->n_inverse, limbs);
        copy(m->square, next, limbs);
    }
    return 0;
}

/* Converts a from Montgomery form to the ordinary residue. */
static void leave(u32 *result, const u32 *a, const Modulus *m)
{
    u32 unit[MAX_LIMBS], i;

    unit[0] = 1;
    for (i = 1; i < m->limbs; i++)
        unit[i] = 0;
    montgomery_product(result, a, unit, m->n, m->n_inverse, m->limbs);
}

u32 rsa_power(u32 *results, const u32 *bases, u32 count, const u32 *exponent, u32 exponent_limbs, const u32 *n,
              u32 limbs)
{
    Modulus m;
    u32 a[MAX_LIMBS], power[MAX_LIMBS];

    if (limbs == 0 || limbs > MAX_LIMBS || prepare(&m, n, limbs))
        return 1;
    for (; count; count--, results += limbs, bases += limbs) {
        if (compare(bases, n, limbs) >= 0)
            return 2;
        montgomery_product(a, bases, m.square, n, m.n_inverse, limbs);
        montgomery_power(power, a, exponent, exponent_limbs, m.one, n, m.n_inverse, limbs);
        leave(results, power, &m);
    }
    return 0;
}

/* Computes result = (c mod p)^d mod p; c has twice the limbs. c mod p requires no division: both halves are multiplied
   by R^2. */
static void power_of_half(u32 *result, const Modulus *m, const u32 *c, const u32 *d)
{
    u32 high[MAX_LIMBS], low[MAX_LIMBS], turned[MAX_LIMBS], power[MAX_LIMBS];
    const u32 *p = m->n;
    u32 limbs = m->limbs;

    montgomery_product(turned, c + limbs, m->square, p, m->n_inverse, limbs);
    montgomery_product(high, turned, m->square, p, m->n_inverse, limbs);
    montgomery_product(low, c, m->square, p, m->n_inverse, limbs);
    if (add(high, low, limbs) || compare(high, p, limbs) >= 0)
        subtract(high, p, limbs);
    montgomery_power(power, high, d, limbs, m->one, p, m->n_inverse, limbs);
    leave(result, power, m);
}

/* Computes result = mq + q h with h = (mp - mq) / q mod p (Garner's algorithm); destroys mp. */
static void combine(u32 *result, u32 *mp, const u32 *mq, const Modulus *mod_p, const u32 *q, const u32 *coefficient)
{
    const u32 *p = mod_p->n;
    u32 limbs = mod_p->limbs, h[MAX_LIMBS], i, j;

    copy(h, mq, limbs);
    while (compare(h, p, limbs) >= 0)
        subtract(h, p, limbs);
    if (subtract(mp, h, limbs))
        add(mp, p, limbs);
    montgomery_product(h, mp, mod_p->square, p, mod_p->n_inverse, limbs);
    montgomery_product(mp, h, coefficient, p, mod_p->n_inverse, limbs);
    for (i = 0; i < 2 * limbs; i++)
        result[i] = i < limbs ? mq[i] : 0;
    for (i = 0; i < limbs; i++) {
        u64 carry = 0;
        for (j = 0; j < limbs; j++) {
            carry += (u64)mp[i] * q[j] + result[i + j];
            result[i + j] = (u32)carry;
            carry >>= 32;
        }
        for (j = i + limbs; carry && j < 2 * limbs; j++) {
            carry += result[j];
            result[j] = (u32)carry;
            carry >>= 32;
        }
    }
}

u32 rsa_crt(u32 *results, const u32 *ciphers, u32 count, const u32 *key, u32 limbs)
{
    const u32 *p = key, *q = key + limbs, *dp = key + 2 * limbs, *dq = key + 3 * limbs, *coefficient = key + 4 * limbs;
    Modulus mod_p, mod_q;
    u32 mp[MAX_LIMBS], mq[MAX_LIMBS];

    if (limbs == 0 || 2 * limbs > MAX_LIMBS || prepare(&mod_p, p, limbs) || prepare(&mod_q, q, limbs))
        return 1;
    for (; count; count--, results += 2 * limbs, ciphers += 2 * limbs) {
        power_of_half(mp, &mod_p, ciphers, dp);
        power_of_half(mq, &mod_q, ciphers, dq);
        combine(results, mp, mq, &mod_p, q, coefficient);
    }
    return 0;
}

/* The functions of both grades of big-number arithmetic for rsa.c. Numbers are little-endian arrays of 32-bit limbs. */
#ifndef RSA_H
#define RSA_H

#include "../types.h"

#define MAX_LIMBS 32 /* 1024 bits */

/* result = a * b / 2^(32 limbs) mod n, for a * b < n * 2^(32 limbs); n odd, n_inverse = -1 / n mod 2^32. May not
   overlap a, b or n. */
void montgomery_product(u32 *result, const u32 *a, const u32 *b, const u32 *n, u32 n_inverse, u32 limbs);
void montgomery_square(u32 *result, const u32 *a, const u32 *n, u32 n_inverse, u32 limbs);

/* result = base^exponent mod n with everything in Montgomery form (one = 2^(32 limbs) mod n); the exponent's highest
   limb may be zero. */
void montgomery_power(u32 *result, const u32 *base, const u32 *exponent, u32 exponent_limbs, const u32 *one,
                      const u32 *n, u32 n_inverse, u32 limbs);

/* a -= b; the borrow. a += b; the carry. Negative, zero or positive as a is below, at or above b. */
u32 subtract(u32 *a, const u32 *b, u32 limbs);
u32 add(u32 *a, const u32 *b, u32 limbs);
int compare(const u32 *a, const u32 *b, u32 limbs);

#endif

/* The functions that both implementations of big-number arithmetic provide to rsa.c. Numbers are little-endian arrays
   of 32-bit limbs. */
#ifndef RSA_H
#define RSA_H

#include "../types.h"

#define MAX_LIMBS 32 /* 1024 bits */

/* Computes result = a * b / 2^(32 limbs) mod n, for a * b < n * 2^(32 limbs). n is odd, and n_inverse is -1 / n mod
   2^32. `result` must not overlap a, b or n. */
void montgomery_product(u32 *result, const u32 *a, const u32 *b, const u32 *n, u32 n_inverse, u32 limbs);
void montgomery_square(u32 *result, const u32 *a, const u32 *n, u32 n_inverse, u32 limbs);

/* Computes result = base^exponent mod n with all numbers in Montgomery form (one = 2^(32 limbs) mod n). The highest
   limb of the exponent may be zero. */
void montgomery_power(u32 *result, const u32 *base, const u32 *exponent, u32 exponent_limbs, const u32 *one,
                      const u32 *n, u32 n_inverse, u32 limbs);

/* Computes a -= b and returns the borrow; computes a += b and returns the carry; returns a negative number, zero or a
   positive number if a is below, equal to or above b. */
u32 subtract(u32 *a, const u32 *b, u32 limbs);
u32 add(u32 *a, const u32 *b, u32 limbs);
int compare(const u32 *a, const u32 *b, u32 limbs);

#endif

/* Big-number arithmetic in plain C: Montgomery products with operand scanning, exponents bit by bit. Variant
   "plain-c". */
#include "rsa.h"

u32 subtract(u32 *a, const u32 *b, u32 limbs)
{
    u32 i, borrow = 0;

    for (i = 0; i < limbs; i++) {
        u64 difference = (u64)a[i] - b[i] - borrow;
        a[i] = (u32)difference;
        borrow = (u32)(difference >> 32) & 1;
    }
    return borrow;
}

u32 add(u32 *a, const u32 *b, u32 limbs)
{
    u64 sum = 0;
    u32 i;

    for (i = 0; i < limbs; i++) {
        sum += (u64)a[i] + b[i];
        a[i] = (u32)sum;
        sum >>= 32;
    }
    return (u32)sum;
}

int compare(const u32 *a, const u32 *b, u32 limbs)
{
    while (limbs--)
        if (a[limbs] != b[limbs])
            return a[limbs] < b[limbs] ? -1 : 1;
    return 0;
}

/* Computes `row[0..limbs] += factor * b`; `row[limbs + 1]` takes the last carry. */
static void add_multiple(u32 *row, const u32 *b, u32 factor, u32 limbs)
{
    u64 sum = 0;
    u32 j;

    for (j = 0; j < limbs; j++) {
        sum += (u64)factor * b[j] + row[j];
        row[j] = (u32)sum;
        sum >>= 32;
    }
    sum += row[limbs];
    row[limbs] = (u32)sum;
    row[limbs + 1] += (u32)(sum >> 32);
}

void montgomery_product(u32 *result, const u32 *a, const u32 *b, const u32 *n, u32 n_inverse, u32 limbs)
{
    u32 t[2 * MAX_LIMBS + 2], i;

    for (i = 0; i < 2 * limbs + 2; i++)
        t[i] = 0;
    for (i = 0; i < limbs; i++) {
        add_multiple(t + i, b, a[i], limbs);
        add_multiple(t + i, n, t[i] * n_inverse, limbs);
    }
    for (i = 0; i < limbs; i++)
        result[i] = t[limbs + i];
    if (t[2 * limbs] || compare(result, n, limbs) >= 0)
        subtract(result, n, limbs);
}

void montgomery_square(u32 *result, const u32 *a, const u32 *n, u32 n_inverse, u32 limbs)
{
    montgomery_product(result, a, a, n, n_inverse, limbs);
}

void montgomery_power(u32 *result, const u32 *base, const u32 *exponent, u32 exponent_limbs, const u32 *one,
                      const u32 *n, u32 n_inverse, u32 limbs)
{
    u32 square[MAX_LIMBS], i, bit, started = 0;

    for (i = 0; i < limbs; i++)
        result[i] = one[i];
    for (bit = 32 * exponent_limbs; bit--;) {
        u32 set = exponent[bit >> 5] >> (bit & 31) & 1;
        if (started) {
            montgomery_square(square, result, n, n_inverse, limbs);
            if (set) {
                montgomery_product(result, square, base, n, n_inverse, limbs);
            } else {
                for (i = 0; i < limbs; i++)
                    result[i] = square[i];
            }
        } else if (set) {
            for (i = 0; i < limbs; i++)
                result[i] = base[i];
            started = 1;
        }
    }
}

/* Big-number arithmetic with operand scanning in assembly, squares at three quarters of the cost of products, and
   exponents in windows of four bits. Variant "good". With UNROLLED it is variant "asm", whose products and squares of 8
   and 16 limbs are completely in assembly. */
#include "rsa.h"

u32 add_row(u32 *row, const u32 *b, u32 factor, u32 limbs);
#ifdef UNROLLED
void montgomery_product_8(u32 *result, const u32 *a, const u32 *b, const u32 *n, u32 n_inverse);
void montgomery_product_16(u32 *result, const u32 *a, const u32 *b, const u32 *n, u32 n_inverse);
void montgomery_square_8(u32 *result, const u32 *a, const u32 *n, u32 n_inverse);
void montgomery_square_16(u32 *result, const u32 *a, const u32 *n, u32 n_inverse);
#endif

int compare(const u32 *a, const u32 *b, u32 limbs)
{
    while (limbs--)
        if (a[limbs] != b[limbs])
            return a[limbs] < b[limbs] ? -1 : 1;
    return 0;
}

/* Computes result = t / R mod n; t has 2 limbs + 1 limbs. */
static void reduce(u32 *result, u32 *t, const u32 *n, u32 n_inverse, u32 limbs)
{
    u32 i, above = 0;

    for (i = 0; i < limbs; i++) {
        u32 carry = add_row(t + i, n, t[i] * n_inverse, limbs);
        u32 high = t[i + limbs];
        u32 sum = high + carry;
        t[i + limbs] = sum + above;
        above = (sum < high) | (t[i + limbs] < sum);
    }
    for (i = 0; i < limbs; i++)
        result[i] = t[limbs + i];
    if (above || compare(result, n, limbs) >= 0)
        subtract(result, n, limbs);
}

void montgomery_product(u32 *result, const u32 *a, const u32 *b, const u32 *n, u32 n_inverse, u32 limbs)
{
    u32 t[2 * MAX_LIMBS], i;

#ifdef UNROLLED
    if (limbs == 8) {
        montgomery_product_8(result, a, b, n, n_inverse);
        return;
    }
    if (limbs == 16) {
        montgomery_product_16(result, a, b, n, n_inverse);
        return;
    }
#endif
    for (i = 0; i < limbs; i++)
        t[i] = 0;
    for (i = 0; i < limbs; i++)
        t[i + limbs] = add_row(t + i, b, a[i], limbs);
    reduce(result, t, n, n_inverse, limbs);
}

void montgomery_square(u32 *result, const u32 *a, const u32 *n, u32 n_inverse, u32 limbs)
{
    u32 t[2 * MAX_LIMBS], i;
    u64 carry = 0;

#ifdef UNROLLED
    if (limbs == 8) {
        montgomery_square_8(result, a, n, n_inverse);
        return;
    }
    if (limbs == 16) {
        montgomery_square_16(result, a, n, n_inverse);
        return;
    }
#endif
    /* Add each product of two different limbs once, double the sum, and add the squares. */
    for (i = 0; i < 2 * limbs; i++)
        t[i] = 0;
    for (i = 0; i + 1 < limbs; i++)
        t[i + limbs] = add_row(t + 2 * i + 1, a + i + 1, a[i], limbs - i - 1);
    add(t, t, 2 * limbs);
    for (i = 0; i < limbs; i++) {
        u64 square = (u64)a[i] * a[i];
        carry += (u64)t[2 * i] + (u32)square;
        t[2 * i] = (u32)carry;
        carry = (carry >> 32) + t[2 * i + 1] + (square >> 32);
        t[2 * i + 1] = (u32)carry;
        carry >>= 32;
    }
    reduce(result, t, n, n_inverse, limbs);
}

void montgomery_power(u32 *result, const u32 *base, const u32 *exponent, u32 exponent_limbs, const u32 *one,
                      const u32 *n, u32 n_inverse, u32 limbs)
{
    u32 table[16][MAX_LIMBS], next[MAX_LIMBS];
    u32 *now = result, *other = next, *swap;
    u32 i, top = exponent_limbs * 8, digit, highest;

    while (top && !(exponent[(top - 1) >> 3] >> 4 * ((top - 1) & 7) & 15))
        top--;
    if (top == 0) {
        for (i = 0; i < limbs; i++)
            result[i] = one[i];
        return;
    }
    /* A window requires all powers that it can meet; a short exponent is processed bit by bit. */
    highest = top > 8 ? 16 : 2;
    for (i = 0; i < limbs; i++) {
        table[1][i] = base[i];
    }
    for (i = 2; i < highest; i++) {
        if (i & 1)
            montgomery_product(table[i], table[i - 1], base, n, n_inverse, limbs);
        else
            montgomery_square(table[i], table[i / 2], n, n_inverse, limbs);
    }
    if (highest == 2) {
        u32 bit = 4 * top, started = 0;
        while (bit--) {
            u32 set = exponent[bit >> 5] >> (bit & 31) & 1;
            if (started) {
                montgomery_square(other, now, n, n_inverse, limbs);
                swap = now, now = other, other = swap;
                if (set) {
                    montgomery_product(other, now, base, n, n_inverse, limbs);
                    swap = now, now = other, other = swap;
                }
            } else if (set) {
                for (i = 0; i < limbs; i++)
                    now[i] = base[i];
                started = 1;
            }
        }
    } else {
        digit = exponent[(top - 1) >> 3] >> 4 * ((top - 1) & 7) & 15;
        for (i = 0; i < limbs; i++)
            now[i] = table[digit][i];
        for (top--; top--;) {
            for (i = 0; i < 4; i++) {
                montgomery_square(other, now, n, n_inverse, limbs);
                swap = now, now = other, other = swap;
            }
            digit = exponent[top >> 3] >> 4 * (top & 7) & 15;
            if (digit) {
                montgomery_product(other, now, table[digit], n, n_inverse, limbs);
                swap = now, now = other, other = swap;
            }
        }
    }
    if (now != result)
        for (i = 0; i < limbs; i++)
            result[i] = now[i];
}

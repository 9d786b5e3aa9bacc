; SPDX-License-Identifier: MIT
; The unrolled kernels of RSA: fast_squares_n, fast_product_n.
;
;   fast_squares_n   value = value^2 / R mod N, X:mp_cnt times (not 0)           R = 2^(24 n)
;   fast_product_n   value = 2 value * operand / R mod N, operand Y:mp_yt; _at: operand Y:(R4), kept
;
; Value X:mp_xv, N < 2^(24 n - 8) + 2^(24 n - 25), which is a highest digit of 2^16 at most; results
; within 1.01 N if the operands are.  X:mp_xm holds w, X:mp_xh h, X:mp_pinv 1/N mod 2^24, X:mp_half
; 2^11; quotient digits go to Y:mp_yq.
;
; No quotient is multiplied out in the first n-1 columns: the low digit t(k) is dropped and t(k) * 2w
; added one column higher, 2w = 1/2^24 mod N, the 2 being the multiplier's own.  Column n-1 ends as in
; the paper, with m = t * (1/N) and h = -(N-1)/2: 2 m h = m - m N leaves the digit m, which is dropped.
; Two columns are in progress, K in A and K+1 in B: the end of one is parallel to products of the other.
; A square forms each cross product once, which the multiplier doubles, and halves the squares of
; digits: A^2/R.  Table entries of an exponentiation are therefore kept as x R / 2, the value as x R.

        if      !@def(kernels)
        include 'mp_memory.asm'

; A number of digits is rounded up to the next with a kernel: below the minimum the paper's routine is
; faster. Minimum of digits, digits, both in one loop if they fit, squares, product.
kernels
        if      RSA_SLIDING
kernel_row              equ     5
        dc      7,9,fast_power_9,fast_squares_9,fast_product_9_at
        dc      10,11,fast_power_11,fast_squares_11,fast_product_11_at
        dc      12,17,fast_power_17,fast_squares_17,fast_product_17_at
        dc      18,22,fast_power_22,fast_squares_22,fast_product_22_at
        dc      23,33,fast_power_33,fast_squares_33,fast_product_33_at
        dc      34,43,fast_power_43,fast_squares_43,fast_product_43_at
        else
kernel_row              equ     4
        dc      8,11,fast_squares_11,fast_product_11_at
        dc      17,22,fast_squares_22,fast_product_22_at
        endif
        dc      $7FFFFF,$7FFFFF

        include 'kernels/kernels_11.asm'
        include 'kernels/kernels_22.asm'
        if      RSA_SLIDING
        include 'kernels/kernels_9.asm'
        include 'kernels/kernels_17.asm'
        include 'kernels/kernels_33.asm'
        include 'kernels/kernels_43.asm'
        endif
        endif

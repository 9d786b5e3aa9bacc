; SPDX-License-Identifier: MIT
; UNROLLED MONTGOMERY KERNELS of RSA: fast_squares_n, fast_product_n, with R = 2^(24 n).
;
;   fast_squares_n     value = value^2 / R mod N, X:mp_cnt times (not 0)
;   fast_product_n     value = 2 value * operand / R mod N, operand Y:mp_yt
;   fast_product_n_at  the same product with the operand Y:(R4), which is preserved
;
; The value is X:mp_xv. N < 2^(24 n - 8) + 2^(24 n - 25), so that its highest digit is at most 2^16. Results are in
; [-1.01 N, 1.01 N] if the operands are. X:mp_xm holds w, X:mp_xh holds h, X:mp_pinv 1/N mod 2^24, X:mp_half 2^11. The
; quotient digits are stored at Y:mp_yq.
;
; The first n-1 columns do not multiply their quotient digit by N. They drop the low digit t(k) and add t(k) * 2w one
; column higher, with 2w = 1/2^24 mod N; the multiplier itself doubles. Column n-1 ends as in the paper, with m = t *
; (1/N) and h = -(N-1)/2: 2 m h = m - m N leaves the digit m, which is dropped. Two columns are in progress, K in A and
; K+1 in B: the end of one is in parallel with products of the other. A square computes each cross product once, because
; the multiplier doubles it, and halves the squares of digits: the result is A^2/R. For this reason the table entries of
; an exponentiation are x R / 2, the value is x R.

        if      !@def(kernels)
        include 'mp_memory.asm'

; Table of the kernels. A number of digits is rounded up to that of the next kernel; below the minimum the paper's
; routine is faster. Each entry has: minimum of digits, digits, and the addresses of squares and products in one loop,
; of the squares, of the product.
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

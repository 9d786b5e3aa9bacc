; SPDX-License-Identifier: MIT
; Assembles only the unrolled kernels for KERNEL_DIGITS digits, a symbol that dsp56k/lib/bignum/montgomery.py defines.
        include 'bignum/mp_memory.asm'
        org     p:$0800
        include 'bignum/mont_kernels.asm'
fast_squares
        squares KERNEL_DIGITS
fast_product
        move    #mp_yt,r4
        product KERNEL_DIGITS
        end

; SPDX-License-Identifier: MIT
; The unrolled kernels for only KERNEL_DIGITS digits: symbol defined by dsp56k/lib/montgomery.py.
        include 'bignum/mp_memory.asm'
        org     p:$0800
        include 'bignum/mont_kernels.asm'
fast_squares
        squares KERNEL_DIGITS
fast_product
        move    #mp_yt,r4
        product KERNEL_DIGITS
        end

; SPDX-License-Identifier: MIT
; Every big-number and RSA routine as one program in external P memory.
        org     p:$0800
        include 'bignum/rsa.asm'
        include 'bignum/mont_rows.asm'
        include 'bignum/mp_square.asm'
        include 'bignum/paper_inverse.asm'
        include 'bignum/prime.asm'
        end

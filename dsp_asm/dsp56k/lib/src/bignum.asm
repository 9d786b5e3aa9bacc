; SPDX-License-Identifier: MIT
; Program of all big-number and RSA routines in external P memory
        org     p:$0800
        include 'bignum/rsa.asm'
        include 'bignum/mont_rows.asm'
        include 'bignum/mp_square.asm'
        include 'bignum/paper_inverse.asm'
        include 'bignum/prime.asm'
        end

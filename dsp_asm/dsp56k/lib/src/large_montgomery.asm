; SPDX-License-Identifier: MIT
; MONTGOMERY PRODUCT by both methods for up to 128 digits, the maximum for the accumulator's 56 bits: the 2n products of
; 2^47 in a column stay below 2^55. Four numbers of that length do not fit in internal memory: all buffers are in
; external X and Y.
mp_len                  equ     $00
mp_ninv                 equ     $01
mp_odd                  equ     $02
mp_even                 equ     $03
mp_cnt                  equ     $11
mp_pinv                 equ     $18
mp_room                 equ     130             ; words of a number, and adjacent words that are read or written
mp_xv                   equ     $0100
mp_xm                   equ     mp_xv+mp_room   ; twice as long: mont_rows.asm
mp_yv                   equ     $0100
mp_yn                   equ     mp_yv+mp_room
mp_yt                   equ     mp_yn+mp_room
        org     p:$0800
        include 'bignum/word_inverse.asm'
        include 'bignum/mont_product.asm'
        include 'bignum/mont_rows.asm'
        end

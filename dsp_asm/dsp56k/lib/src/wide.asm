; MONTGOMERY PRODUCT by both ways for up to 128 digits, the most that the accumulator's 56 bits allow: 2n products of 2^47 in a column stay
; below 2^55. Four numbers of that length do not fit internal memory: all buffers lie in external X and Y.
mp_len  EQU     $00
mp_ninv EQU     $01
mp_odd  EQU     $02
mp_even EQU     $03
mp_cnt  EQU     $11
mp_pinv EQU     $18
mp_room EQU     130             ; a number, and what is read or written beside it
mp_xv   EQU     $0100
mp_xm   EQU     mp_xv+mp_room   ; twice as long: mont_rows.asm
mp_yv   EQU     $0100
mp_yn   EQU     mp_yv+mp_room
mp_yt   EQU     mp_yn+mp_room
        ORG     P:$0800
        INCLUDE 'bignum/word_inverse.asm'
        INCLUDE 'bignum/mont_product.asm'
        INCLUDE 'bignum/mont_rows.asm'
        END

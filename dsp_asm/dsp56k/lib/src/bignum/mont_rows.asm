; SPDX-License-Identifier: MIT
; MONTGOMERY PRODUCT by interleaved shift-and-add ("Improvement 2" of Dusse and Kaliski), for a comparison with the
; convolution sums of mont_product.asm.
;
; For each digit a(i) of the value, the products a(i) B and m(i) N are added to T from digit i upwards. A digit of a
; product takes four instruction cycles: MAC, ADD of the digit of T, and two moves for the shift by 24 into the other
; accumulator; loads and the store are parallel moves. The multiplier doubles: X:mp_xm has 2T in plain words, which is
; halved only at the end, so that the products need no shift by one bit.

        if      !@def(mont_rows)
        include 'mp_memory.asm'

mp_top                  equ     $1A             ; L: the part above the highest word of T
mp_pair                 equ     $1B             ; X: n / 2

; Adds Y1 * n digits at Y:(R4) to T at X:(R3). The carry is in A, R1 is behind the product.
mont_row        macro
        move    r3,r0
        move    r3,r1
        clr     a               #0,x1
        move    (r1)-                           ; the first store of the loop overwrites a word that is no longer needed
        move    x:(r0)+,x0      y:(r4)+,y0
        do      x:<mp_pair,_pairs
        mac     y1,y0,a         b0,x:(r1)+
        add     x,a             x:(r0)+,x0      y:(r4)+,y0
        move    a2,b
        move    a1,b0
        mac     y1,y0,b         a0,x:(r1)+
        add     x,b             x:(r0)+,x0      y:(r4)+,y0
        move    b2,a
        move    b1,a0
_pairs
        move    b0,x:(r1)+
        jclr    #0,x:<mp_len,_even
        mac     y1,y0,a
        add     x,a
        move    a0,x:(r1)+
        move    a2,b
        move    a1,b0
        tfr     b,a
_even
        move    l:<mp_top,x
        add     x,a
        endm

; Computes a Montgomery product, as mont_product does.
; In: as for mont_product.
; Out: as for mont_product.
; Changes: A B X Y R0-R4 R6
; Clocks: 3244 at n = 11, 10130 at n = 22, 34540 at n = 43
; Bounds: |A|, |B| <= 4 * 2^47
mont_rows
        move    x:<mp_len,a
        lsr     a               #mp_xm,r0
        move    a1,x:<mp_pair
        clr     a               #mp_xv,r2
        move    a10,l:<mp_top
        do      x:<mp_len,_clear
        move    a1,x:(r0)+
_clear
        move    #mp_xm,r3
        nop
        do      x:<mp_len,_rows
        move    x:(r2)+,y1                      ; a(i)
        move    #mp_yt,r4
        mont_row
        move    a10,l:<mp_top
; t(i) is the first word of T shifted right by one, with a bit of the next word; m(i) = t(i) * (-1/n0) mod 2^24
        move    x:(r3)+,a0
        move    x:(r3)-,a1
        asr     a               x:<mp_ninv,x0
        move    a0,y0
        mpy     x0,y0,a         #mp_yn,r4
        asr     a
        move    a0,y1
        mont_row
        move    a0,x:(r1)
        move    a2,b
        move    a1,b0
        move    b10,l:<mp_top
        move    (r3)+
_rows
; T / 2^(24 n), halved, in signed digits: a digit of 2^23 or more carries one into the next
        move    (r1)+
        move    b0,x:(r1)
        move    r3,r0
        move    #mp_xv,r2
        move    #mp_yv,r6
        clr     b               #0,x1
        move    #>$800000,y0
        move    #0,y1
        do      x:<mp_len,_digits
        move    x:(r0)+,a0
        move    x:(r0),a1
        asr     a
        move    a0,x0
        add     x,b
        move    b0,x:(r2)+
        add     y,b             b0,y:(r6)+
        move    b1,b0
        move    #0,b1
_digits
        rts

        include 'mont_product.asm'
        endif

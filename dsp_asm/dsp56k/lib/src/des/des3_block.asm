; SPDX-License-Identifier: MIT
; Triple DES on one block. Runs in internal P; des3.asm is all else of it.

; From one DES to the next: v(16), of which X1 is the high word, to the odd address, v(15) xor key to
; the even one and X1. Final and initial permutation cancel; the last round key of the one and the
; first of the other come as one. Y1, the centre of S-box 1, to B as the rounds want it.
hand_over       macro   key
        move    x:<odd_high,a
        move    x1,x:<odd_high
        move    l:<key,x
        eor     x1,a            x:<odd_low,b
        eor     x0,b            a1,x1
        move    x:<even_low,x0
        move    x0,x:<odd_low
        tfr     y1,b            b1,x:<even_low
        endm

; One block of triple DES, as des_block: des3.asm lets the loops call it and puts an RTS after the
; rounds.
; Changes: A B X Y R0-R7 N1
; Bounds: |A|, |B| <= 2 * 2^47
des3_block
        if      DES_PACE
        idle    DES_PACE
        endif
        jsr     <des_initial
        to_rounds
        jsr     <rounds_begin
        hand_over des3_key_12
        jsr     <rounds_again
        hand_over des3_key_23
        jsr     <rounds_again
        move    y:<shift_6,y0                   ; the constant for the code after the rounds
        move    n0,n1
        move    l:<out_l,x
        jmp     <rounds_end+1

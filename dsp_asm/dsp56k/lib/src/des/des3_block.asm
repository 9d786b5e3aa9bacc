; SPDX-License-Identifier: MIT
; Triple DES on one block. Runs in internal P; des3.asm has the other code of triple DES.

; Connects one DES to the next: stores v(16), of which X1 is the high word, at the odd address, and v(15) xor key at the
; even address and in X1. The final and the initial permutation cancel; \key is the last round key of the first DES xor
; the first round key of the second. Copies Y1, the centre of S-box 1, to B for the rounds.
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

; Processes one block with triple DES, as des_block does with DES. des3.asm makes the loops call it and puts an RTS
; behind the rounds.
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
        move    y:<shift_6,y0                   ; constant for the code behind the rounds
        move    n0,n1
        move    l:<out_l,x
        jmp     <rounds_end+1

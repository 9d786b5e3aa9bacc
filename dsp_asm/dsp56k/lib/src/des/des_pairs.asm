; SPDX-License-Identifier: MIT
; DES rounds with pair tables: S1S2, S3S4 and S5S6 are looked up as pairs with an index of 12 bits, S7 and S8
; separately. After DES_TABLES 1, this code replaces the rounds in des_block.asm, which explains everything else.
;
; s_bases holds, in the order of use: centre S1S2, S3S4, 2^11, S5S6, 2^5, S7, S8, 2^11. N1 = $1000 in the rounds.

; Computes one round in 26 instruction cycles, each with a parallel move. 15 moves are for the addresses of five entries
; and their two words, 3 copy the remaining fields back.
pair_round      macro   curhigh,curlow,prevhigh,prevlow,step
        mac     x1,y0,b         x1,x:<curhigh
        clr     a               b1,r1
        move    b0,y1
        move    x:(r1)+n1,x1    y:(r4)+,b
        mac     y1,y0,b         x:(r1),x0       y:(r4)+,y0
        move    b1,r1
        move    x:<curlow,y1
        add     x,a             x:(r1)+n1,x1    y:(r4)+,b
        mac     y1,y0,b         x:(r1),x0       y:(r4)+,y0      ; six-bit fields
        move    b1,r1
        move    b0,y1
        add     x,a             x:(r1)+n1,x1    y:(r4)+,b
        mac     y1,y0,b         x:(r1),x0
        move    b1,r0
        move    b0,y1
        add     x,a             x:(r0)+n0,x1    y:(r4)+,b
        mac     y1,y0,b         x:(r0),x0       y:(r4)+,y0      ; twelve-bit fields
        move    b1,r0
        move    x:<prevhigh,y1
        add     x,a             x:(r0)+n0,x1    y:(r5)+,b
        eor     y1,b            x:(r0),x0       y:(r5)+,y1
        add     x,a             b1,x1
        eor     x1,a            a0,b
        eor     y1,b            x:(r2)step,x0   y:(r4)+,y1
        eor     x0,b            a1,x1
        tfr     y1,b            b1,x:<prevlow
        endm

pairs_begin
        move    #<odd_low,r2
        move    #<s_bases,r4
        move    y:<shift_12,y0
        move    y:(r4)+,b
        move    y:<pair_step,n1                 ; at the address of rounds_again
        do      #8,pair_rounds_end
        pair_round even_high,even_low,odd_high,odd_low,+
        pair_round odd_high,odd_low,even_high,even_low,-
pair_rounds_end
        move    y:<shift_6,y0
        move    n0,n1
        jmp     <rounds_end
pairs_end

; SPDX-License-Identifier: MIT
; DES on one block, and the loops over blocks. Runs in internal P: in external P, each table look-up would take 2 more
; clocks.
;
; The 48-bit form of Davio et al.: a half block R is stored as E(R), eight six-bit fields. With v(i) = E(R(i)) xor
; K(i+1), a round is
;       v(i+1) = v(i-1) xor F(v(i)) xor D(i),   D(i) = K(i) xor K(i+2),  K(0) = K(17) = 0
; where F adds one table entry per S-box: their bits are disjoint, so that one 48-bit ADD replaces two EORs. v(-1) =
; E(L), v(0) = E(R) xor K(1); the pre-output is v(16), v(15) xor K(16).
;
; A multiplication splits off a field: A, set to the centre of a table, plus the word times 2^6 gives centre + top field
; (signed) in A1, which is an address, and the other fields in A0. The low words of a table are $200 above its high
; words.
;
; Registers: R3 data, one byte a word, in place. R0 R1 R2 R6 table addresses, R4 S bases, R5 round keys, R7 constants of
; the permutations. N0 N1 N2 N6 = $200, N3 = 8, N7 number of blocks, M4 = 7, M5 = 31, the other M linear. The caller
; provides R3 and N7.

        include 'des_memory.asm'

; Looks up the S-box whose index is in R\old; splits the next field off Y1 and stores its index in R\new. The sum in A
; is one box behind.
box     macro   old,new
        add     x,a             x:(r\old)+n\old,x1 y:(r4)+,b
        mac     y1,y0,b         x:(r\old),x0
        move    b1,r\new
        endm

; Computes one round. On entry, X1 = high word of v(i), x:curlow its low word, x:prevhigh and x:prevlow = v(i-1) (R2 ->
; x:prevlow), B = centre of S-box 1. At the end, X1 and x:prevlow = v(i+1), x:curhigh = high word of v(i), B as before.
;
; A round takes 38 instruction cycles, each with a parallel move. 24 moves are for the addresses of eight entries and
; their two words, 6 copy the remaining fields back. The others are for v(i), v(i-1) and the sums that leave A and B.
round   macro   curhigh,curlow,prevhigh,prevlow,step
        mac     x1,y0,b         x1,x:<curhigh
        clr     a               b1,r0
        move    b0,y1
        move    x:(r0)+n0,x1    y:(r4)+,b
        mac     y1,y0,b         x:(r0),x0
        move    b1,r1
        move    b0,y1
        box     1,0
        move    b0,y1
        box     0,1
        move    x:<curlow,y1
        box     1,0
        move    b0,y1
        box     0,1
        move    b0,y1
        box     1,0
        move    b0,y1
        box     0,1
        move    x:<prevhigh,y1
        add     x,a             x:(r1)+n1,x1    y:(r5)+,b       ; B = D(i) high
        eor     y1,b            x:(r1),x0       y:(r5)+,y1      ; Y1 = D(i) low
        add     x,a             b1,x1           ; A = F(v(i)), X1 = (v(i-1) xor D(i)) high
        eor     x1,a            a0,b
        eor     y1,b            x:(r2)step,x0   y:(r4)+,y1      ; X0 = v(i-1) low, Y1 = centre 1
        eor     x0,b            a1,x1
        tfr     y1,b            b1,x:<prevlow
        endm

; Computes one round with a loop over the four boxes of a word, without parallel moves: 79 instruction cycles.
general_round   macro   curhigh,curlow,prevhigh,prevlow,step
        move    x1,x:<curhigh
        clr     a               (r4)-
        move    x1,y1
        do      #4,_high_end
        general_box
_high_end
        move    x:<curlow,y1
        do      #4,_low_end
        general_box
_low_end
        move    y:(r5)+,b
        move    x:<prevhigh,x1
        eor     x1,b
        move    b1,x1
        eor     x1,a
        move    a0,b
        move    y:(r5)+,y1
        eor     y1,b
        move    x:(r2)step,x0
        eor     x0,b
        move    b1,x:<prevlow
        move    a1,x1
        move    y:(r4)+,b
        endm

; Adds the entry of the field at the top of Y1; the remaining fields go to Y1.
general_box     macro
        move    y:(r4)+,b
        mac     y1,y0,b
        move    b1,r0
        move    b0,y1
        move    x:(r0)+n0,x1
        move    x:(r0),x0
        add     x,a
        endm

; Computes four table addresses in R0 R1 R2 R6 from the fields of x:source or y:source, with the table centre in Y1.
; Then adds the entries of fields 1, 3 in A and of 2, 4 in B, with weight four for the first of each; the fourth entry
; is not yet added.
fields  macro   space,source
        tfr     y1,a            space:<source,x0
        mac     x0,y0,a
        tfr     y1,b            a0,x0
        mac     x0,y0,b         a1,r0
        tfr     y1,a            b0,x0
        mac     x0,y0,a         b1,r1
        tfr     y1,b            a0,x0
        mac     x0,y0,b         a1,r2
        move    b1,r6
        move    x:(r0)+n0,a
        move    x:(r0),a0
        asl     a               x:(r1)+n1,b
        asl     a               x:(r1),b0
        asl     b               x:(r2)+n2,x1
        asl     b               x:(r2),x0       y:(r7)+,y1
        add     x,a             x:(r6)+n6,x1
        move    x:(r6),x0
        endm

; Combines two bytes p, in X0, and q, whose columns are neighbours: a mask swaps every second bit of q with the next
; higher bit of p. Then q has the bits of R, and p those of L: these are addresses in ip_high and, because they are
; doubled together with a bit of the mask, in ip_low. On entry, B = plane; q is read from \source; A1 the previous
; address, which goes to \before. At the end, y:\right and A1 are the addresses.
ip_pair macro   source,before,right
        mac     x0,y0,b         source,x1
        eor     x1,b            a1,before
        and     y1,b
        eor     x1,b            b,a
        lsl     a               b1,y:<right
        endm

; Does the initial permutation of 8 bytes at x:(r3)+: E(L) in A and sum_l, E(R) in B and sum_r. It takes 60 instruction
; cycles and the return: 7 for byte 1, 25 for the four pairs, 28 for their 8 addresses, 16 words and 4 sums.
;
; A table entry has the two columns of a pair of bytes in the lowest bits of each group. Multipliers move them to their
; positions in E; a column that E doubles has two multipliers. Group k of byte 1 must be next to group k + 1 of byte 8,
; because they are neighbours in E; so byte 1 is rotated right by two bits. Bits that the pair shifts out above a word
; belong below the other word.
; Changes: A B X Y R0-R3 R6 R7
; Bounds: |A|, |B| <= 2 * 2^47
des_initial
        move    #<ip_constants,r7
        move    y:<shift_8,y1
        move    x:(r3)+,x0      y:(r7)+,y0
        mpy     x0,y0,a         y:(r7)+,b
        move    a0,x1
        mpy     x1,y1,a         x:(r3)+,x0      y:(r7)+,y1
        and     y1,a            y:(r7)+,y0
        mac     x0,y0,b         a1,y:<ip_turned
        move    x:(r3)+,x1      y:(r7)+,y1
        eor     x1,b
        and     y1,b
        eor     x1,b            b,a
        lsl     a               b1,y:<ip_right
        eor     x0,a            x:(r3)+,x0      y:(r7),b
        ip_pair x:(r3)+,r0,ip_right+1
        eor     x0,a            x:(r3)+,x0      y:(r7),b
        ip_pair x:(r3)+,r1,ip_right+2
        eor     x0,a            x:(r3)+,x0      y:(r7)+,b
        mac     x0,y0,b         y:<ip_turned,x1
        eor     x1,b            a1,r2
        and     y1,b            y:(r7)+,y0
        eor     x1,b            b,a
        lsl     a               b1,y:<ip_right+3
; L: the low words first, because its addresses are those of ip_low
        eor     x0,a            x:(r0)-n0,x0
        mpy     x0,y0,b         a1,r6
        move    x:(r0),x1       y:(r7)+,y1
        mpy     x1,y0,a         x:(r1)-n1,x0
        mac     x0,y1,b         x:(r1),x1       y:(r7)+,y0
        mac     x1,y1,a         x:(r2)-n2,x0
        mac     x0,y0,b         x:(r2),x1       y:(r7)+,y1
        mac     x1,y0,a         x:(r6)-n6,x0
        mac     x0,y1,b         x:(r6),x1
        mac     x1,y1,a         y:<ip_right,r0
        move    a0,x1
        move    a1,x0
        add     x,b             y:<ip_right+1,r1
        move    x:(r0)+n0,x1    y:(r7)+,y0
        mpy     x1,y0,a         b10,l:<sum_l
        move    x:(r0),x0
        mpy     x0,y0,b         x:(r1)+n1,x1    y:(r7)+,y1
        mac     x1,y1,a         x:(r1),x0
        mac     x0,y1,b         y:<ip_right+2,r2
        move    y:<ip_right+3,r6
        move    x:(r2)+n2,x1    y:(r7)+,y0
        mac     x1,y0,a         x:(r2),x0       y:(r7)+,y1
        mac     x0,y0,b         x:(r6)+n6,x1
        mac     x1,y1,a         x:(r6),x0
        mac     x0,y1,b
        move    a0,x1
        move    a1,x0
        add     x,b             l:<sum_l,a10
        move    b10,l:<sum_r
        rts

; Stores v(-1) at the odd address, v(0) at the even address and in X1.
to_rounds       macro
        move    l:<in_l,x
        eor     x1,a            a0,y1
        tfr     x0,a            a1,x:<odd_high
        eor     y1,a            l:<in_r,x
        eor     x1,b            a1,x:<odd_low
        tfr     x0,a            b0,y1
        eor     y1,a            b1,x1
        move    a1,x:<even_low
        endm

; Processes one block at x:(r3), 8 bytes in place; R3 advances by 8.
; Changes: A B X Y R0-R7
; Bounds: |A|, |B| <= 2 * 2^47
des_block
        if      DES_PACE
        idle    DES_PACE
        endif
        jsr     <des_initial
        to_rounds
; Computes the 16 rounds. des_pairs.asm can replace the code from here to rounds_end. des3_block calls it with an RTS at
; rounds_end.
; Changes: A B X Y R0-R7
; Bounds: |A|, |B| <= 2 * 2^47
rounds_begin
        move    #<odd_low,r2
        move    #<s_bases,r4
        move    y:<shift_6,y0
        move    y:(r4)+,b
; Computes the 16 rounds after hand_over, which has set the registers.
; Changes: A B X Y R0-R7
; Bounds: |A|, |B| <= 2 * 2^47
rounds_again
        do      #8,rounds_end
        if      GENERAL_LOOPS
        general_round   even_high,even_low,odd_high,odd_low,+
        general_round   odd_high,odd_low,even_high,even_low,-
        else
        round   even_high,even_low,odd_high,odd_low,+
        round   odd_high,odd_low,even_high,even_low,-
        endif
rounds_end
; Pre-output f_l, f_r; the high word of v(16) is still in A1
        move    l:<out_l,x
        eor     x1,a            x:<even_low,b
        eor     x0,b            a1,x:<f_l
        move    b1,y:<f_l
        move    l:<out_r,x
        move    x:<odd_high,a
        eor     x1,a            x:<odd_low,b
        eor     x0,b            a1,x:<f_r
        move    b1,y:<f_r
; Final permutation, 82 instruction cycles: 16 entries, each with an address, two words and the remaining fields.
; DES_MAC puts an RTS here.
des_final
        move    y:(r7)+,y1
        fields  x,f_l
        add     x,b             a10,l:<fp_a
        move    b10,l:<fp_b
        fields  x,f_r
        add     x,b             l:<fp_a,x
        add     x,a             l:<fp_b,x
        add     x,b             a10,l:<fp_a
        move    b10,l:<fp_b
        fields  y,f_l
        add     x,b             l:<fp_a,x
        add     x,a             l:<fp_b,x
        add     x,b             a10,l:<fp_a
        move    b10,l:<fp_b
        fields  y,f_r
        add     x,b             l:<fp_a,x
        add     x,a             l:<fp_b,x
        add     x,b             (r3)-n3
; Bytes 1-4 are in B, 5-8 in A, each in 12 bits; Y1 = $FFF. A word gives two bytes in 3 cycles.
        move    b,x0            y:(r7)+,y0
        move    b0,x1
        mpy     x0,y0,b
        tfr     x0,b            b1,x:(r3)+
        and     y1,b
        mpy     x1,y0,b         b1,x:(r3)+
        tfr     x1,b            b1,x:(r3)+
        and     y1,b            a1,x0
        mpy     x0,y0,b         b1,x:(r3)+
        tfr     x0,b            b1,x:(r3)+
        and     y1,b            a0,x1
        mpy     x1,y0,b         b1,x:(r3)+
        tfr     x1,b            b1,x:(r3)+
        and     y1,b
        move    b1,x:(r3)+
        rts

; Computes to_l, to_r = from_l, from_r xor key: 48-bit values in L memory.
chain   macro   from_l,from_r,key,to_l,to_r
        move    l:<from_l,x
        move    x,l:<to_l
        move    l:<key,x
        move    l:<from_r,a10
        eor     x1,a            a0,b
        eor     x0,b            a1,x:<to_r
        move    b1,y:<to_r
        endm

; Processes blocks in ECB mode, with the keys of des_load_forward or des_load_backward.
; In: X:(R3) the blocks, 8 bytes each; N7 their number, not 0.
; Out: X:(R3)+ the result in place.
; Changes: A B X Y R0-R7
; Bounds: |A|, |B| <= 2 * 2^47
des_ecb_loop
        do      n7,_end
        jsr     <des_block
        nop
_end
        rts

; Encrypts blocks in CBC mode; in_l, in_r and f_l, f_r have the chaining value.
; Changes: A B X Y R0-R7
; Bounds: |A|, |B| <= 2 * 2^47
des_cbc_encrypt_loop
        do      n7,_encrypt_end
        jsr     <des_block
        chain   f_l,f_r,key_first,in_l,in_r
_encrypt_end
        rts

; Decrypts blocks in CBC mode; out_l, out_r and sum_l, sum_r have the chaining value.
; Changes: A B X Y R0-R7
; Bounds: |A|, |B| <= 2 * 2^47
des_cbc_decrypt_loop
        do      n7,_decrypt_end
        jsr     <des_block
        chain   sum_l,sum_r,key_last,out_l,out_r
_decrypt_end
        rts

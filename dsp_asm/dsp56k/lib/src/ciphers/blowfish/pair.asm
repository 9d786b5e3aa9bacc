; SPDX-License-Identifier: MIT
; Encrypts or decrypts two blocks with Blowfish, two-way interleaved (blowfish.asm, STREAMS): a round of one block, then
; the same round of the other.
;
; A, B and all four data registers serve one block at a time, so that each round stores its result in memory and loads
; a half of the other block. The halves are in a circular buffer: left half of the first block, left half of the second,
; right half of the first, right half of the second. In a round v(i+1) replaces v(i-1).

; Computes v(i+1) from v(i) with the subkey \key.
; In: L:(R6) v(i); N6 = 2; otherwise same as blowfish_round, except that Y1 = 2^7 remains in Y1.
; Out: L: v(i+1); R6 the address of the other block's v(i).
pair_round      macro   key
        move    l:(r6)+n6,x
        mpy     x1,y0,a         y:(r5)+,b       ; the middle of S box 2
        mac     x0,y1,b         a1,r0
        move    a0,x1
        move    y:(r5)+,a                       ; the middle of S box 1
        mac     x1,y1,a         b1,r2
        move    b0,x0
        move    a1,r1
        move    x:(r0)+n0,a     y:(r5)+,b       ; the middle of S box 3
        mac     x0,y1,b         x:(r0),a0
        move    x:(r1)+n1,x1    y:(r5)+,y0      ; $FFFF
        move    x:(r1),x0
        add     x,a             x:(r2)+n2,x1
        eor     x1,a            x:(r2),x0
        move    b1,r3
        move    a0,b
        eor     x0,b            x:(r3)+n3,x1
        move    b1,a0
        move    x:(r3),x0
        add     x,a             l:(r6),x
        and     y0,a            a0,b            ; remove the carries out of the upper half
        eor     x1,a            y:(r5)+,y0      ; 2^15
        eor     x0,b            key,x
        eor     x1,a
        eor     x0,b            a1,x:(r6)
        move    b1,y:(r6)-
        endm

; Xors a subkey with a half of each block.
; In: X the subkey; L:(R6) the half of the first block.
; Out: R6 the address after the half of the second block.
; Changes: A B R6
pair_subkey     macro
        do      #2,_end
        move    l:(r6),ab
        eor     x1,a
        eor     x0,b            a1,x:(r6)
        move    b1,y:(r6)+
_end
        endm

        org     p:blowfish_end
; Encrypts or decrypts two blocks in L:BLOWFISH_HALVES with the given subkeys.
; In: R4 the subkeys; R6 = BLOWFISH_HALVES; N6 = 2, M5 = 4, M6 = 3; otherwise same as blowfish.
; Out: L:BLOWFISH_HALVES the new blocks, with the left halves after the right ones; R4 and R5 unchanged; R6 the address
;   of the first left half.
; Changes: A B X Y0 R0-R6
; Bounds: |A|, |B| <= 2 * 2^47
blowfish_pair
        move    l:(r4)+,x
        pair_subkey
        move    (r6)+n6
        do      #16,_end
        pair_round l:(r4)
        pair_round l:(r4)+
_end
        move    (r6)+n6
        move    l:(r4)+,x
        pair_subkey
        move    (r6)+n6
        rts
blowfish_pair_end

        org     p:BLOWFISH_REST_CODE+$200
; Encrypts or decrypts pairs of blocks in ECB mode, in place.
; In: X:(R7) the blocks; X0 the number of pairs, not 0; R4 the subkeys; the S-boxes from blowfish_key.
; Out: X:(R7) the new blocks.
; Changes: A B X Y R0-R7 N0-N4 N6 N7 M4-M7
; Bounds: |A|, |B| <= 2 * 2^47
blowfish_pairs
        move    x0,n4
        jsr     blowfish_enter
        move    #<4,m5
        move    #<3,m6
        move    #<2,n6
        move    #>-16,n7
        do      n4,_end
        blowfish_pack
        move    a10,l:(r6)+n6
        blowfish_pack
        move    a10,l:(r6)-
        blowfish_pack
        move    a10,l:(r6)+n6
        blowfish_pack
        move    a10,l:(r6)+
        move    (r7)+n7
        jsr     blowfish_pair
        blowfish_unpack +n6
        blowfish_unpack -
        blowfish_unpack +n6
        blowfish_unpack -
_end
        jmp     blowfish_leave

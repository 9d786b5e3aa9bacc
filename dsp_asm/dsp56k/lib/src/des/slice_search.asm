; SPDX-License-Identifier: MIT
; SEARCH FOR A DES KEY with a known block, 24 keys at once (slice.asm). From one step to the next, one bit changes in
; all keys, in the order of a Gray code; this changes 12 to 15 of the 768 words of the round keys.
;
; Memory: Y:$80-$FF two blocks

        if      !@def(slice_search)
        include 'slice.asm'
        if      !@exp(SLICE_LISTS)
SLICE_LISTS             equ     SLICE_KEYS+768  ; X: 16 words for each key bit that changes
        endif
slice_plain             equ     $80             ; Y: planes of the plaintext, equal in all 24 blocks
slice_cipher            equ     $C0             ; Y: planes of the ciphertext before the final permutation
        org     x:
slice_step              ds      1               ; number of steps so far, 0 at the start
        org     p:

; Computes the addresses of the round key words that depend on each of the first bits of C.
; In: N6 number of bits, 1 to 24.
; Out: X:SLICE_LISTS for each bit the number of its words, then their addresses.
; Changes: A X R0-R7 N1-N3 N5 M1 M2
slice_lists
        move    #>SLICE_LISTS,r5
        move    #<slice_c,r7
        do      n6,_bits
        move    #<slice_c,r1
        clr     a               #>1,x0
        rep     #64
        move    a,y:(r1)+
        move    x0,y:(r7)+                      ; sets this bit only in the last key
        move    #>SLICE_KEYS,r3
        move    #<0,n3
        jsr     slice_schedule
        move    #>SLICE_KEYS,r0
        move    r5,r1
        move    #>1,x0
        move    (r1)+
        do      #768,_words
        move    x:(r0),a
        add     x0,a
        jclr    #1,a1,_equal                    ; skip if the last two keys have the same bit
        move    r0,x:(r1)+
_equal
        move    (r0)+
_words
        move    r1,a
        move    r5,x1
        sub     x1,a            #16,n5
        sub     x0,a
        move    a1,x:(r5)+n5
_bits
        rts

; Does steps of a search.
; In: R7 number of steps, not 0; X:slice_step number of previous steps, in all less than 2^N6 of slice_lists;
;   X:SLICE_KEYS, X:SLICE_LISTS, Y:slice_plain and Y:slice_cipher.
; Out: A1 a bit for each of the 24 keys, highest for key 0, 1 if the key is found; X:slice_step its step, which has
;   changed the bits of step xor step / 2; A1 0 and R7 0 if no key is found.
; Changes: A B X Y R0-R2 R4 R5 R7 N1 N2 M4 M5
; Clocks: 20440 each, on average
slice_search
        move    #<slice_plain,r1
        move    #<slice_left,r2
        do      #64,_copied
        move    y:(r1)+,x0
        move    x0,y:(r2)+
_copied
        jsr     slice_rounds
        move    #<slice_left,r1
        move    #<slice_cipher,r2
        clr     a               #>1,x1
        do      #8,_compared
        do      #8,_planes
        move    y:(r1)+,b
        move    y:(r2)+,x0
        eor     x0,b
        move    b1,x0
        or      x0,a
_planes
        move    a1,b
        add     x1,b                            ; 0: all keys are wrong
        jne     _right
        enddo
        jmp     _wrong
_right
        nop
_compared
        not     a
        rts
_wrong
        move    x:slice_step,a
        add     x1,a            #>SLICE_LISTS,r1
        move    a1,x:slice_step
        move    #16,n1
        lsr     a
        jcs     _flip
_zeros
        lsr     a               (r1)+n1
        jcc     _zeros
_flip
        move    x:(r1)+,n2
        move    #>$FFFFFF,y0
        do      n2,_flipped
        move    x:(r1)+,r2
        nop
        move    x:(r2),a
        eor     y0,a
        move    a1,x:(r2)
_flipped
        move    (r7)-
        move    r7,a
        tst     a
        jne     slice_search
        rts
        endif

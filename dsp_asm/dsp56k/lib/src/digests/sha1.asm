; SPDX-License-Identifier: MIT
; SHA-1 (FIPS 180-1) and HMAC (RFC 2104), in constant time.
;
; A word of 32 bits is the upper 32 of 48 bits: its upper three bytes are in a word of X, its lowest byte is on top of a
; word of Y. So ADD is modulo 2^32, and a logical operation takes two instructions.

        if      !@def(sha1_blocks)
        if      !@exp(SHA1_MEMORY)
SHA1_MEMORY             equ     $0000           ; L: 40 words, a multiple of 16
        endif
        if      !@exp(SHA1_KEY)
SHA1_KEY                equ     $1000           ; X: 64 words; behind them the message with 72 more words
        endif
        if      !@exp(SHA1_DIGEST)
SHA1_DIGEST             equ     $0040           ; X: 20 words
        endif
SHA1_W                  equ     SHA1_MEMORY     ; L: the last 16 words of the schedule, modulo 16
SHA1_STATE              equ     SHA1_MEMORY+$10 ; L: e, d, c, b, a, modulo 5
SHA1_BEFORE             equ     SHA1_MEMORY+$18 ; L: e, d, c, b, a before the block
SHA1_SUM                equ     SHA1_MEMORY+$1D ; L: partial sum of a step
SHA1_MESSAGE            equ     SHA1_KEY+64     ; X: the message of hmac_sha1

SHA1_K                  equ     SHA1_MEMORY+$20 ; L: a constant for each 20 steps; then factors and masks
SHA1_RIGHT              equ     SHA1_MEMORY+$24
SHA1_LEFT               equ     SHA1_MEMORY+$25
SHA1_REST               equ     SHA1_MEMORY+$26
SHA1_CARRY              equ     SHA1_MEMORY+$27 ; X

; Constants of the rounds, factors and masks. A program loads them into X and Y; the firmware copies them from P.
sha1_x_constants        macro
        dc      $5A8279,$6ED9EB,$8F1BBC,$CA62C1,$80,$20,$1F,$010000
        endm
sha1_y_constants        macro
        dc      $990000,$A10000,$DC0000,$D60000,$FF0000,$10,$8000
        endm
        if      !@def(MONITOR)
        org     x:SHA1_K
        sha1_x_constants
        org     y:SHA1_K
        sha1_y_constants
        org     p:
        else
sha1_constants
        sha1_x_constants
        sha1_y_constants
; Copies the constants to internal memory.
sha1_copy_constants     macro
        move    #>sha1_constants,r0
        move    #>SHA1_K,r1
        move    r1,r4
        do      #8,_x_constants
        movem   p:(r0)+,x0
        move    x0,x:(r1)+
_x_constants
        do      #7,_y_constants
        movem   p:(r0)+,x0
        move    x0,y:(r4)+
_y_constants
        endm
        endif

; Computes the next word of the schedule: W(t-3) xor W(t-8) xor W(t-14) xor W(t-16), rotated left by 1. It replaces
; W(t-16).
sha1_schedule   macro
        move    #13,n4
        move    #8,n5
        move    l:(r4+n4),ab
        move    n5,n4
        nop
        move    l:(r4+n4),x
        eor     x1,a            #2,n4
        eor     x0,b
        move    l:(r4+n4),x
        eor     x1,a
        eor     x0,b            l:(r4),x
        eor     x1,a
        eor     x0,b            x:SHA1_CARRY,x0
        lsl     b
        rol     a
        move    b1,y0
        move    a1,y1
        clr     a
        tcs     x0,a
        or      y0,a
        move    a1,y0
        move    y,l:(r4)
        endm

; Compute the functions of the rounds: A, B upper and lower word. On entry, R1 is the address of e, at the end of b.
sha1_choose     macro
        move    (r1)+
        move    l:(r1)+,x
        move    l:(r1)+,ab
        eor     x1,a
        eor     x0,b            l:(r1),y
        and     y1,a
        and     y0,b
        eor     x1,a
        eor     x0,b
        endm
sha1_parity     macro
        move    (r1)+
        move    l:(r1)+,x
        move    l:(r1)+,ab
        eor     x1,a
        eor     x0,b            l:(r1),y
        eor     y1,a
        eor     y0,b
        endm
sha1_majority   macro                           ; c xor ((b xor c) and (c xor d))
        move    (r1)+
        move    l:(r1)+,x
        move    l:(r1),ab
        eor     x1,a
        eor     x0,b            l:(r1)+,y
        move    a1,x1
        move    b1,x0
        move    l:(r1),ab
        eor     y1,a
        eor     y0,b
        and     x1,a
        and     x0,b
        eor     y1,a
        eor     y0,b
        endm

; Computes a step: \function, then the new word, which replaces e.
sha1_step       macro   function
        function
        move    b1,a0
        move    l:(r6),x
        add     x,a             l:(r4)+,y
        add     y,a             l:SHA1_RIGHT,y
        move    a10,l:(r7)
; b rotated left by 30
        clr     b
        move    l:(r1),b10
        asr     b
        asr     b
        move    b0,x0
        mpy     x0,y1,a
        move    a0,x1
        or      x1,b
        tfr     x0,a
        and     y0,a
        move    a1,b0
        move    b10,l:(r1)+
; a rotated left by 5
        move    l:(r1)+,ab
        move    l:SHA1_LEFT,y
        lsr     b               a1,x1
        mpy     x1,y0,a         b1,x0
        mpy     x0,y1,b         x:SHA1_REST,x1
        and     x1,a            a0,x0
        add     x0,b            a1,x1
        move    y:SHA1_REST,y0
        mac     x1,y0,b         l:(r7),x
        add     x,b             l:(r1),x
        add     x,b
        move    b10,l:(r1)+
        endm

; Absorbs complete blocks into the state.
; In: X:(R3)+ the blocks, 64 bytes each; N7 their number, not 0; L:SHA1_STATE the state.
; Out: L:SHA1_STATE the new state; R3 behind the blocks.
; Changes: A B X Y R0 R1 R3 R4 R6 R7 N4 N5 M1 M4
; Clocks: 20 + 9888 N7
sha1_blocks
        move    #<4,m1
        move    #<15,m4
        do      n7,_end
        move    #>SHA1_W,r4
        move    #>$8000,y0
        move    #>$80,y1
        do      #16,_words
        move    x:(r3)+,x0
        mpy     x0,y0,a         x:(r3)+,x0
        mac     x0,y1,a         x:(r3)+,x0
        move    a0,x1
        tfr     x1,a
        add     x0,a            x:(r3)+,x0
        mpy     x0,y0,b         a1,x1
        move    b0,x0
        move    x,l:(r4)+
_words
        move    #>SHA1_STATE,r1
        move    #>SHA1_BEFORE,r0
        do      #5,_before
        move    l:(r1)+,x
        move    x,l:(r0)+
_before
        move    #>SHA1_K,r6
        move    #>SHA1_SUM,r7
        do      #16,_first
        sha1_step sha1_choose
_first
        do      #4,_choose
        sha1_schedule
        sha1_step sha1_choose
_choose
        move    (r6)+
        do      #20,_parity
        sha1_schedule
        sha1_step sha1_parity
_parity
        move    (r6)+
        do      #20,_majority
        sha1_schedule
        sha1_step sha1_majority
_majority
        move    (r6)+
        do      #20,_last
        sha1_schedule
        sha1_step sha1_parity
_last
        move    #>SHA1_STATE,r1
        move    #>SHA1_BEFORE,r0
        do      #5,_sum
        move    l:(r1),a10
        move    l:(r0)+,x
        add     x,a
        move    a10,l:(r1)+
_sum
        nop
_end
        move    #>$FFFF,m1
        move    m1,m4
        rts

        if      !@def(SHA1_PARTS)
; Computes the digest of a message.
; In: R3 address of the message in X, a byte in each word, with space for 72 words behind it; N7 number of bytes, up to
;   $2000.
; Out: X:SHA1_DIGEST the digest, 20 bytes.
; Changes: A B X Y R0-R4 R6 R7 N0 N2 N4 N5 N7 M1 M4
sha1_digest
        move    #>sha1_initial,r0
        move    #>SHA1_STATE,r1
        do      #5,_initial
        movem   p:(r0)+,x1
        movem   p:(r0)+,x0
        move    x,l:(r1)+
_initial
        move    #<0,n0

; Absorbs the rest of a message into a state, and computes the digest.
; In: L:SHA1_STATE the state, N0 number of bytes that it has absorbed, complete blocks; R3, N7 as for sha1_digest.
; Out: X:SHA1_DIGEST the digest, 20 bytes; R2 behind it.
; Changes: A B X Y R0-R4 R6 R7 N2 N4 N5 N7 M1 M4
sha1_end
        move    n7,n2
        move    r3,r2
        move    n7,a
        move    #>8,x0
        add     x0,a            (r2)+n2
        rep     #6
        lsr     a
        move    #>1,x0
        add     x0,a            n2,x1
        move    a1,n7                           ; number of blocks
        rep     #6
        asl     a
        sub     x1,a            #>$80,x0
        move    x0,x:(r2)+
        clr     b               #>1,x0
        sub     x0,a
        rep     a1
        move    b1,x:(r2)+
        move    n0,a                            ; length in bits, 16 of 64 bits
        add     x1,a
        rep     #3
        asl     a
        move    a1,x0
        move    #>$8000,y0
        mpy     x0,y0,a         #>$FF,x1
        and     x1,a            (r2)-
        tfr     x0,b            (r2)-
        and     x1,b            a1,x:(r2)+
        move    b1,x:(r2)
        jsr     sha1_blocks
        move    #>SHA1_STATE+4,r1
        move    #>SHA1_DIGEST,r2
        move    #>$FF,y1
        do      #5,_digest
        move    l:(r1)-,x
        move    #>$80,y0
        mpy     x1,y0,a
        move    a0,x1
        and     y1,a
        move    a1,x:(r2)+
        mpy     x1,y0,a
        move    a0,x1
        and     y1,a
        move    a1,x:(r2)+
        mpy     x1,y0,a
        and     y1,a
        move    a1,x:(r2)+
        mpy     x0,y0,a
        and     y1,a
        move    a1,x:(r2)+
_digest
        rts
        endif

sha1_initial                                    ; e, d, c, b, a
        dc      $C3D2E1,$F00000,$103254,$760000,$98BADC,$FE0000,$EFCDAB,$890000,$674523,$010000

        if      !@def(SHA1_PARTS)
; Computes the HMAC of a message.
; In: X:SHA1_KEY the key, filled with zeros to 64 bytes; X:SHA1_MESSAGE the message, with space for 72 words behind it;
;   N7 number of bytes, up to $1F80.
; Out: X:SHA1_DIGEST the HMAC, 20 bytes; key and message are overwritten.
; Changes: A B X Y R0-R4 R6 R7 N0 N2 N4 N5 N7 M1 M4
hmac_sha1
        move    #>$36,x0
        jsr     sha1_mask
        move    n7,a
        move    #>64,x0
        add     x0,a
        move    a1,n7
        jsr     sha1_digest
        move    #>SHA1_DIGEST,r0
        move    #>SHA1_MESSAGE,r1
        do      #20,_inner
        move    x:(r0)+,x0
        move    x0,x:(r1)+
_inner
        move    #>$36^$5C,x0
        jsr     sha1_mask
        move    #<84,n7
        jmp     sha1_digest

; Computes the bytes of the key xor a byte.
; In: X0 the byte.
; Out: X:SHA1_KEY the changed bytes; R3 address of the first.
; Changes: A R3
sha1_mask
        move    #>SHA1_KEY,r3
        do      #64,_end
        move    x:(r3),a
        eor     x0,a
        move    a1,x:(r3)+
_end
        move    #>SHA1_KEY,r3
        rts
        endif
        endif

; SPDX-License-Identifier: MIT
; Implements block floating point: one exponent for all words of a block.

        if      !@def(fx_block_normalize)
        include 'powers.asm'
        include 'vector.asm'

; Shifts a block left until its largest magnitude is 0.5 or more. A block of zeros is unchanged.
; In: X:(R0) the block; N7 the number of words, not 0.
; Out: X:(R0) the block times 2^N4; N4 the shift, 0 to 22; R0 unchanged.
; Changes: A B X0 Y0 R0 R1 R4 N4
; Clocks: 16 N7 + 98
fx_block_normalize
        move    r0,r1
        jsr     fx_peak
        move    a,x0                            ; the move limits 1
        tfr     x0,a            #<0,r0
        tst     a
        rep     #22
        norm    r0,a
        move    r0,a
        neg     a               #>fx_powers+22,r4
        move    a1,n4
        move    r1,r0
        move    (r4)-n4
        move    y:(r4),y0
        do      n7,_end
        move    x:(r1),x0
        mpy     x0,y0,a
        asr     a
        move    a0,x:(r1)+
_end
        rts

; Shifts a block right and rounds its words.
; In: X:(R0) the block; N7 the number of words, not 0; N4 the shift, 1 to 23.
; Out: X:(R0) the shifted block.
; Changes: A X0 Y0 R1 R4
; Clocks: 6 N7 + 20
; Accuracy: 0.5 units of 2^-23
fx_block_shift
        move    #>fx_powers-1,r4
        move    r0,r1
        move    y:(r4+n4),y0
        do      n7,_end
        move    x:(r1),x0
        mpyr    x0,y0,a
        move    a,x:(r1)+
_end
        rts
        endif

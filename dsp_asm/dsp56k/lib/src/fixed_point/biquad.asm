; SPDX-License-Identifier: MIT
; Computes IIR filters: cascades of biquads in direct form I, which limits only its output, and in transposed direct
; form II.

        if      !@def(fx_biquads)
; Filters a sample with a cascade. Each section computes y = b0 x + b1 x1 + b2 x2 + a1 y1 + a2 y2, limited to 24 bits.
; In: X1 the sample; X:(R0) the state x1, x2, y1, y2 of each section; Y:(R4) the coefficients b0, b1, b2, a1, a2 of
;   each, all divided by 2; N7 the number of sections, not 0.
; Out: X1 the output; R0 and R4 the addresses after the last section.
; Changes: A X Y0 R0 R4
; Clocks: 10 + 32 N7
; Accuracy: 0.5 units of 2^-23, of each section
fx_biquads
        do      n7,_end
        move    y:(r4)+,y0
        mpy     y0,x1,a         x:(r0),x0       y:(r4)+,y0
        mac     x0,y0,a         x1,x:(r0)+
        move    x:(r0),x1       y:(r4)+,y0
        mac     x1,y0,a         x0,x:(r0)+
        move    y:(r4)+,y0
        move    x:(r0)+,x0
        mac     x0,y0,a         x:(r0)-,x1      y:(r4)+,y0
        mac     x1,y0,a
        asl     a
        rnd     a
        nop
        move    a,x1
        move    x1,x:(r0)+
        move    x0,x:(r0)+
        nop
_end
        rts

; Filters a sample with a cascade in transposed direct form II: y = b0 x + s1, s1 = b1 x + a1 y + s2, s2 = b2 x + a2 y.
; The state has 47 bits, so that only an output is rounded; |s1| and |s2| must be below 2.
; In: X1 the sample; L:(R0) the state s1 / 2, s2 / 2 of each section; Y:(R4) the coefficients b0, b1, a1, b2, a2 of
;   each, all divided by 2; N7 the number of sections, not 0.
; Out: X1 the output; R0 and R4 the addresses after the last section.
; Changes: A B X Y0 R0 R4
; Clocks: 10 + 26 N7
; Accuracy: 0.5 units of 2^-23, of each section
fx_biquads_transposed
        do      n7,_sections
        move    l:(r0)+,a
        move    y:(r4)+,y0
        mac     x1,y0,a         y:(r4)+,y0
        asl     a
        rnd     a               l:(r0)-,b
        mac     x1,y0,b         y:(r4)+,y0
        move    a,x0
        mac     x0,y0,b         y:(r4)+,y0
        mpy     x1,y0,a         y:(r4)+,y0
        mac     x0,y0,a
        move    b,l:(r0)+
        tfr     x0,b            a,l:(r0)+
        move    b,x1
_sections
        rts
        endif

; SPDX-License-Identifier: MIT
; IIR FILTER: a cascade of biquads in direct form I, which limits only its output.

        if      !@def(fx_biquads)
; A sample through the cascade: y = b0 x + b1 x1 + b2 x2 + a1 y1 + a2 y2 in each section, limited to 24 bits.
; In: X1 the sample; X:(R0) x1, x2, y1, y2 of each section; Y:(R4) b0, b1, b2, a1, a2 of each, all halved; N7 the
;   sections, not 0.
; Out: X1 the output; R0 and R4 behind the last section.
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
        endif

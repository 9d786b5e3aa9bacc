; SPDX-License-Identifier: MIT
; FIR FILTERS and their relatives: adaptive (LMS), decimating, interpolating. The state is a circular buffer in X, the
; newest sample first; M0 and M4 are the number of taps less 1.

        if      !@def(fx_fir)
; A sample through a filter.
; In: X0 the sample; X:(R0) the state, R0 as the call before has left it; Y:(R4) the coefficients, the first for
;   the newest sample; N7 = M0 = M4 = taps - 1, at least 1.
; Out: A the output, rounded; R0 for the next sample; R4 the coefficients.
; Changes: A X0 Y0 R0 R4
; Clocks: 2 N7 + 12
; Accuracy: 0.5 units of 2^-23
fx_fir
        clr     a               x0,x:(r0)+      y:(r4)+,y0
        rep     n7
        mac     x0,y0,a         x:(r0)+,x0      y:(r4)+,y0
        macr    x0,y0,a         (r0)-
        rts

; A block of samples through a filter; R1 may equal R2.
; In: X:(R1) the samples; N6 their number, not 0; else as of fx_fir.
; Out: X:(R2) the outputs; R0 for the next block.
; Changes: A X0 Y0 R0-R2 R4
; Clocks: 10 + N6 (2 N7 + 12)
; Accuracy: 0.5 units of 2^-23
fx_fir_block
        do      n6,_end
        move    x:(r1)+,x0
        clr     a               x0,x:(r0)+      y:(r4)+,y0
        rep     n7
        mac     x0,y0,a         x:(r0)+,x0      y:(r4)+,y0
        macr    x0,y0,a         (r0)-
        move    a,x:(r2)+
_end
        rts

; An adaptive filter: a sample, then each coefficient plus twice the step times error times its sample.
; In: X0 the sample; Y1 the wanted output; X1 twice the step; else as of fx_fir.
; Out: A the error, wanted less actual output; Y:(R4) the new coefficients; R0 for the next sample.
; Changes: A B X0 Y R0 R4
; Clocks: 8 N7 + 36
; Accuracy: 1 unit of 2^-23, if nothing is limited
fx_lms
        clr     a               x0,x:(r0)+      y:(r4)+,y0
        rep     n7
        mac     x0,y0,a         x:(r0)+,x0      y:(r4)+,y0
        mac     x0,y0,a
        tfr     y1,b
        sub     a,b
        rnd     b
        move    b,y1
        mpyr    x1,y1,a         x:(r0)+,x0      y:(r4),y0
        move    a,y1
        tfr     y0,a
        do      n7,_adapted
        macr    x0,y1,a         x:(r0)+,x0
        move    a,y:(r4)+
        move    y:(r4),a
_adapted
        macr    x0,y1,a         (r0)-
        tfr     b,a             a,y:(r4)+
        rts

; A decimating filter: each output is of N5 more samples.
; In: X:(R1) N5 N6 samples; N5 how many for an output; N6 the outputs, not 0; else as of fx_fir.
; Out: X:(R2) the outputs; R0 for the next block.
; Changes: A X0 Y0 R0-R2 R4
; Clocks: 10 + N6 (4 N5 + 2 N7 + 18)
; Accuracy: 0.5 units of 2^-23
fx_decimate
        do      n6,_end
        do      n5,_taken
        move    x:(r1)+,x0
        move    x0,x:(r0)-
_taken
        move    (r0)+
        clr     a               x:(r0)+,x0      y:(r4)+,y0
        rep     n7
        mac     x0,y0,a         x:(r0)+,x0      y:(r4)+,y0
        macr    x0,y0,a         (r0)-
        move    a,x:(r2)+
_end
        rts

; An interpolating filter: N5 outputs for each sample. The coefficients are N5 filters of N7 + 1 taps, one behind the
; other: those of the outputs 0, 1 ... of a sample. M4 is their number less 1.
; In: X:(R1) N6 samples, not 0; N5 how many outputs for each; else as of fx_fir.
; Out: X:(R2) the outputs; R0 for the next block.
; Changes: A X0 Y0 R0-R2 R4
; Clocks: 10 + N6 (12 + N5 (2 N7 + 10))
; Accuracy: 0.5 units of 2^-23
fx_interpolate
        do      n6,_end
        move    x:(r1)+,x0
        move    x0,x:(r0)
        do      n5,_outputs
        clr     a               x:(r0)+,x0      y:(r4)+,y0
        rep     n7
        mac     x0,y0,a         x:(r0)+,x0      y:(r4)+,y0
        macr    x0,y0,a
        move    a,x:(r2)+
_outputs
        move    (r0)-
_end
        rts
        endif

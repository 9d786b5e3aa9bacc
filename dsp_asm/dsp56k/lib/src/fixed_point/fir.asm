; SPDX-License-Identifier: MIT
; Computes FIR filters: plain, adaptive (LMS), decimating and interpolating. The state is a circular buffer in X with
; the newest sample first; M0 and M4 are the number of taps - 1.

        if      !@def(fx_fir)
; Filters a sample.
; In: X0 the sample; X:(R0) the state, with R0 from the preceding call; Y:(R4) the coefficients, the first one for the
;   newest sample; N7 = M0 = M4 = number of taps - 1, at least 1.
; Out: A the output, rounded; R0 for the next sample; R4 unchanged.
; Changes: A X0 Y0 R0 R4
; Clocks: 2 N7 + 12
; Accuracy: 0.5 units of 2^-23
fx_fir
        clr     a               x0,x:(r0)+      y:(r4)+,y0
        rep     n7
        mac     x0,y0,a         x:(r0)+,x0      y:(r4)+,y0
        macr    x0,y0,a         (r0)-
        rts

; Filters a block of samples; R1 may equal R2.
; In: X:(R1) the samples; N6 the number of samples, not 0; otherwise same as fx_fir.
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

; Filters a sample, then adds to each coefficient the product of twice the step size, the error and the coefficient's
; sample (LMS).
; In: X0 the sample; Y1 the desired output; X1 twice the step size; otherwise same as fx_fir.
; Out: A the error, which is the desired output minus the actual output; Y:(R4) the new coefficients; R0 for the next
;   sample.
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

; Filters samples and decimates: it computes an output after every N5 samples.
; In: X:(R1) N5 N6 samples; N5 the decimation factor; N6 the number of outputs, not 0; otherwise same as fx_fir.
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

; Interpolates with N5 outputs for each sample. The coefficients are N5 successive filters of N7 + 1 taps (polyphase),
; for the outputs 0, 1 ... of a sample. M4 is the number of all coefficients - 1.
; In: X:(R1) the samples; N6 the number of samples, not 0; N5 the interpolation factor; otherwise same as fx_fir.
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

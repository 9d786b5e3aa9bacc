; SPDX-License-Identifier: MIT
; Computes a fast Fourier transform of 2 FFT_POINTS real samples with a complex transform of FFT_POINTS.

        if      !@def(fx_real_fft)
        include 'fft.asm'
; Defines exp(pi i k / FFT_POINTS) for k from 1 to FFT_POINTS/2, multiplied by 1 - 2^-23.
fx_half_turn    macro   function
index   set     1
        dup     FFT_POINTS/2
        dc      0.9999998807907104*@function(3.141592653589793*@cvf(index)/@cvf(FFT_POINTS))
index   set     index+1
        endm
        endm
        org     x:
fx_real_cosines
        fx_half_turn cos
        org     y:
fx_real_sines
        fx_half_turn sin
        org     p:

; Computes a transform divided by the number of samples. No value is limited if no sample is above 0.7 in magnitude.
; In: X:(R0) the samples 0, 2 ...; Y:(R0) the samples 1, 3 ..., FFT_POINTS each, at a multiple of FFT_POINTS; R1 the
;   address of the result.
; Out: X:(R1) and Y:(R1) the transform from 0 to FFT_POINTS - 1; the real part of FFT_POINTS replaces the imaginary part
;   of 0. The values at the other frequencies are the conjugates of these.
; Changes: A B X Y R0-R7 N0-N7 M0
; Clocks: 5214 for 64, 696 for 8
; Accuracy: 3 units of 2^-23 for 128 samples
fx_real_fft
        move    r1,r3
        jsr     fx_fft
        move    r3,r1
        jsr     fx_bit_reverse
        move    #>FFT_POINTS-1,n3
        move    r3,r0
        move    r3,r4
        lua     (r3)+n3,r1
        lua     (r3)+n3,r5
        move    #>fx_real_cosines,r2
        move    #>fx_real_sines,r6
        or      #$04,mr                         ; scale down
        move    x:(r0),a        y:(r4),y0
        tfr     a,b
        add     y0,a
        sub     y0,b
        rnd     a
        rnd     b               a,x:(r0)+
        move    b,y:(r4)+
; With A = Z(k) and B = Z(n-k): 4 X(k) = S + P + i (T - Q), 4 X(n-k) = S - P - i (T + Q), where S + i T = A + conj B,
; P = c (Ai + Bi) - s (Ar - Br), Q = c (Ar - Br) + s (Ai + Bi)
        do      #FFT_POINTS/2,_pairs
        move    x:(r0),a        y:(r4),b
        move    x:(r1),x0       y:(r5),y0
        sub     x0,a
        add     y0,b            a,x1            ; (Ar - Br) / 2
        asr     a               b,y1            ; (Ai + Bi) / 2
        add     x0,a            x:(r2)+,x0      y:(r6)+,y0
        tfr     a,b
        mac     x0,y1,a
        macr    -x1,y0,a
        subl    a,b             a,x:(r0)+
        rnd     b               y:(r4),a
        move    b,x:(r1)-       y:(r5),b
        sub     b,a
        asr     a
        tfr     a,b
        mac     -x1,x0,a
        macr    -y1,y0,a
        subl    a,b             a,y:(r4)+
        neg     b
        rnd     b
        move    b,y:(r5)-
_pairs
        and     #$FB,mr
        rts
        endif

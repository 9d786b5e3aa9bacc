; SPDX-License-Identifier: MIT
; Computes a fast Fourier transform, radix 4, decimation in time, in place. A pass executes two stages of radix 2 on
; four points at a time, so that it begins a third as many groups. Order, scaling and results are those of fx_fft, bit
; by bit.

        if      !@def(fx_fft4)
        include 'fft.asm'

; The points a, b, c, d of a butterfly have the distance q; w is the twiddle factor of b and d' = w^2 d:
;   t = b + w^2 d, u = b - w^2 d, s = a + w^2 c, r = a - w^2 c, then s + w t, s - w t, r - i w u, r + i w u.
; The MACs that compute the four products also add them. All 24 instructions use the data ALU. The imaginary part is
; computed first, so that a register with one twiddle factor is loaded after the first MAC with another one. The loop
; ends in the first two instructions of the next butterfly.

; Computes the passes except for the last one. In: N6 the data; N2 the number of groups; N3 = q, at least 4. Out: N2 and
; N3 for the next pass; Z set if the next pass is the last.
fx_fft4_pass    macro
        move    n3,a
        asl     a               n3,n0
        asl     a               a1,n4
        move    a1,r2
        move    n3,n1
        move    n3,n5
        move    (r2)-
        move    r2,m0                           ; a group is a circular buffer of 4 q words
        move    r2,m1
        move    r2,m4
        move    r2,m5
        move    #>fx_fft_cosines-1,r6           ; twiddle factors w^2
        move    #>fx_fft_cosines-2,r7           ; twiddle factors w
        move    n6,r3
        move    #<2,n7
        move    r3,r2
        do      n2,_groups
        move    r3,r1
        move    (r3)+n3
        move    r3,r0
        move    r3,r4
        move    x:(r7)+n7,x1    y:(r3)+n3,a
        move    x:(r3)+n3,x0    y:(r6)+,y1
        move    x:(r3),x0       y:(r6),y1
        mac     x0,y1,a         x:(r6),x1       y:(r3),y0
        macr    y0,x1,a         y:(r4),b
        move    r3,r5
        do      n0,_butterflies
        subl    a,b             x:(r0),a        a,y:(r4)+n4
        mac     x0,x1,a         x:(r0)+n0,b     b,y:(r4)+n4
        macr    -y0,y1,a        x:(r0),x0
        subl    a,b             a,x:(r4)+       y:(r1),a
        mac     x0,y1,a         y:(r0),y0
        macr    y0,x1,a         b,x:(r5)+n5     y:(r1),b
        subl    a,b             x:(r1)+n1,a     a,y:(r5)
        mac     x0,x1,a         x:(r5),b        b,y:(r0)
        macr    -y0,y1,a        x:(r1),x0       y:(r7),y1
        subl    a,b             a,x:(r2)        y:(r5),a
        mac     x0,y1,a         x:(r7),x1       y:(r1)+n1,y0
        macr    y0,x1,a         b,x:(r0)+n0     y:(r5),b
        subl    a,b             x:(r2),a        a,y:(r5)+n5
        mac     x0,x1,a         x:(r2)+,b       b,y:(r5)+n5
        macr    -y0,y1,a        x:(r0)+n0,x0
        subl    a,b             a,x:(r0)+n0     y:(r5),a
        mac     -x0,x1,a        y:(r3)+,y0
        macr    y0,y1,a         b,x:(r0)+       y:(r5),b
        subl    a,b             x:(r1)+n1,a     a,y:(r5)
        mac     x0,y1,a         x:(r5),b        b,y:(r1)+
        macr    y0,x1,a         x:(r1),x0       y:(r6),y1
        subl    a,b             a,x:(r5)+n5     y:(r0),a
        mac     x0,y1,a         x:(r6),x1       y:(r1)+n1,y0
        macr    y0,x1,a         b,x:(r5)+       y:(r0),b
_butterflies
        move    r3,r2
_groups
        move    n2,a
        asl     a               n3,b
        asl     a
        lsr     b               a1,n2
        lsr     b
        move    b1,n3
        lsr     b
        endm

; Computes the last pass, whose groups have one butterfly. In: N6 the data.
fx_fft4_last    macro
        move    n6,r0
        move    #2,n0
        move    r0,r1
        move    r0,r5
        move    n0,n4
        move    (r0)+
        move    r0,r4
        move    (r0)+n0
        move    r0,r2
        move    r4,r0
        move    #4,n1
        move    n0,n7
        move    n1,n2
        move    n1,n5
        move    #>fx_fft_cosines,r6
        move    r6,r7
        move    y:(r4),a
        move    x:(r2),x0       y:(r6),y1
        mac     x0,y1,a         x:(r6)+,x1      y:(r2)+n2,y0
        macr    y0,x1,a         y:(r4),b
        do      #FFT_POINTS/4,_butterflies
        subl    a,b             x:(r0),a        a,y:(r4)+n4
        mac     x0,x1,a         x:(r0)-,b       b,y:(r4)-
        macr    -y0,y1,a        x:(r4)-,x0
        subl    a,b             a,x:(r4)+       y:(r0),a
        mac     x0,y1,a         y:(r4)+,y0
        macr    y0,x1,a         b,x:(r4)-       y:(r0),b
        subl    a,b             x:(r0),a        a,y:(r5)
        mac     x0,x1,a         x:(r0)+,b       b,y:(r4)-
        macr    -y0,y1,a        x:(r0)-,x0      y:(r7),y1
        subl    a,b             a,x:(r0)+       y:(r5),a
        mac     x0,y1,a         x:(r7)+n7,x1    y:(r0)+,y0
        macr    y0,x1,a         b,x:(r0)-       y:(r5),b
        subl    a,b             x:(r1),a        a,y:(r5)+n5
        mac     x0,x1,a         x:(r1),b        b,y:(r4)+n4
        macr    -y0,y1,a        x:(r4)-,x0
        subl    a,b             a,x:(r1)+n1     y:(r4)+,a
        mac     -x0,x1,a        y:(r4)-,y0
        macr    y0,y1,a         b,x:(r0)+       y:(r4),b
        subl    a,b             x:(r0),a        a,y:(r4)+
        mac     x0,y1,a         x:(r0),b        b,y:(r4)+n4
        macr    y0,x1,a         x:(r2),x0       y:(r6),y1
        subl    a,b             a,x:(r0)+       y:(r4),a
        mac     x0,y1,a         x:(r6)+,x1      y:(r2)+n2,y0
        macr    y0,x1,a         b,x:(r0)+n0     y:(r4),b
_butterflies
        endm

; Computes a transform divided by FFT_POINTS. No value is limited if no input is above 1 in magnitude.
; In: X:(R0) the real parts and Y:(R0) the imaginary parts, FFT_POINTS of each, at a multiple of FFT_POINTS.
; Out: X:(R0) and Y:(R0) the transform, in bit-reversed order; R0 unchanged.
; Changes: A B X Y R0-R7 N0-N7 M0 M1 M4 M5
; Clocks: 2640 for 64 points, 548 for 16, 114 for 4
; Accuracy: 4 units of 2^-23 for 64 points
fx_fft4
        move    r0,n6
        or      #$04,mr                         ; scale down
        if      FFT_POINTS&$555                 ; FFT_POINTS is a power of four
        move    #>FFT_POINTS/4,n3
        move    #<1,n2
        else
        move    #>FFT_POINTS/2,n0
        move    #<1,n2
        fx_fft_stage
        move    #>FFT_POINTS/8,n3
        endif
        if      FFT_POINTS>8
_pass
        fx_fft4_pass
        jne     _pass
        move    #>$FFFF,m0
        move    m0,m1
        move    m0,m4
        move    m0,m5
        endif
        fx_fft4_last
        and     #$FB,mr
        move    n6,r0
        rts
        endif

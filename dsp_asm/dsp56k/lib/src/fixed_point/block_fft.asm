; SPDX-License-Identifier: MIT
; Computes a fast Fourier transform with one exponent for the block. A stage divides by 2 only if a value could
; otherwise be limited.

        if      !@def(fx_block_fft)
        include 'fft.asm'

; Selects the scaling mode of a stage: down if a real or imaginary part is above 1 / sqrt(8), so that no sum of two is
; above 1 in magnitude.
fx_block_scale  macro
        move    n6,r0
        move    n6,r4
        clr     a               x:(r0)+,x0
        do      #FFT_POINTS,_peak
        cmpm    x0,a            y:(r4)+,y0
        tlt     x0,a
        cmpm    y0,a            x:(r0)+,x0
        tlt     y0,a
_peak
        and     #$FB,mr
        move    #>0.35355339,x0
        cmpm    x0,a
        jle     _whole
        or      #$04,mr
        move    (r3)+
_whole
        endm

; Computes a transform divided by 2^R3. No value is limited if no input is above 1 in magnitude.
; In: X:(R0) the real parts and Y:(R0) the imaginary parts, FFT_POINTS of each.
; Out: X:(R0) and Y:(R0) the transform, in bit-reversed order; R3 the exponent, 0 to log2(FFT_POINTS); R0 unchanged.
; Changes: A B X Y R0-R7 N0-N2 N4-N7
; Clocks: 6526 for 64 points, at most
; Accuracy: 5 units of 2^-23 for 64 points; each stage that is not halved doubles an error
fx_block_fft
        move    r0,n6
        move    #>FFT_POINTS/2,n0
        move    #<1,n2
        move    #<0,r3
_stage
        fx_block_scale
        fx_fft_stage
        jne     _stage
        fx_block_scale
        fx_fft_last
        and     #$FB,mr
        move    n6,r0
        rts
        endif

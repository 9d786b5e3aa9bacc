; SPDX-License-Identifier: MIT
; Generates pseudo-random numbers with the linear congruential generator of POSIX drand48, s' = $5DEECE66D s + 11 modulo
; 2^48.

        if      !@def(fx_random)
; Computes the next number, which is uniform in -1 to 1.
; In: X the state s, 48 bits.
; Out: X the next state; A its upper word as a fraction.
; Changes: A B X Y
; Clocks: 44
fx_random
        clr     a               #>$ECE66D,y0
        move    x0,a0
        asl     a               #>$5DF,y1       ; A1 = bit 23 of X0, because products take X0 as signed
        add     x1,a
        move    a1,x1
        mpy     x1,y0,b
        mac     x0,y1,b
        asr     b
        mpy     x0,y0,a         b0,x1
        asr     a
        add     x1,a
        clr     b               #>11,x0
        move    x0,b0
        add     b,a
        move    a0,x0
        move    a1,x1
        tfr     x1,a
        rts
        endif

; SPDX-License-Identifier: MIT
; SINE AND COSINE of any angle, in constant time: an odd polynomial of degree 9 in z = 2 u, where the angle is folded
; to cos(pi x) = sin(pi u), u = 0.5 - |x|. Its coefficients are halves, because the first one is above 1.

        if      !@def(fx_sine)
; A sine. The result 1 is in A as such; a move limits it to $7FFFFF.
; In: A the angle over pi, a word: -1 to 1.
; Out: A sin(pi a).
; Changes: A B X Y0 R4
; Clocks: 48
; Accuracy: 4.2 units of 2^-23
fx_sine
        move    #0.5,x0
        sub     x0,a
        move    a1,a                            ; modulo 2
; A cosine, of which the same is true.
; In: A the angle over pi, a word: -1 to 1.
; Out: A cos(pi a).
; Changes: A B X Y0 R4
; Clocks: 42
; Accuracy: 4.2 units of 2^-23
fx_cosine
        abs     a               #0.5,x0
        sub     x0,a            #>fx_sine_coefficients,r4
        neg     a
        asl     a               y:(r4)+,y0
        move    a,x0
        mpyr    x0,x0,b         y:(r4)+,a
        move    b,x1
        macr    y0,x1,a         y:(r4)+,b
        move    a,y0
        macr    y0,x1,b         y:(r4)+,a
        move    b,y0
        macr    y0,x1,a         y:(r4)+,b
        move    a,y0
        macr    y0,x1,b
        move    b,y0
        mpy     y0,x0,a
        asl     a
        rnd     a
        rts

        org     y:
fx_sine_coefficients
        dc      7.541028133544165e-05,-0.002336113959515413,0.03984424026858608
        dc      -0.3229816799325065,0.7853981450111521
        org     p:
        endif

; SPDX-License-Identifier: MIT
; Computes sine and cosine of any angle in constant time. The angle is folded by cos(pi x) = sin(pi u), u = 0.5 - |x|,
; and an odd polynomial of degree 9 in z = 2 u is evaluated. Its first coefficient is above 1, so that z and the other
; terms are separate products.

        if      !@def(fx_sine)
; Computes a sine. A result of 1 or more, or below -1, is not limited in A; a move limits it.
; In: A the angle divided by pi, a word: -1 to 1.
; Out: A sin(pi a).
; Changes: A B X Y R4
; Clocks: 44
; Accuracy: 2.5 units of 2^-23
fx_sine
        move    #0.5,x0
        sub     x0,a
        move    a1,a                            ; modulo 2
; Computes a cosine. A result of 1 or more, or below -1, is not limited in A; a move limits it.
; In: A the angle divided by pi, a word: -1 to 1.
; Out: A cos(pi a).
; Changes: A B X Y R4
; Clocks: 38
; Accuracy: 2.5 units of 2^-23
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
        macr    y0,x1,a         y:(r4)+,y1
        move    a,y0
        mpyr    y0,x1,b         x0,a
        mac     x0,y1,a         b,y0
        macr    x0,y0,a
        rts

        org     y:
fx_sine_coefficients
        dc      1265,-39193,668475,-5418733,4788186     ; in units of 2^-23
        org     p:
        endif

; SPDX-License-Identifier: MIT
; Computes quotients of signed fractions, and reciprocals.

        if      !@def(fx_divide)
; Computes a quotient, truncated towards zero. If its magnitude is 1 or more, or the divisor is 0, the result is $7FFFFF
; or $800000.
; In: X1 the dividend; X0 the divisor.
; Out: A the quotient x1 / x0.
; Changes: A B Y
; Clocks: 86; 28 if the quotient is limited
; Accuracy: 1 unit of 2^-23
fx_divide
        tfr     x1,b
        eor     x0,b                            ; N is set if the quotient is negative
        tfr     x1,a            b1,y1
        cmpm    x0,a
        jge     fx_divide_limit
        abs     a
        and     #$FE,ccr
        rep     #24
        div     x0,a
        move    a0,y0
        tfr     y0,a
        neg     a               y1,b
        tst     b               a,y1
        tfr     y0,a
        tmi     y1,a
        rts
fx_divide_limit
        move    #>$7FFFFF,a
        move    y1,b
        tst     b               #$80,y0
        tmi     y0,a
        rts

; Computes a reciprocal as a mantissa from 0.5 to 1 and a power of two. The reciprocal of 0 is $7FFFFF times 2^24, which
; is larger than any other.
; In: A the number x, a word.
; Out: A the mantissa, with the sign of x; R0 the exponent, 0 to 24: 1/x = A * 2^R0.
; Changes: A B X Y R0 N0
; Clocks: 148; 154 for 0
; Accuracy: 1 unit of 2^-23
fx_reciprocal
        tfr     a,b             #<0,r0
        abs     a               b,x1
        rep     #23
        norm    r0,a
        move    r0,n0
        move    #<1,r0
        move    a,x0
        move    (r0)-n0
        move    #>$3FFFFF,a
        move    #>$FFFFFF,y0
        move    y0,a0
        and     #$FE,ccr
        rep     #24
        div     x0,a
        move    a0,y0
        tfr     y0,a            #<24,n0
        neg     a               x1,b
        tst     b               a,y1
        tfr     y0,a
        tmi     y1,a
        jne     fx_reciprocal_end
        move    #>$7FFFFF,a
        move    n0,r0
fx_reciprocal_end
        rts
        endif

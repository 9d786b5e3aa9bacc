; SPDX-License-Identifier: MIT
; Rotates a point by an angle, and computes the magnitude and the angle of a point, with the CORDIC algorithm. It has 24
; iterations of shifts and additions. Iteration i rotates by atan(2^-i) to the left or to the right, which also scales
; the magnitude; the factor of all iterations is 1.646760258.

        if      !@def(fx_rotate)
        org     y:
fx_cordic_table                                 ; 2^-i (1 - 2^-23), -2^-i, atan(2^-i) 2^i / pi
step    set     1.0
        dup     24
        dc      step*0.9999998807907104,-step,@atn(step)/(step*3.141592653589793)
step    set     step/2.0
        endm
        org     p:

; Computes an iteration. X1 is 2^-i or -2^-i; \sign is A in the rotation mode, B in the vectoring mode.
fx_cordic_step  macro   sign,condition
        tst     sign            y:(r4)+,x1
        move    y:(r4)+,b
        condition x1,b
        move    b,x1            y:(r4)+,y1
        mac     -y1,x1,a
        tfr     x0,b
        macr    -y0,x1,b
        tfr     y0,b            b,y1
        macr    x0,x1,b
        move    b,y0
        tfr     y1,b
        move    b,x0
        endm

; Rotates a point (rotation mode). Its magnitude must be at most 0.6, so that the result is below 1.
; In: X0 the point's x; Y0 its y; A the angle divided by pi, a word: -0.5 to 0.5.
; Out: X0 and Y0 the rotated point times 1.646760258.
; Changes: A B X Y R4
; Clocks: 590
; Accuracy: 8 units of 2^-23
fx_rotate
        move    #>fx_cordic_table,r4
        do      #24,_end
        fx_cordic_step a,tpl
_end
        rts

; Computes the magnitude and the angle of a point (vectoring mode). Its x must not be negative, and its magnitude must
; be at most 0.6.
; In: X0 the point's x; Y0 its y.
; Out: X0 the magnitude times 1.646760258; A the angle divided by pi, -0.5 to 0.5.
; Changes: A B X Y R4
; Clocks: 638
; Accuracy: 12 units of 2^-23, of the angle for a magnitude of 0.1 or more
fx_vector
        clr     a               #>fx_cordic_table,r4
        do      #24,_end
        tfr     y0,b
        fx_cordic_step b,tmi
_end
        rts
        endif

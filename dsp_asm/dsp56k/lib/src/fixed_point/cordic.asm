; SPDX-License-Identifier: MIT
; CORDIC: a rotation by an angle, and magnitude and angle of a point, by 24 steps of shifts and additions. A step turns
; by atan(2^-i), to the left or to the right, and makes the point longer; all together by 1.646760258.

        if      !@def(fx_rotate)
        org     y:
fx_cordic_table                                 ; 2^-i (1 less 2^-23), -2^-i, atan(2^-i) 2^i / pi
step    set     1.0
        dup     24
        dc      step*0.9999998807907104,-step,@atn(step)/(step*3.141592653589793)
step    set     step/2.0
        endm
        org     p:

; A step. P is 2^-i or -2^-i; \sign is A for a rotation, B for the vector mode.
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

; A rotation of a point. Its magnitude is at most 0.6, so that the result stays below 1.
; In: X0 the point's x; Y0 its y; A the angle over pi, a word: -0.5 to 0.5.
; Out: X0 and Y0 1.646760258 times the turned point.
; Changes: A B X Y R4
; Clocks: 590
; Accuracy: 8 units of 2^-23
fx_rotate
        move    #>fx_cordic_table,r4
        do      #24,_end
        fx_cordic_step a,tpl
_end
        rts

; Magnitude and angle of a point whose x is not negative. Its magnitude is at most 0.6.
; In: X0 the point's x; Y0 its y.
; Out: X0 1.646760258 times the magnitude; A the angle over pi, -0.5 to 0.5.
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

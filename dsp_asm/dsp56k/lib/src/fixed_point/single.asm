; SPDX-License-Identifier: MIT
; Converts between fractions and IEEE 754 single precision. The upper byte of the 32 bits is in X1, the lower three
; bytes are in X0.

        if      !@def(fx_from_single)
        org     y:
fx_single_scales                                ; -1 to -2^-23, then 0 for smaller powers
power   set     $800000
        dup     24
        dc      power
power   set     (power>>1)|$800000
        endm
        dc      0
        org     p:

; Converts a number to the nearest fraction. Numbers of magnitude 1 or more, infinities and NaN are limited with their
; sign.
; In: X the number.
; Out: A the fraction.
; Changes: A B X0 Y R4 N4
; Clocks: 66; 42 if limited
; Accuracy: 0.5 units of 2^-23
fx_from_single
        tfr     x0,b            #>$FF,y1
        lsl     b               #>126,y0
        tfr     x1,a
        rol     a
        lsr     b
        and     y1,a            b1,x0           ; the exponent; the mantissa without its leading bit
        sub     y0,a            #>$800000,b
        jgt     _signed
        neg     a               #>24,y0
        cmp     y0,a            #>fx_single_scales,r4
        tgt     y0,a
        move    a1,n4
        nop
        move    y:(r4+n4),y0
        tfr     y0,b
        mac     x0,y0,b
        asr     b
_signed
        tfr     b,a
        neg     a
        btst    #7,x1
        tcs     b,a
        rnd     a
        rts

; Converts a fraction to the number with the same value.
; In: A the fraction, a word.
; Out: X the number.
; Changes: A B X Y R0
; Clocks: 84
fx_to_single
        move    #126,r0                         ; the exponent
        move    a,x1
        move    #>$80,y0
        mpy     x1,y0,b         #<0,x0
        and     y0,b
        abs     a               b1,y1           ; the sign
        rep     #23
        norm    r0,a
        tst     a               r0,b
        teq     x0,b
        lsl     a
        lsl     a
        lsr     b
        ror     a
        or      y1,b            a1,x0
        move    b1,x1
        rts
        endif

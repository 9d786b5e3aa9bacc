; SPDX-License-Identifier: MIT
; Computes logarithms and powers to base 2, and decibels.

        if      !@def(fx_log2)
        include 'powers.asm'

; Computes a logarithm divided by 32. The result for 0 and for a negative number is -1.
; In: A the number, a word.
; Out: A log2(a) / 32, -23/32 to 0.
; Changes: A B X Y R0 R4
; Clocks: 138
; Accuracy: 0.7 units of 2^-23
fx_log2
        tfr     a,b             #<0,r0
        tst     a               b,x1
        rep     #23
        norm    r0,a
        move    #>fx_log2_coefficients,r4
        move    #0.75,x0
        sub     x0,a            r0,y0
        asl     a               #>$020000,x0
        asl     a
        mpy     x0,y0,b         a,x0            ; B0 = R0 / 32
        move    y:(r4)+,y0
        do      #7,_horner
        move    y:(r4)+,a
        macr    x0,y0,a
        move    a,y0
_horner
        move    #>$040000,x0
        mpyr    x0,y0,a         b0,y1
        add     y1,a
        tfr     x1,b            #$80,y1
        tst     b
        tle     y1,a
        rts

; Computes a level in decibels divided by 256. The result for 0 and for a negative number is below -192 dB.
; In: A the number, a word.
; Out: A 20 log10(a) / 256.
; Changes: A B X Y R0 R4
; Clocks: 154
; Accuracy: 1.2 units of 2^-23
fx_decibel
        jsr     fx_log2
        move    #0.7525749891599529,x0
        move    a,y0
        mpyr    x0,y0,a
        rts

; Computes a power of two. The result is $7FFFFF if the exponent is not negative, and 0 or 2^-23 if it is below -23.
; In: A the exponent divided by 32, a word.
; Out: A 2^(32 a).
; Changes: A B X Y0 R4 N4
; Clocks: 92
; Accuracy: 2.3 units of 2^-23
fx_exp2
        tfr     a,b             #>$20,y0
        move    b,x1
        move    a,x0
        mpy     x0,y0,b         #>fx_exp2_coefficients,r4
        move    b1,a                            ; the integer part, -32 to -1
        neg     a               b0,b
        lsr     b               a1,n4
        move    b1,x0                           ; the fraction, 0 to 1
        move    y:(r4)+,y0
        do      #6,_horner
        move    y:(r4)+,a
        macr    x0,y0,a
        move    a,y0
_horner
        move    #>fx_powers-1,r4
        tfr     x1,b
        tst     b
        move    y:(r4+n4),x0
        mpy     x0,y0,a         #>$7FFFFF,x0
        asl     a
        rnd     a
        tst     b
        tpl     x0,a
        rts

        org     y:
fx_log2_coefficients
        dc      0.00011816536988890942,-0.00039255278363000074,0.0011659803920448767
        dc      -0.004411850642464962,0.017818164347670425,-0.08015808470179729
        dc      0.4808976898670292,-0.41503723458606817
fx_exp2_coefficients
        dc      0.00010944611312111258,0.0006192152710870045,0.0048424880524628846
        dc      0.02774011055522205,0.12011527508049469,0.34657346228334046,0.5000000013221195
        org     p:
        endif

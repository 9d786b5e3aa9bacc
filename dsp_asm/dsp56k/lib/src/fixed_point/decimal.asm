; SPDX-License-Identifier: MIT
; Converts between fractions and decimal text with a character in each word: a sign, 0 or 1, a point, then digits, as in
; +0.125.

        if      !@def(fx_to_decimal)
; The tenths 0 to 0.9 with 48 bits: the upper word in Y, the lower word in X.
        org     y:
fx_tenths_high
digit   set     0
        dup     10
        dc      (digit<<23)/10
digit   set     digit+1
        endm
        org     x:
fx_tenths_low
digit   set     0
        dup     10
        dc      (((digit<<23)%10)<<24)/10
digit   set     digit+1
        endm
        org     p:

; Converts a fraction to text, truncated. With 23 digits the text is exact.
; In: A the fraction, a word; X:(R1) memory of N7 + 3 words; N7 the number of digits, not 0.
; Out: X:(R1) the text; R1 the address after the text.
; Changes: A B X0 Y R1
; Clocks: 10 N7 + 42
fx_to_decimal
        tst     a               #>'+',x0
        move    #>'-',b
        tpl     x0,b
        abs     a               b1,x:(r1)+
        lsl     a               #<0,b           ; carry = the digit before the point
        rol     b               #>'0',y1
        or      y1,b            #>'.',x0
        lsr     a               b1,x:(r1)+
        move    x0,x:(r1)+
        move    a1,x0
        move    #>5,y0
        do      n7,_end
        mpy     x0,y0,a
        asl     a                               ; A1 = the digit, A0 = twice the remainder
        or      y1,a            a0,b
        lsr     b               a1,x:(r1)+
        move    b1,x0
_end
        rts

; Converts text to a fraction, rounded. A number of magnitude 1 or more is not limited in A; a move limits it.
; In: X:(R0) the text: + or -, 0 or 1, a point and N7 digits; N7 the number of digits, not 0.
; Out: A the fraction.
; Changes: A B X Y R0 R3 R4 N0 N3 N4
; Clocks: 22 N7 + 56
; Accuracy: 0.8 units of 2^-23
fx_from_decimal
        move    n7,n0
        move    x:(r0)+,x1                      ; the sign
        move    x:(r0)+,y1                      ; the digit before the point
        move    (r0)+n0
        move    #>fx_tenths_high,r4
        move    #>fx_tenths_low,r3
        move    #>$0CCCCD,y0
        move    #>$0F,x0
        clr     a
        do      n7,_end
        move    x:(r0)-,b
        and     x0,b            a,x0
        move    b1,n4
        move    b1,n3
        move    y:(r4+n4),a
        move    x:(r3+n3),a0
        macr    x0,y0,a
        move    #>$0F,x0
_end
        tfr     y1,b
        lsr     b
        move    #<0,b
        ror     b                               ; 1 or 0, the digit before the point
        add     b,a
        tfr     a,b
        neg     b
        btst    #2,x1                           ; bit 2 is set in '-', clear in '+'
        tcs     b,a
        rts
        endif

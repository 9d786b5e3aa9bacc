; SPDX-License-Identifier: MIT
; MODULAR-INVERSE of Dusse and Kaliski for b = 2^24, by Newton's iteration, in constant time.
;
; The iteration y := y (2 - x y) from y = x is right in 3 bits, then in 6, 12 and 24. With e = x^2 - 1 the three factors
; are 1 - e, 1 + e^2 and 1 + e^4. The multiplier doubles, so its operands and results are halves of e, e^2 and e^4: y +
; 2 y (e / 2). Low words are equal for signed and unsigned factors.

        if      !@def(word_inverse)
; Computes the inverse of an odd word.
; In: A the odd word x.
; Out: B1 1/x mod 2^24.
; Changes: A B X0 Y0
; Clocks: 30
; Bounds: |A|, |B| <= 4 * 2^47
word_inverse
        move    a1,y0
        mpy     y0,y0,a         a1,b0           ; B0 = y
        asr     a
        asr     a                               ; the shifts drop the 1 of x^2
        move    a0,x0                           ; e / 2
        mac     -x0,y0,b
        mpy     x0,x0,a         b0,y0
        move    a0,x0                           ; e^2 / 2
        mac     x0,y0,b
        mpy     x0,x0,a         b0,y0
        move    a0,x0                           ; e^4 / 2
        mac     x0,y0,b
        move    b0,b
        rts
        endif

; SPDX-License-Identifier: MIT
; Processes vectors of complex numbers, with the real parts in X and the imaginary parts in Y at the same addresses.

        if      !@def(fx_complex_multiply)
; Multiplies two vectors element by element, with rounding and limiting. R1 may equal R0 or R4.
; In: X:(R0) and Y:(R0) the first vector; X:(R4) and Y:(R4) the second vector; N7 the number of elements, not 0.
; Out: X:(R1) and Y:(R1) the products.
; Changes: A B X Y R0 R1 R4
; Clocks: 12 N7 + 12
; Accuracy: 0.5 units of 2^-23
fx_complex_multiply
        move    l:(r0)+,x
        do      n7,_end
        move    l:(r4)+,y
        mpy     x1,y1,a
        macr    -x0,y0,a
        mpy     x1,y0,b
        macr    x0,y1,b         l:(r0)+,x
        move    ab,l:(r1)+
_end
        rts

; Computes a dot product without conjugation. Each part may be up to 256 in magnitude.
; In: X:(R0) and Y:(R0) the first vector; X:(R4) and Y:(R4) the second vector; N7 the number of elements, not 0.
; Out: A the real part, B the imaginary part, neither rounded.
; Changes: A B X Y R0 R4
; Clocks: 10 N7 + 14
fx_complex_dot
        clr     a               l:(r0)+,x
        clr     b
        do      n7,_end
        move    l:(r4)+,y
        mac     x1,y1,a
        mac     -x0,y0,a
        mac     x1,y0,b
        mac     x0,y1,b         l:(r0)+,x
_end
        rts

; Computes the squares of the elements' magnitudes, with rounding and limiting. R1 may equal R0.
; In: X:(R0) and Y:(R0) the vector; N7 the number of elements, not 0.
; Out: X:(R1) the squares.
; Changes: A X0 Y0 R0 R1 R4
; Clocks: 6 N7 + 14
; Accuracy: 0.5 units of 2^-23
fx_power
        move    r0,r4
        move    x:(r0)+,x0
        do      n7,_end
        mpy     x0,x0,a         y:(r4)+,y0
        macr    y0,y0,a         x:(r0)+,x0
        move    a,x:(r1)+
_end
        rts
        endif

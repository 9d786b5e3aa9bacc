; SPDX-License-Identifier: MIT
; Processes vectors and matrices.

        if      !@def(fx_dot)
; Computes a dot product, which may be up to 256 in magnitude.
; In: X:(R0) and Y:(R4) the vectors; N7 the number of words in each, not 0.
; Out: A the product, not rounded; R0 and R4 the addresses after the vectors, plus 1.
; Changes: A X0 Y0 R0 R4
; Clocks: 2 N7 + 10
fx_dot
        clr     a               x:(r0)+,x0      y:(r4)+,y0
        rep     n7
        mac     x0,y0,a         x:(r0)+,x0      y:(r4)+,y0
        rts

; Adds two vectors and limits each word. R1 may equal R0.
; In: X:(R0) and Y:(R4) the vectors; N7 the number of words in each, not 0.
; Out: X:(R1) the sum.
; Changes: A Y0 R0 R1 R4
; Clocks: 6 N7 + 10
fx_vector_add
        do      n7,_end
        move    x:(r0)+,a       y:(r4)+,y0
        add     y0,a
        move    a,x:(r1)+
_end
        rts

; Multiplies an N6 x N7 matrix by a vector; each word is rounded and limited.
; In: X:(R0) the matrix, in row-major order; Y:(R4) the vector of N7 words; N6, N7 not 0.
; Out: X:(R1) the product, a word for each line of the matrix.
; Changes: A X0 Y0 R0 R1 R3 R4
; Clocks: 12 + N6 (2 N7 + 14)
; Accuracy: 0.5 units of 2^-23
fx_matrix_vector
        move    r4,r3
        do      n6,_end
        clr     a               r3,r4
        move    x:(r0)+,x0
        move    y:(r4)+,y0
        rep     n7
        mac     x0,y0,a         x:(r0)+,x0      y:(r4)+,y0
        rnd     a               (r0)-
        move    a,x:(r1)+
_end
        rts

; Multiplies an N6 x N5 matrix by an N5 x N4 matrix; each word is rounded and limited.
; In: X:(R0) the left matrix and Y:(R4) the right matrix, in row-major order; N6, N5, N4 not 0.
; Out: X:(R1) the product, in the same order.
; Changes: A X0 Y0 R0 R1 R3-R6
; Clocks: 14 + N6 (12 + N4 (2 N5 + 16))
; Accuracy: 0.5 units of 2^-23
fx_matrix_product
        move    r4,r6
        move    r0,r3
        do      n6,_lines
        move    r6,r5
        do      n4,_columns
        move    r3,r0
        move    r5,r4
        clr     a               (r5)+
        move    x:(r0)+,x0      y:(r4)+n4,y0
        rep     n5
        mac     x0,y0,a         x:(r0)+,x0      y:(r4)+n4,y0
        rnd     a
        move    a,x:(r1)+
_columns
        move    (r0)-
        move    r0,r3
_lines
        rts

; Computes the largest magnitude in a vector. The magnitude of -1 is 1, which is not limited in A; a move limits it.
; In: X:(R0) the vector; N7 the number of words, not 0.
; Out: A the magnitude; R0 the address after the vector, plus 1.
; Changes: A B R0
; Clocks: 8 N7 + 14
fx_peak
        clr     a               x:(r0)+,b
        abs     b
        do      n7,_end
        cmp     a,b
        tgt     b,a
        move    x:(r0)+,b
        abs     b
_end
        rts
        endif

; SPDX-License-Identifier: MIT
; VECTORS AND MATRICES.

        if      !@def(fx_dot)
; A dot product, which may be up to 256 in magnitude.
; In: X:(R0) and Y:(R4) the vectors; N7 their number of words, not 0.
; Out: A the product, not rounded; R0 and R4 one word behind the vectors.
; Changes: A X0 Y0 R0 R4
; Clocks: 2 N7 + 10
fx_dot
        clr     a               x:(r0)+,x0      y:(r4)+,y0
        rep     n7
        mac     x0,y0,a         x:(r0)+,x0      y:(r4)+,y0
        rts

; A sum of vectors, each word limited. R1 may equal R0.
; In: X:(R0) and Y:(R4) the vectors; N7 their number of words, not 0.
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

; A matrix times a vector, each word rounded and limited.
; In: X:(R0) the matrix, line by line; Y:(R4) the vector; N7 its words, N6 the lines, neither 0.
; Out: X:(R1) the product, a word for each line.
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

; A matrix times a matrix, each word rounded and limited.
; In: X:(R0) the left matrix, line by line; Y:(R4) the right one, line by line; N6 the lines of the left one; N5 its
;   columns, which are the lines of the right one; N4 the columns of the right one; none 0.
; Out: X:(R1) the product, line by line.
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

; The largest magnitude of a vector; that of -1 is 1, which a move limits.
; In: X:(R0) the vector; N7 its words, not 0.
; Out: A the magnitude; R0 one word behind the vector.
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

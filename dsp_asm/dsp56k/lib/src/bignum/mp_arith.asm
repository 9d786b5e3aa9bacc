; SPDX-License-Identifier: MIT
; MULTIPLE-PRECISION ARITHMETIC on signed digits, n = X:mp_len digits.
;
; R1 may equal R0. The time depends only on n. A sum s consists of a digit and a carry: the digit is A1, the carry is A2
; after the addition of 2^23. The last loads of a loop read one word behind the operands.

        if      !@def(mp_add)
        include 'mp_memory.asm'

; Adds two numbers.
; In: X:(R0), Y:(R4) the terms.
; Out: X:(R1) their sum; A the carry digit (-1, 0, 1), flags set.
; Changes: A X0 Y R0 R1 R4
; Clocks: 192 at n = 22
; Bounds: |A|, |B| <= 3 * 2^47
mp_add
        move    #$800000,y1
; Adds two numbers with Y1 = 0: computes a sum that is not negative, in plain words.
; Changes: A X0 Y0 R0 R1 R4
; Bounds: |A|, |B| <= 3 * 2^47
mp_add_words
        clr     a               x:(r0)+,x0      y:(r4)+,y0
        do      x:<mp_len,_end
        add     x0,a            x:(r0)+,x0
        add     y0,a            y:(r4)+,y0
        sub     y1,a            a1,x:(r1)+
        move    a2,a
_end
        tst     a
        rts

; Subtracts two numbers.
; In: X:(R0) the minuend; Y:(R4) the subtrahend.
; Out: X:(R1) the difference; A the carry digit (-1, 0, 1), flags set.
; Changes: A X0 Y R0 R1 R4
; Clocks: 192 at n = 22
; Bounds: |A|, |B| <= 3 * 2^47
mp_sub
        move    #$800000,y1
        clr     a               x:(r0)+,x0      y:(r4)+,y0
        do      x:<mp_len,_end
        add     x0,a            x:(r0)+,x0
        sub     y0,a            y:(r4)+,y0
        sub     y1,a            a1,x:(r1)+
        move    a2,a
_end
        tst     a
        rts

; Determines the sign of a number.
; In: X:(R0) the number.
; Out: A has the sign of the number and is zero for zero, flags set.
; Changes: A B R0
; Bounds: |A|, |B| <= 2^47
mp_sign
        clr     a               x:(r0)+,b
        do      x:<mp_len,_end
        tst     b
        tne     b,a
        move    x:(r0)+,b
_end
        tst     a
        rts

; Compares two numbers.
; In: X:(R0), Y:(R4) the numbers.
; Out: A has the sign of the first number minus the second and is zero if they are equal, flags set.
; Changes: A B Y0 R0 R4
; Clocks: 146 at n = 22
; Bounds: |A|, |B| <= 2 * 2^47
mp_compare
        clr     a               x:(r0)+,b       y:(r4)+,y0
        do      x:<mp_len,_end
        sub     y0,b            y:(r4)+,y0
        tne     b,a                             ; the highest difference that is not zero
        move    x:(r0)+,b
_end
        tst     a
        rts

; Copies a number from X to Y, one word per instruction cycle.
; In: X:(R0) the number.
; Out: Y:(R4) the copy.
; Changes: A R0 R4
mp_copy
        move    x:(r0)+,a
        rep     x:<mp_len
        move    x:(r0)+,a       a,y:(r4)+
        move    (r0)-
        rts

; Copies a number from X to X.
; In: X:(R0) the number.
; Out: X:(R1) the copy.
; Changes: X0 R0 R1
mp_copy_x
        do      x:<mp_len,_end
        move    x:(r0)+,x0
        move    x0,x:(r1)+
_end
        rts

; Converts plain words to digits.
; In: X:(R0) plain (unsigned) words.
; Out: X:(R1) the digits; A the carry, which is not zero if the number needs more than n digits, flags set.
; Changes: A B Y1 R0 R1 N7
; Bounds: |A|, |B| <= 3 * 2^47
mp_digits
        move    x:<mp_len,n7
; Converts N7 plain words to digits.
; In: X:(R0) plain (unsigned) words, N7 their number.
; Out: X:(R1) the digits; A the carry, which is not zero if the number needs more digits than it has words, flags set.
; Changes: A B Y1 R0 R1
; Bounds: |A|, |B| <= 3 * 2^47
mp_digits_n7
        clr     b               #$800000,y1
        clr     a               x:(r0)+,b1      ; unsigned: B2 stays 0
        do      n7,_end
        add     b,a             x:(r0)+,b1
        sub     y1,a            a1,x:(r1)+
        move    a2,a
_end
        tst     a               (r0)-
        rts

; Converts digits to plain words.
; In: X:(R0) a number that is not negative.
; Out: X:(R1) its plain words.
; Changes: A X0 R0 R1
; Bounds: |A|, |B| <= 2 * 2^47
mp_words
        clr     a               x:(r0)+,x0
        do      x:<mp_len,_end
        add     x0,a            x:(r0)+,x0
        move    a1,x:(r1)+
        move    a2,a                            ; borrow: 0 or -1
_end
        rts

; Multiplies two numbers. The product must not overwrite them.
; In: X:(R2), Y:(R6) the factors.
; Out: X:(R3) the product, 2n digits.
; Changes: A B X Y R0 R2-R4 R6 R7 N7
; Clocks: 2138 at n = 22
; Bounds: |A|, |B| <= (n + 1) 2^47
mp_multiply
        jsr     mp_rounding
        do      x:<mp_len,_low                  ; columns 0..n-1, each k+1 products
        move    r2,r0
        move    r6,r4
        move    (r6)+
        move    x:(r0)+,x0      y:(r4)-,y0
        rep     r7
        mac     x0,y0,a         x:(r0)+,x0      y:(r4)-,y0
        asr     a               (r7)+
        mac     x1,y1,a         a0,x:(r3)+
        move    a2,b
        move    a1,b0
        tfr     b,a
        asl     a
_low
        move    (r6)-
        move    (r7)-
        move    (r7)-                           ; columns n..2n-2, each 2n-1-k products
        move    r7,n7
        move    (r2)+
        do      n7,_high
        move    r2,r0
        move    r6,r4
        move    (r2)+
        move    x:(r0)+,x0      y:(r4)-,y0
        rep     r7
        mac     x0,y0,a         x:(r0)+,x0      y:(r4)-,y0
        asr     a               (r7)-
        mac     x1,y1,a         a0,x:(r3)+
        move    a2,b
        move    a1,b0
        tfr     b,a
        asl     a
_high
        asr     a
        move    a0,x:(r3)                       ; column 2n-1: the last carry
        rts

; Sets the constants that round the sum of a column to its carry: 2 * X1 * Y1 = 2^23.
; Out: X1, Y1 the constants; R7 = 1; A = 0.
; Changes: A X1 Y1 R7
mp_rounding
        move    #$010000,x1
        move    #>$40,y1
        move    #1,r7
        clr     a
        rts
        endif

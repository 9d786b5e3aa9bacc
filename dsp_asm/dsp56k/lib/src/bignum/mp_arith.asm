; MULTIPLE-PRECISION ARITHMETIC on signed digits, n = X:mp_len digits.
;
; R1 may equal R0.  Time depends on n alone.  A sum s is one digit and a carry:
; the digit is A1, the carry A2 after s + 2^23.  The last loads of a loop read
; one word beyond the operands.

; X:(R1) = X:(R0) + Y:(R4), A = carry digit (-1, 0, 1).
; Changes: A X0 Y R0 R1 R4
; Clocks: 192 at n = 22
mp_add
        move    #$800000,y1
        clr     a               x:(r0)+,x0      y:(r4)+,y0
        do      x:<mp_len,_end
        add     x0,a            x:(r0)+,x0
        add     y0,a            y:(r4)+,y0
        sub     y1,a            a1,x:(r1)+
        move    a2,a
_end
        tst     a
        rts

; X:(R1) = X:(R0) - Y:(R4), A = carry digit.
; Changes: A X0 Y R0 R1 R4
; Clocks: 192 at n = 22
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

; A = a word with the sign of X:(R0), zero for zero (flags set).
; Changes: A B R0
mp_sign
        clr     a               x:(r0)+,b
        do      x:<mp_len,_end
        tst     b
        tne     b,a
        move    x:(r0)+,b
_end
        tst     a
        rts

; A = a word with the sign of X:(R0) - Y:(R4) (flags set).
; Changes: A B Y0 R0 R4
; Clocks: 146 at n = 22
mp_compare
        clr     a               x:(r0)+,b       y:(r4)+,y0
        do      x:<mp_len,_end
        sub     y0,b            y:(r4)+,y0
        tne     b,a                             ; the highest difference stays
        move    x:(r0)+,b
_end
        tst     a
        rts

; Y:(R4) = X:(R0).
; Changes: X0 R0 R4
mp_copy
        do      x:<mp_len,_end
        move    x:(r0)+,x0
        move    x0,y:(r4)+
_end
        rts

; X:(R1) = X:(R0).
; Changes: X0 R0 R1
mp_copy_x
        do      x:<mp_len,_end
        move    x:(r0)+,x0
        move    x0,x:(r1)+
_end
        rts

; X:(R1) = digits of the plain (unsigned) words X:(R0); A = carry: not zero if n digits are too
; few (flags set).
; Changes: A B Y1 R0 R1
mp_digits
        move    #$800000,y1
        clr     b
        do      x:<mp_len,_end
        clr     a
        move    x:(r0)+,a1                      ; unsigned: A2 stays 0
        add     b,a
        sub     y1,a            a1,x:(r1)+
        move    a2,b
_end
        tfr     b,a
        tst     a
        rts

; X:(R1) = plain words of the number X:(R0), not negative.
; Changes: A B R0 R1
mp_words
        clr     b
        do      x:<mp_len,_end
        move    x:(r0)+,a
        add     b,a
        move    a1,x:(r1)+
        move    a2,b                            ; the borrow: 0 or -1
_end
        rts

; X:(R3) = X:(R2) * Y:(R6), 2n digits; not in place.
; Changes: A B X Y R0 R2-R4 R6 R7 N7
; Clocks: 2138 at n = 22
mp_multiply
        jsr     mp_rounding
        do      x:<mp_len,_low                  ; columns 0..n-1, k+1 products
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
        move    (r7)-                           ; columns n..2n-2, 2n-1-k products
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

; 2 * X1 * Y1 = 2^23 rounds a column sum to its carry
; Changes: A X1 Y1 R7
mp_rounding
        move    #$010000,x1
        move    #>$40,y1
        move    #1,r7
        clr     a
        rts

; Column k of a square holds every cross product a(i) a(k-i), i < k-i, twice and,
; for even k, the square of the middle digit.  The R7 cross products gather in B
; and are doubled as they join the carry A; the middle digit is loaded after them.
square_column   macro   middle
        move    r2,r0
        move    r6,r4
        clr     b               x:(r0)+,x0
        move    y:(r4)-,y0
        rep     r7
        mac     x0,y0,b         x:(r0)+,x0      y:(r4)-,y0
        addl    a,b
        if      middle
        mac     x0,y0,b
        endif
        asr     b
        mac     x1,y1,b         b0,x:(r3)+
        move    b2,a
        move    b1,a0
        asl     a
        endm

; column 0 or 2n-2: the square of one digit
square_digit    macro
        move    x:(r2),x0       y:(r6),y0
        mac     x0,y0,a
        asr     a
        mac     x1,y1,a         a0,x:(r3)+
        endm

; X:(R3) = a^2, 2n digits; a at X:(R2) and Y:(R6); not in place.
; Changes: A B X Y R0 R2-R4 R6 R7 N3 N7
; Clocks: 1812 at n = 22
mp_square
        jsr     mp_rounding                     ; R7 = 1
        move    x:<mp_len,b
        lsr     b
        move    b1,n7                           ; n/2
        move    x:<mp_len,b
        move    #>1,x0
        sub     x0,b
        lsr     b
        move    b1,n3                           ; (n-1)/2
        square_digit
        move    a2,b
        move    a1,b0
        tfr     b,a
        asl     a
        move    n3,b
        tst     b
        jeq     _middle
        do      n3,_low                         ; columns 1, 2 ... n-1 or n-2
        move    (r6)+
        square_column 0
        move    (r6)+
        square_column 1
        move    (r7)+
_low
        jclr    #0,x:<mp_len,_middle
        move    (r2)+                           ; n odd: column n
        jmp     _odd
_middle
        move    (r6)+                           ; n even: column n-1
_odd
        move    n7,r7
        square_column 0
        move    n7,r7                           ; pairs to come: n/2 - 1, n odd: the same
        nop
        move    (r7)-
        move    r7,b
        tst     b
        jeq     _last
        move    r7,n7
        do      n7,_high                        ; columns n or n+1 ... 2n-3
        move    (r2)+
        square_column 1
        move    (r2)+
        square_column 0
        move    (r7)-
_high
_last
        move    (r2)+
        square_digit
        move    a1,x:(r3)                       ; column 2n-1: the last carry
        rts

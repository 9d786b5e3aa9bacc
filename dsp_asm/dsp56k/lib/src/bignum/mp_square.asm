; SPDX-License-Identifier: MIT
; MULTIPLE-PRECISION SQUARE on signed digits, n = X:mp_len digits; after mp_arith.asm.

        if      !@def(mp_square)
        include 'mp_memory.asm'

; Computes column k of a square. The column contains every cross product a(i) a(k-i), i < k-i, twice and, for even k,
; the square of the middle digit. The cross products accumulate in B and are doubled when they are added to the carry;
; the last load is the middle digit.
; In: R2, R6 the first digits; R7 number of cross products; A the carry; \middle 1 for even k.
; Out: X:(R3)+ the digit; A the next carry.
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

; Computes column 0 or 2n-2: the square of one digit.
; In: R2, R6 the digit; A the carry.
; Out: X:(R3)+ the digit; A the sum from which the next carry must be extracted.
square_digit    macro
        move    x:(r2),x0       y:(r6),y0
        mac     x0,y0,a
        asr     a
        mac     x1,y1,a         a0,x:(r3)+
        endm

; Squares a number. The square must not overwrite it.
; In: X:(R2), Y:(R6) two copies of the number.
; Out: X:(R3) its square, 2n digits.
; Changes: A B X Y R0 R2-R4 R6 R7 N3 N7
; Clocks: 1812 at n = 22
; Bounds: |A|, |B| <= (n + 1) 2^47
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
        do      n3,_low                         ; columns 1, 2 ... n-1 (n odd) or n-2 (n even)
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
        move    n7,r7                           ; pairs of the remaining columns: n/2 - 1 for even and odd n
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

        include 'mp_arith.asm'
        endif

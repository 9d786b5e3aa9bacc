; SPDX-License-Identifier: MIT
; MONTGOMERY PRODUCT, the final algorithm of Dusse and Kaliski (their "Improvement 3"): product scanning (convolution
; sums) with interleaved reduction on n signed digits.
;
; The value is at X:mp_xv and Y:mp_yv (two equal copies, both replaced), the operand at Y:mp_yt (preserved). Operands in
; [-N, N-1] give a result in [-N, N-1]. X:mp_xm is scratch.
;
; The multiplier doubles: the accumulator holds 2T. The sum of a column, 2n products, stays below 2n * 2^47 < 2^55. Odd
; columns access the digits in the opposite order, so that no pointer must be set again. Odd columns accumulate in B,
; even columns in A; the shift by 24 is two moves into the other accumulator.

        if      !@def(mont_setup)
        include 'mp_memory.asm'

; Computes a column of the high half. `sum` holds the carry of the column before and receives the sum; the next carry
; goes to `carry`. R0 and R1 step by `step_x`, R4 and R5 by `step_y`. The last loads only move R0, R4, R1 and R5 to the
; start of the next column, by `last_r0`, `last_r4`, `last_r1` and `last_r5`. The signed digit is the low word of T, the
; carry is (T + 2^23) / 2^24.
high_column     macro   sum,carry,step_x,step_y,last_r0,last_r4,last_r1,last_r5
        move    x:(r0)\step_x,x0 y:(r4)\step_y,y0
        do      r7,_terms
        mac     x0,y0,sum       x:(r1)\step_x,x0 y:(r5)\step_y,y0
        mac     x0,y0,sum       x:(r0)\step_x,x0 y:(r4)\step_y,y0
_terms
        mac     x0,y0,sum       x:(r1)\step_x,x0 y:(r5)\step_y,y0
        mac     x0,y0,sum       x:(r0)\last_r0,x0 y:(r4)\last_r4,y0
        asr     sum             x:(r1)\last_r1,x0 y:(r5)\last_r5,y0
        move    \sum\0,y:(r6)+
        mac     x1,y1,sum       \sum\0,x:(r2)+  ; store the digit, add 2^23
        move    \sum\2,carry
        move    \sum\1,\carry\0
        asl     carry           (r7)-
        endm

; Computes the constants of a modulus.
; In: Y:mp_yn the modulus N, odd; X:mp_len = n.
; Out: X:mp_ninv, X:mp_pinv, X:mp_odd, X:mp_even.
; Changes: A B X0 Y0
; Clocks: 66
mont_setup
        move    y:mp_yn,a
        jsr     word_inverse                    ; B1 = 1/n0 mod 2^24
        neg     b               b1,x:<mp_pinv
        move    b1,x:<mp_ninv

; Computes X:mp_odd and X:mp_even, which depend only on the number of digits.
; Changes: A X0
mont_lengths
        move    x:<mp_len,a
        move    #>1,x0
        sub     x0,a
        lsr     a
        move    a1,x:<mp_odd                    ; (n-1)/2
        move    x:<mp_len,a
        lsr     a
        sub     x0,a
        move    a1,x:<mp_even                   ; n/2 - 1
        rts

; Computes value = value^2 * 2^(-24 n) mod N, X:mp_cnt times (not 0). Only X:mp_xv must hold the value.
; Changes: A B X Y R0-R7 N0 N1 N4 N5
mont_squares
        move    #mp_xv,r0
        move    #mp_yv,r4
        do      x:<mp_len,_copied
        move    x:(r0)+,x0
        move    x0,y:(r4)+
_copied
        do      x:<mp_cnt,_end
        jsr     mont_square
        nop
_end
        rts

; Computes a Montgomery square: value = value^2 * 2^(-24 n) mod N.
; In: as for mont_product, without the operand.
; Out: X:mp_xv and Y:mp_yv the square, in [-N, N-1].
; Changes: A B X Y R0-R7 N0 N1 N4 N5
; Clocks: 2958 at n = 22
; Bounds: |A|, |B| <= (2n + 1) 2^47
mont_square
        move    #mp_yv,r4
        jmp     mont_value

; Computes a Montgomery product: value = value * operand * 2^(-24 n) mod N.
; In: X:mp_xv and Y:mp_yv the value, Y:mp_yt the operand, both in [-N, N-1]; Y:mp_yn the modulus N; constants of
;   mont_setup.
; Out: X:mp_xv and Y:mp_yv the product, in [-N, N-1].
; Changes: A B X Y R0-R7 N0 N1 N4 N5
; Clocks: 1018 at n = 11, 2952 at n = 22, 9338 at n = 43
; Bounds: |A|, |B| <= (2n + 1) 2^47
mont_product
        move    #mp_yt,r4
; Computes the product of the value and the operand Y:(R4). Only X:mp_xv must hold the value.
; Changes: A B X Y R0-R7 N0 N1 N4 N5
; Bounds: |A|, |B| <= (2n + 1) 2^47
mont_value
        move    #mp_xv,r0
        move    #mp_xv,r2
        move    #mp_yv,r6

; Computes the product at other addresses: R0 = A in X, R4 = B in Y, R2 = result in X, R6 = result in Y. The results may
; overwrite A and B.
; Changes: A B X Y R0-R7 N0 N1 N4 N5
; Bounds: |A|, |B| <= (2n + 1) 2^47
mont_columns
        move    #mp_xm,r1
        move    #mp_xm,r3
        move    #mp_yn,r5
        move    #1,r7                           ; number of terms of the next column, less one
        move    #2,n0
        move    #2,n1
        move    #2,n4
        move    #2,n5
        move    x:<mp_ninv,x1
        move    y:(r5)+,y1                      ; n0; R5 -> n1

; Low half, column 0: a0 b0 + m0 n0
        move    x:(r0)+,x0      y:(r4),y0
        mpy     x0,y0,a
        tfr     a,b
        asr     b
        move    b0,y0                           ; t0
        mpy     x1,y0,b
        asr     b
        move    b0,x0                           ; m0 = t0 * (-1/n0) mod 2^24
        mac     x0,y1,a         x0,x:(r3)+
        move    a2,b                            ; B = A / 2^24, exactly
        move    a1,b0
        move    x:<mp_odd,a
        tst     a
        jeq     _last_odd
        do      x:<mp_odd,_low

; odd column k: a(k)..a(0) with b(0)..b(k), m(k-1)..m(0) with n(1)..n(k)
        move    x:(r0)-,x0      y:(r4)+,y0
        do      r7,_down
        mac     x0,y0,b         x:(r1)-,x0      y:(r5)+,y0
        mac     x0,y0,b         x:(r0)-,x0      y:(r4)+,y0
_down
        mac     x0,y0,b         (r0)+           ; R0 -> a(0)
        tfr     b,a             (r1)+           ; R1 -> m(0)
        asr     a               (r7)+
        move    a0,y0
        mpy     x1,y0,a
        asr     a
        move    a0,x0
        mac     x0,y1,b         x0,x:(r3)+
        move    b2,a
        move    b1,a0

; even column k: a(0)..a(k) with b(k)..b(0), m(0)..m(k-1) with n(k)..n(1)
        move    x:(r0)+,x0      y:(r4)-,y0
        do      r7,_up
        mac     x0,y0,a         x:(r1)+,x0      y:(r5)-,y0
        mac     x0,y0,a         x:(r0)+,x0      y:(r4)-,y0
_up
        mac     x0,y0,a         (r4)+           ; R4 -> b(0)
        tfr     a,b             (r5)+           ; R5 -> n(1)
        asr     b               (r7)+
        move    b0,y0
        mpy     x1,y0,b
        asr     b
        move    b0,x0
        mac     x0,y1,a         x0,x:(r3)+
        move    a2,b
        move    a1,b0
_low
        jset    #0,x:<mp_len,_odd_length

; n even: one more odd column ends the low half; the high half starts with ascending a
_last_odd
        move    x:(r0)-,x0      y:(r4)+,y0
        do      r7,_down_last
        mac     x0,y0,b         x:(r1)-,x0      y:(r5)+,y0
        mac     x0,y0,b         x:(r0)-,x0      y:(r4)+,y0
_down_last
        mac     x0,y0,b         (r0)+n0         ; R0 -> a(1)
        tfr     b,a             (r1)+n1         ; R1 -> m(1)
        asr     a               (r4)-           ; R4 -> b(n-1)
        move    a0,y0
        mpy     x1,y0,a         (r5)-           ; R5 -> n(n-1)
        asr     a               (r7)-
        move    a0,x0
        mac     x0,y1,b         x0,x:(r3)+
        move    b2,a
        move    b1,a0
        move    #$010000,x1                     ; 2 * X1 * Y1 = 2^23, half a digit
        move    #>$40,y1
        jmp     _high

; n odd: the high half starts with an odd column, n
_odd_length
        move    (r0)-                           ; R0 -> a(n-1)
        move    (r4)+                           ; R4 -> b(1)
        move    (r7)-                           ; n-1 terms, less one
        move    (r7)-
        move    #$010000,x1
        move    #>$40,y1
        high_column b,a,-,+,+n0,-,+n1,-

_high
        move    x:<mp_even,b
        tst     b
        jeq     _last
        do      x:<mp_even,_pairs
        high_column a,b,+,-,-,+n4,-,+n5
        high_column b,a,-,+,+n0,-,+n1,-
_pairs

; column 2n-2: a(n-1) b(n-1) + m(n-1) n(n-1); its carry is the top digit
_last
        move    x:(r0),x0       y:(r4),y0
        mac     x0,y0,a         x:(r1),x0       y:(r5),y0
        mac     x0,y0,a
        asr     a
        move    a0,y:(r6)+
        mac     x1,y1,a         a0,x:(r2)+
        move    a1,x:(r2)
        move    a1,y:(r6)
        rts

        include 'word_inverse.asm'
        endif

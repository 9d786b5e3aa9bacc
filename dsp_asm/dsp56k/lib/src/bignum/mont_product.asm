; MONTGOMERY PRODUCT, the final algorithm of Dusse and Kaliski (their
; "Improvement 3"): convolution sums, reduction interleaved, n signed digits.
;
;   mont_setup    modulus Y:mp_yn, X:mp_len = n  ->  X:mp_ninv, mp_pinv, mp_odd, mp_even
;   mont_square   value = value^2 * 2^(-24 n) mod N
;   mont_squares  the same X:mp_cnt times, not 0
;   mont_product  value = value * operand * 2^(-24 n) mod N
;
; The value is at X:mp_xv and Y:mp_yv (two equal copies, both replaced), the
; operand at Y:mp_yt (kept).  Operands in [-N, N-1] give a result in [-N, N-1].
; Scratch: X:mp_xm.  Register-level entry for other places:
;
;   mont_columns  R0 = A in X, R4 = B in Y, R2 = result in X, R6 = result in Y;
;                 the results may overwrite A and B.  All registers change.
;
; The multiplier doubles: the accumulator holds 2T.  A column's sum of 2n
; products stays below 2n * 2^47 < 2^55.  Odd columns run through the digits
; backwards, so that no pointer is ever reset; odd columns gather in B, even
; columns in A, and the shift by 24 is two moves into the other accumulator.

mont_setup
        MOVE    Y:mp_yn,A
        JSR     word_inverse            ; B1 = 1/n0 mod 2^24
        NEG     B               B1,X:<mp_pinv
        MOVE    B1,X:<mp_ninv
        MOVE    X:<mp_len,A
        MOVE    #>1,X0
        SUB     X0,A
        LSR     A
        MOVE    A1,X:<mp_odd            ; (n-1)/2
        MOVE    X:<mp_len,A
        LSR     A
        SUB     X0,A
        MOVE    A1,X:<mp_even           ; n/2 - 1
        RTS

mont_squares
        DO      X:<mp_cnt,_end
        JSR     mont_square
        NOP
_end
        RTS

mont_square
        MOVE    #mp_yv,R4
        JMP     mont_value
mont_product
        MOVE    #mp_yt,R4
mont_value
        MOVE    #mp_xv,R0
        MOVE    #mp_xv,R2
        MOVE    #mp_yv,R6
mont_columns
        MOVE    #mp_xm,R1
        MOVE    #mp_xm,R3
        MOVE    #mp_yn,R5
        MOVE    #1,R7                   ; terms in the coming column, less one
        MOVE    #2,N0
        MOVE    #2,N1
        MOVE    #2,N4
        MOVE    #2,N5
        MOVE    X:<mp_ninv,X1
        MOVE    Y:(R5)+,Y1              ; n0; R5 -> n1

; Low half, column 0: a0 b0 + m0 n0
        MOVE    X:(R0)+,X0      Y:(R4),Y0
        MPY     X0,Y0,A
        TFR     A,B
        ASR     B
        MOVE    B0,Y0                   ; t0
        MPY     X1,Y0,B
        ASR     B
        MOVE    B0,X0                   ; m0 = t0 * (-1/n0) mod 2^24
        MAC     X0,Y1,A         X0,X:(R3)+
        MOVE    A2,B                    ; B = A / 2^24, exactly
        MOVE    A1,B0
        MOVE    X:<mp_odd,A
        TST     A
        JEQ     _last_odd
        DO      X:<mp_odd,_low

; odd column k: a(k)..a(0) with b(0)..b(k), m(k-1)..m(0) with n(1)..n(k)
        MOVE    X:(R0)-,X0      Y:(R4)+,Y0
        DO      R7,_down
        MAC     X0,Y0,B         X:(R1)-,X0      Y:(R5)+,Y0
        MAC     X0,Y0,B         X:(R0)-,X0      Y:(R4)+,Y0
_down
        MAC     X0,Y0,B         (R0)+           ; R0 -> a(0)
        TFR     B,A             (R1)+           ; R1 -> m(0)
        ASR     A               (R7)+
        MOVE    A0,Y0
        MPY     X1,Y0,A
        ASR     A
        MOVE    A0,X0
        MAC     X0,Y1,B         X0,X:(R3)+
        MOVE    B2,A
        MOVE    B1,A0

; even column k: a(0)..a(k) with b(k)..b(0), m(0)..m(k-1) with n(k)..n(1)
        MOVE    X:(R0)+,X0      Y:(R4)-,Y0
        DO      R7,_up
        MAC     X0,Y0,A         X:(R1)+,X0      Y:(R5)-,Y0
        MAC     X0,Y0,A         X:(R0)+,X0      Y:(R4)-,Y0
_up
        MAC     X0,Y0,A         (R4)+           ; R4 -> b(0)
        TFR     A,B             (R5)+           ; R5 -> n(1)
        ASR     B               (R7)+
        MOVE    B0,Y0
        MPY     X1,Y0,B
        ASR     B
        MOVE    B0,X0
        MAC     X0,Y1,A         X0,X:(R3)+
        MOVE    A2,B
        MOVE    A1,B0
_low
        JSET    #0,X:<mp_len,_odd_length

; n even: one more odd column ends the low half; the high half starts upwards
_last_odd
        MOVE    X:(R0)-,X0      Y:(R4)+,Y0
        DO      R7,_down_last
        MAC     X0,Y0,B         X:(R1)-,X0      Y:(R5)+,Y0
        MAC     X0,Y0,B         X:(R0)-,X0      Y:(R4)+,Y0
_down_last
        MAC     X0,Y0,B         (R0)+N0         ; R0 -> a(1)
        TFR     B,A             (R1)+N1         ; R1 -> m(1)
        ASR     A               (R4)-           ; R4 -> b(n-1)
        MOVE    A0,Y0
        MPY     X1,Y0,A         (R5)-           ; R5 -> n(n-1)
        ASR     A               (R7)-
        MOVE    A0,X0
        MAC     X0,Y1,B         X0,X:(R3)+
        MOVE    B2,A
        MOVE    B1,A0
        MOVE    #$010000,X1                     ; 2 * X1 * Y1 = 2^23, half a digit
        MOVE    #>$40,Y1
        JMP     _high

; n odd: the high half starts with an odd column, n
_odd_length
        MOVE    (R0)-                           ; R0 -> a(n-1)
        MOVE    (R4)+                           ; R4 -> b(1)
        MOVE    (R7)-                           ; n-1 terms, less one
        MOVE    (R7)-
        MOVE    #$010000,X1
        MOVE    #>$40,Y1
        MOVE    X:(R0)-,X0      Y:(R4)+,Y0
        DO      R7,_high_first
        MAC     X0,Y0,B         X:(R1)-,X0      Y:(R5)+,Y0
        MAC     X0,Y0,B         X:(R0)-,X0      Y:(R4)+,Y0
_high_first
        MAC     X0,Y0,B         X:(R1)-,X0      Y:(R5)+,Y0
        MAC     X0,Y0,B         X:(R0)+N0,X0    Y:(R4)-,Y0
        ASR     B               X:(R1)+N1,X0    Y:(R5)-,Y0
        MOVE    B0,Y:(R6)+
        MAC     X1,Y1,B         B0,X:(R2)+      ; digit out, 2^23 in
        MOVE    B2,A
        MOVE    B1,A0
        ASL     A               (R7)-

; The signed digit is the low word of T, the carry (T + 2^23) / 2^24.  The last
; loads of a column only move the pointers to the start of the next one.
_high
        MOVE    X:<mp_even,B
        TST     B
        JEQ     _last
        DO      X:<mp_even,_pairs
        MOVE    X:(R0)+,X0      Y:(R4)-,Y0
        DO      R7,_high_up
        MAC     X0,Y0,A         X:(R1)+,X0      Y:(R5)-,Y0
        MAC     X0,Y0,A         X:(R0)+,X0      Y:(R4)-,Y0
_high_up
        MAC     X0,Y0,A         X:(R1)+,X0      Y:(R5)-,Y0
        MAC     X0,Y0,A         X:(R0)-,X0      Y:(R4)+N4,Y0
        ASR     A               X:(R1)-,X0      Y:(R5)+N5,Y0
        MOVE    A0,Y:(R6)+
        MAC     X1,Y1,A         A0,X:(R2)+
        MOVE    A2,B
        MOVE    A1,B0
        ASL     B               (R7)-

        MOVE    X:(R0)-,X0      Y:(R4)+,Y0
        DO      R7,_high_down
        MAC     X0,Y0,B         X:(R1)-,X0      Y:(R5)+,Y0
        MAC     X0,Y0,B         X:(R0)-,X0      Y:(R4)+,Y0
_high_down
        MAC     X0,Y0,B         X:(R1)-,X0      Y:(R5)+,Y0
        MAC     X0,Y0,B         X:(R0)+N0,X0    Y:(R4)-,Y0
        ASR     B               X:(R1)+N1,X0    Y:(R5)-,Y0
        MOVE    B0,Y:(R6)+
        MAC     X1,Y1,B         B0,X:(R2)+      ; digit out, 2^23 in
        MOVE    B2,A
        MOVE    B1,A0
        ASL     A               (R7)-
_pairs

; column 2n-2: a(n-1) b(n-1) + m(n-1) n(n-1); its carry is the top digit
_last
        MOVE    X:(R0),X0       Y:(R4),Y0
        MAC     X0,Y0,A         X:(R1),X0       Y:(R5),Y0
        MAC     X0,Y0,A
        ASR     A
        MOVE    A0,Y:(R6)+
        MAC     X1,Y1,A         A0,X:(R2)+
        MOVE    A1,X:(R2)
        MOVE    A1,Y:(R6)
        RTS

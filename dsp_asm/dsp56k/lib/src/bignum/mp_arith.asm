; MULTIPLE-PRECISION ARITHMETIC on signed digits, n = X:mp_len digits.
;
;   mp_add      X:(R1) = X:(R0) + Y:(R4)    A = carry digit (-1, 0, 1)
;   mp_sub      X:(R1) = X:(R0) - Y:(R4)    A = carry digit
;   mp_sign     A = a word with the sign of X:(R0), zero for zero (flags set)
;   mp_compare  A = a word with the sign of X:(R0) - Y:(R4)       (flags set)
;   mp_multiply X:(R3) = X:(R2) * Y:(R6), 2n digits; not in place
;   mp_square   X:(R3) = a^2, 2n digits; a at X:(R2) and Y:(R6); not in place
;   mp_copy     Y:(R4) = X:(R0)
;   mp_copy_x   X:(R1) = X:(R0)
;   mp_digits   X:(R1) = digits of the plain (unsigned) words X:(R0); A = carry:
;               not zero if n digits are too few (flags set)
;   mp_words    X:(R1) = plain words of the number X:(R0), not negative
;
; R1 may equal R0.  Time depends on n alone.  A sum s is one digit and a carry:
; the digit is A1, the carry A2 after s + 2^23.  The last loads of a loop read
; one word beyond the operands.

mp_add
        MOVE    #$800000,Y1
        CLR     A               X:(R0)+,X0      Y:(R4)+,Y0
        DO      X:<mp_len,_end
        ADD     X0,A            X:(R0)+,X0
        ADD     Y0,A            Y:(R4)+,Y0
        SUB     Y1,A            A1,X:(R1)+
        MOVE    A2,A
_end
        TST     A
        RTS

mp_sub
        MOVE    #$800000,Y1
        CLR     A               X:(R0)+,X0      Y:(R4)+,Y0
        DO      X:<mp_len,_end
        ADD     X0,A            X:(R0)+,X0
        SUB     Y0,A            Y:(R4)+,Y0
        SUB     Y1,A            A1,X:(R1)+
        MOVE    A2,A
_end
        TST     A
        RTS

mp_sign
        CLR     A               X:(R0)+,B
        DO      X:<mp_len,_end
        TST     B
        TNE     B,A
        MOVE    X:(R0)+,B
_end
        TST     A
        RTS

mp_compare
        CLR     A               X:(R0)+,B       Y:(R4)+,Y0
        DO      X:<mp_len,_end
        SUB     Y0,B            Y:(R4)+,Y0
        TNE     B,A                             ; the highest difference stays
        MOVE    X:(R0)+,B
_end
        TST     A
        RTS

mp_copy
        DO      X:<mp_len,_end
        MOVE    X:(R0)+,X0
        MOVE    X0,Y:(R4)+
_end
        RTS

mp_copy_x
        DO      X:<mp_len,_end
        MOVE    X:(R0)+,X0
        MOVE    X0,X:(R1)+
_end
        RTS

mp_digits
        MOVE    #$800000,Y1
        CLR     B
        DO      X:<mp_len,_end
        CLR     A
        MOVE    X:(R0)+,A1                      ; unsigned: A2 stays 0
        ADD     B,A
        SUB     Y1,A            A1,X:(R1)+
        MOVE    A2,B
_end
        TFR     B,A
        TST     A
        RTS

mp_words
        CLR     B
        DO      X:<mp_len,_end
        MOVE    X:(R0)+,A
        ADD     B,A
        MOVE    A1,X:(R1)+
        MOVE    A2,B                            ; the borrow: 0 or -1
_end
        RTS

mp_multiply
        JSR     mp_rounding
        DO      X:<mp_len,_low                  ; columns 0..n-1, k+1 products
        MOVE    R2,R0
        MOVE    R6,R4
        MOVE    (R6)+
        MOVE    X:(R0)+,X0      Y:(R4)-,Y0
        REP     R7
        MAC     X0,Y0,A         X:(R0)+,X0      Y:(R4)-,Y0
        ASR     A               (R7)+
        MAC     X1,Y1,A         A0,X:(R3)+
        MOVE    A2,B
        MOVE    A1,B0
        TFR     B,A
        ASL     A
_low
        MOVE    (R6)-
        MOVE    (R7)-
        MOVE    (R7)-                           ; columns n..2n-2, 2n-1-k products
        MOVE    R7,N7
        MOVE    (R2)+
        DO      N7,_high
        MOVE    R2,R0
        MOVE    R6,R4
        MOVE    (R2)+
        MOVE    X:(R0)+,X0      Y:(R4)-,Y0
        REP     R7
        MAC     X0,Y0,A         X:(R0)+,X0      Y:(R4)-,Y0
        ASR     A               (R7)-
        MAC     X1,Y1,A         A0,X:(R3)+
        MOVE    A2,B
        MOVE    A1,B0
        TFR     B,A
        ASL     A
_high
        ASR     A
        MOVE    A0,X:(R3)                       ; column 2n-1: the last carry
        RTS

; 2 * X1 * Y1 = 2^23 rounds a column sum to its carry
mp_rounding
        MOVE    #$010000,X1
        MOVE    #>$40,Y1
        MOVE    #1,R7
        CLR     A
        RTS

; Column k of a square holds every cross product a(i) a(k-i), i < k-i, twice and,
; for even k, the square of the middle digit.  The R7 cross products gather in B
; and are doubled as they join the carry A; the middle digit is loaded behind them.
square_column MACRO middle
        MOVE    R2,R0
        MOVE    R6,R4
        CLR     B               X:(R0)+,X0
        MOVE    Y:(R4)-,Y0
        REP     R7
        MAC     X0,Y0,B         X:(R0)+,X0      Y:(R4)-,Y0
        ADDL    A,B
        IF      middle
        MAC     X0,Y0,B
        ENDIF
        ASR     B
        MAC     X1,Y1,B         B0,X:(R3)+
        MOVE    B2,A
        MOVE    B1,A0
        ASL     A
        ENDM

; column 0 or 2n-2: the square of one digit
square_digit MACRO
        MOVE    X:(R2),X0       Y:(R6),Y0
        MAC     X0,Y0,A
        ASR     A
        MAC     X1,Y1,A         A0,X:(R3)+
        ENDM

mp_square
        JSR     mp_rounding                     ; R7 = 1
        MOVE    X:<mp_len,B
        LSR     B
        MOVE    B1,N7                           ; n/2
        MOVE    X:<mp_len,B
        MOVE    #>1,X0
        SUB     X0,B
        LSR     B
        MOVE    B1,N3                           ; (n-1)/2
        square_digit
        MOVE    A2,B
        MOVE    A1,B0
        TFR     B,A
        ASL     A
        MOVE    N3,B
        TST     B
        JEQ     _middle
        DO      N3,_low                         ; columns 1, 2 ... n-1 or n-2
        MOVE    (R6)+
        square_column 0
        MOVE    (R6)+
        square_column 1
        MOVE    (R7)+
_low
        JCLR    #0,X:<mp_len,_middle
        MOVE    (R2)+                           ; n odd: column n
        JMP     _odd
_middle
        MOVE    (R6)+                           ; n even: column n-1
_odd
        MOVE    N7,R7
        square_column 0
        MOVE    N7,R7                           ; pairs to come: n/2 - 1, n odd: the same
        NOP
        MOVE    (R7)-
        MOVE    R7,B
        TST     B
        JEQ     _last
        MOVE    R7,N7
        DO      N7,_high                        ; columns n or n+1 ... 2n-3
        MOVE    (R2)+
        square_column 1
        MOVE    (R2)+
        square_column 0
        MOVE    (R7)-
_high
_last
        MOVE    (R2)+
        square_digit
        MOVE    A1,X:(R3)                       ; column 2n-1: the last carry
        RTS

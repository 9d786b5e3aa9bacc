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

; Column k holds every cross product a(i) a(k-i), i < k-i, twice and, for an
; odd number of terms R1, the square of the middle digit.  Cross products gather
; in B, doubled when they join A; the middle digit is loaded behind them.
mp_square
        JSR     mp_rounding
        MOVE    #0,R1
        MOVE    (R6)-
        DO      X:<mp_len,_low                  ; columns 0..n-1, k+1 terms
        MOVE    (R1)+
        MOVE    (R6)+
        JSR     mp_square_column
        NOP
_low
        MOVE    (R1)-
        MOVE    R1,N7
        DO      N7,_high                        ; columns n..2n-2, 2n-1-k terms
        MOVE    (R2)+
        JSR     mp_square_column
        MOVE    (R1)-
_high
        ASR     A
        MOVE    A0,X:(R3)
        RTS

mp_square_column
        MOVE    R1,B
        LSR     B               R2,R0
        MOVE    B1,R7                           ; cross products
        MOVE    R6,R4
        JEQ     _middle
        CLR     B               X:(R0)+,X0      Y:(R4)-,Y0
        REP     R7
        MAC     X0,Y0,B         X:(R0)+,X0      Y:(R4)-,Y0
        ASL     B
        ADD     B,A
        JCLR    #0,R1,_digit
        MAC     X0,Y0,A
        JMP     _digit
_middle
        MOVE    X:(R0),X0       Y:(R4),Y0
        MAC     X0,Y0,A
_digit
        ASR     A
        MAC     X1,Y1,A         A0,X:(R3)+
        MOVE    A2,B
        MOVE    A1,B0
        TFR     B,A
        ASL     A
        RTS

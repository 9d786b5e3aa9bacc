; MODULAR-INVERSE of Dusse and Kaliski for b = 2^bits: B1 = 1/x mod 2^bits.
;
;   word_inverse       A = x, an odd word              -> B1 = 1/x mod 2^24
;   word_inverse_bits  A = x, R7 = bits, 1..24         -> B1 = 1/x mod 2^bits
;
; y grows by one bit a turn: bit i of x*y decides bit i of y.  Adding that bit
; to y adds x * 2^i to the product p = x*y, so no multiplication is needed:
; Y1 holds x * 2^i, X1 holds 2^i.  Changes A, B, X, Y, R7, N7.

word_inverse
        MOVE    #24,R7
word_inverse_bits
        MOVE    A1,Y1                   ; x * 2^0
        MOVE    A1,Y0                   ; p = x * 1
        MOVE    #>1,X1                  ; 2^0
        MOVE    X1,B                    ; y = 1
        MOVE    R7,A
        SUB     X1,A
        JEQ     _done                   ; one bit: every odd x is its own inverse
        MOVE    A1,N7
        DO      N7,_done
        MOVE    X1,A
        LSL     A               Y0,X0   ; 2^i
        MOVE    A1,X1
        MOVE    Y1,A
        LSL     A
        MOVE    A1,Y1                   ; x * 2^i
        MOVE    X0,A
        AND     X1,A                    ; bit i of p
        JEQ     _keep
        MOVE    X0,A
        ADD     Y1,A
        MOVE    A1,Y0
        ADD     X1,B
_keep
        NOP
_done
        RTS

; MONTGOMERY PRODUCT by interleaved shift-and-add, "Improvement 2" of Dusse and Kaliski: what the convolution sums of mont_product.asm are
; compared with.
;
;   mont_rows     value = value * operand * 2^(-24 n) mod N, as mont_product, after mont_setup
;
; For each digit a(i) of the value a row a(i) B and a row m(i) N are added to T from digit i on. A digit of a row takes four instruction
; cycles: MAC, ADD of T's digit, and two moves for the shift by 24, into the other accumulator; loads and the store ride along. T is held
; doubled, as the multiplier makes it, in plain words at X:mp_xm, and halved at the end: no shift by one in the rows.

mp_top  EQU     $1A             ; L: what lies above T's highest word
mp_pair EQU     $1B             ; X: n / 2

; T from X:(R3) on += Y1 * n digits from Y:(R4) on. Carry in A, R1 behind the row.
mont_row MACRO
        MOVE    R3,R0
        MOVE    R3,R1
        CLR     A               #0,X1
        MOVE    (R1)-                           ; the first store of the loop goes to a word that is done with
        MOVE    X:(R0)+,X0      Y:(R4)+,Y0
        DO      X:<mp_pair,_pairs
        MAC     Y1,Y0,A         B0,X:(R1)+
        ADD     X,A             X:(R0)+,X0      Y:(R4)+,Y0
        MOVE    A2,B
        MOVE    A1,B0
        MAC     Y1,Y0,B         A0,X:(R1)+
        ADD     X,B             X:(R0)+,X0      Y:(R4)+,Y0
        MOVE    B2,A
        MOVE    B1,A0
_pairs
        MOVE    B0,X:(R1)+
        JCLR    #0,X:<mp_len,_even
        MAC     Y1,Y0,A
        ADD     X,A
        MOVE    A0,X:(R1)+
        MOVE    A2,B
        MOVE    A1,B0
        TFR     B,A
_even
        MOVE    L:<mp_top,X
        ADD     X,A
        ENDM

mont_rows
        MOVE    X:<mp_len,A
        LSR     A               #mp_xm,R0
        MOVE    A1,X:<mp_pair
        CLR     A               #mp_xv,R2
        MOVE    A10,L:<mp_top
        DO      X:<mp_len,_clear
        MOVE    A1,X:(R0)+
_clear
        MOVE    #mp_xm,R3
        NOP
        DO      X:<mp_len,_rows
        MOVE    X:(R2)+,Y1                      ; a(i)
        MOVE    #mp_yt,R4
        mont_row
        MOVE    A10,L:<mp_top
; t(i) is half of T's first word and a bit of the next; m(i) = t(i) * (-1/n0) mod 2^24
        MOVE    X:(R3)+,A0
        MOVE    X:(R3)-,A1
        ASR     A               X:<mp_ninv,X0
        MOVE    A0,Y0
        MPY     X0,Y0,A         #mp_yn,R4
        ASR     A
        MOVE    A0,Y1
        mont_row
        MOVE    A0,X:(R1)
        MOVE    A2,B
        MOVE    A1,B0
        MOVE    B10,L:<mp_top
        MOVE    (R3)+
_rows
; T / 2^(24 n), halved, in signed digits: a digit from 2^23 on carries one into the next
        MOVE    (R1)+
        MOVE    B0,X:(R1)
        MOVE    R3,R0
        MOVE    #mp_xv,R2
        MOVE    #mp_yv,R6
        CLR     B               #0,X1
        MOVE    #>$800000,Y0
        MOVE    #0,Y1
        DO      X:<mp_len,_digits
        MOVE    X:(R0)+,A0
        MOVE    X:(R0),A1
        ASR     A
        MOVE    A0,X0
        ADD     X,B
        MOVE    B0,X:(R2)+
        ADD     Y,B             B0,Y:(R6)+
        MOVE    B1,B0
        MOVE    #0,B1
_digits
        RTS

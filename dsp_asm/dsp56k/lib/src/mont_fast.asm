; UNROLLED MONTGOMERY KERNELS for 11 and 22 digits, N < 2^(24 n - 8).
;
;   fast_square_n    value = value^2 / R mod N           n = 11, 22; R = 2^(24 n)
;   fast_product_n   value = 2 value * operand / R mod N
;
; Value X:mp_xv and Y:mp_yv, operand Y:mp_yt (kept), results within 1.01 N if the
; operands are.  X:mp_xm holds w, X:mp_xh h, X:mp_pinv 1/N mod 2^24, X:mp_half
; 2^11; quotient digits go to Y:mp_yq.
;
; No quotient is multiplied out in the first n-1 columns: the low digit t(k) is
; dropped and t(k) * 2w added one column higher, 2w = 1/2^24 mod N, the 2 being
; the multiplier's own.  Column n-1 ends as in the paper, with m = t * (1/N) and
; h = -(N-1)/2: 2 m h = m - m N leaves the digit m, which is dropped.  Products are
; not halved, so a product is 2AB/R.  A square forms each cross product once, which
; the multiplier doubles, and halves the squares of digits (ADDR): A^2/R.  Table
; entries of an exponentiation are therefore kept as x R / 2, the value as x R.
;
; Every instruction of a column multiplies what the one before has loaded.  Odd
; columns run backwards, so that each pointer moves by -1, 0 or 1.  X0 * X0 adds
; 2^23 for the signed digit's carry; the shift by 24 is two moves.

; A multiplication and the next load: of a (X, R0) and b (Y, R4) ...
ab_up   MACRO   op,mul,acc
        op      X1,mul,acc      X:(R0)+,X1      Y:(R4)-,Y1
        ENDM
ab_down MACRO   op,mul,acc
        op      X1,mul,acc      X:(R0)-,X1      Y:(R4)+,Y1
        ENDM
ab_a    MACRO   op,mul,acc
        op      X1,mul,acc      X:(R0)+,X1      Y:(R4),Y1
        ENDM
ab_b    MACRO   op,mul,acc
        op      X1,mul,acc      X:(R0),X1       Y:(R4)+,Y1
        ENDM
; ... of w (X, R1) and t (Y, R5) ...
tw_up   MACRO   op,mul,acc
        op      X1,mul,acc      X:(R1)-,X1      Y:(R5)+,Y1
        ENDM
tw_down MACRO   op,mul,acc
        op      X1,mul,acc      X:(R1)+,X1      Y:(R5)-,Y1
        ENDM
tw_t    MACRO   op,mul,acc
        op      X1,mul,acc      X:(R1),X1       Y:(R5)+,Y1
        ENDM
tw_w    MACRO   op,mul,acc
        op      X1,mul,acc      X:(R1)+,X1      Y:(R5),Y1
        ENDM
; ... of h (X, R3), of 1/N, of nothing
h_next  MACRO   op,mul,acc
        op      X1,mul,acc      X:(R3)+,X1
        ENDM
n_inv   MACRO   op,mul,acc
        op      X1,mul,acc      X:<mp_pinv,X1
        ENDM
no_load MACRO   op,mul,acc
        op      X1,mul,acc
        ENDM

; one such instruction; the first of an even column of a square starts the
; accumulator with half the product and the carry
step    MACRO   load,mul,acc,oth
        IF      km_first
        load    MPY,mul,acc
        ADDR    oth,acc
km_first SET    0
        ELSE
        load    MAC,mul,acc
        ENDIF
        ENDM

; the load of the first digits of column km_c, as the instruction before it
km_head MACRO   mul,acc,oth
        IF      km_c<km_n
km_t    SET     km_c+1
        ELSE
km_t    SET     2*km_n-1-km_c
        ENDIF
        IF      km_sq
km_t    SET     (km_t+1)/2
        ENDIF
        IF      km_t==1
        ab_last mul,acc,oth
        ELSE
        ab_body mul,acc,oth
        ENDIF
        ENDM

; a pair of digits that is not the last of column km_c
ab_body MACRO   mul,acc,oth
        IF      (km_c+km_sq)&1
        step    ab_down,mul,acc,oth
        ELSE
        step    ab_up,mul,acc,oth
        ENDIF
        ENDM

; the last pair of column km_c: on to the first pair of the next
ab_last MACRO   mul,acc,oth
        IF      km_sq
        IF      (km_c&1)||(km_c>=(km_n-1))
        step    ab_a,mul,acc,oth
        ELSE
        step    ab_b,mul,acc,oth
        ENDIF
        ELSE
        IF      (km_c&1)==(km_c>=(km_n-1))
        step    ab_a,mul,acc,oth
        ELSE
        step    ab_b,mul,acc,oth
        ENDIF
        ENDIF
        ENDM

; column km_k in acc; its first pair is loaded.  Ends with the carry in oth.
column  MACRO   acc,oth
km_c    SET     km_k
        IF      km_k<km_n
km_t    SET     km_k+1
km_q    SET     km_k
        ELSE
km_t    SET     2*km_n-1-km_k
km_q    SET     km_t
        ENDIF
km_first SET    0
        IF      km_sq
km_t    SET     (km_t+1)/2
km_first SET    1-(km_k&1)
        ENDIF
        IF      km_t>1
        DUP     km_t-2
        ab_body Y1,acc,oth
        ENDM
        ab_last Y1,acc,oth
        ENDIF
        IF      km_q>0
        DUP     km_q-1
        IF      km_k&1
        step    tw_up,Y1,acc,oth
        ELSE
        step    tw_down,Y1,acc,oth
        ENDIF
        ENDM
        IF      ((km_k&1)&&(km_k<(km_n-1)))||(((km_k&1)==0)&&(km_k>=km_n))
        step    tw_t,Y1,acc,oth
        ELSE
        step    tw_w,Y1,acc,oth
        ENDIF
        ENDIF
km_c    SET     km_k+1
        IF      km_k<(km_n-1)
        km_head Y1,acc,oth
        MAC     X0,X0,acc       acc\0,Y:(R7)+
        MOVE    acc\2,oth
        MOVE    acc\1,oth\0
        ENDIF
        IF      km_k==(km_n-1)
        step    n_inv,Y1,acc,oth
        MOVE    acc\0,Y0
        MPY     X1,Y0,oth
        ASR     oth             X:(R3)+,X1
        MOVE    oth\0,Y0                        ; m
        km_head Y0,acc,oth
        MAC     X0,X0,acc
        MOVE    acc\2,oth
        MOVE    acc\1,oth\0
        ENDIF
        IF      (km_k>=km_n)&&(km_k<(2*km_n-2))
        step    h_next,Y1,acc,oth
        km_head Y0,acc,oth
        MOVE    acc\0,Y:(R6)+
        MAC     X0,X0,acc       acc\0,X:(R2)+
        MOVE    acc\2,oth
        MOVE    acc\1,oth\0
        ENDIF
        IF      km_k==(2*km_n-2)
        step    h_next,Y1,acc,oth
        step    no_load,Y0,acc,oth
        MOVE    acc\0,Y:(R6)+
        MAC     X0,X0,acc       acc\0,X:(R2)+
        MOVE    acc\1,X:(R2)                    ; the last carry is the top digit
        MOVE    acc\1,Y:(R6)
        ENDIF
        ENDM

; all columns; an even column of a square takes over the accumulator of the odd
; one before it, else they alternate
kernel  MACRO   digits,square
km_n    SET     digits
km_sq   SET     square
km_k    SET     0
km_b    SET     0
        MOVE    #mp_xv,R0
        MOVE    #mp_xm,R1
        MOVE    #mp_xv,R2
        MOVE    #mp_xh,R3
        MOVE    #mp_yq,R5
        MOVE    #mp_yv,R6
        MOVE    #mp_yq,R7
        CLR     B               X:<mp_half,X0
        IF      square
        MOVE    X:(R0),X1       Y:(R4)+,Y1
        ELSE
        CLR     A               X:(R0)+,X1      Y:(R4),Y1
        ENDIF
        DUP     2*digits-1
        IF      square&&((km_k&1)==0)&&(km_k>0)
km_b    SET     1-km_b
        ENDIF
        IF      km_b
        column  B,A
        ELSE
        column  A,B
        ENDIF
km_b    SET     1-km_b
km_k    SET     km_k+1
        ENDM
        RTS
        ENDM

fast_square_11
        MOVE    #mp_yv,R4
        kernel  11,1
fast_product_11
        MOVE    #mp_yt,R4
        kernel  11,0
fast_square_22
        MOVE    #mp_yv,R4
        kernel  22,1
fast_product_22
        MOVE    #mp_yt,R4
        kernel  22,0

; UNROLLED MONTGOMERY KERNELS, macros for any number of digits n, N < 2^(24 n - 8).
;
;   squares n   X:mp_cnt times (not 0): value = value^2 / R mod N
;   product n   value = 2 value * operand / R mod N           R = 2^(24 n)
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
; columns run backwards, so that each pointer moves by -1, 0 or 1; the last access
; of a squaring takes each pointer home for the next.  X0 * X0 adds 2^23 for the
; signed digit's carry; the shift by 24 is two moves.

; An operation and the next load: of a (X, R0) and b (Y, R4) ...
ab_up   MACRO   op,src,acc
        op      src,acc         X:(R0)+,X1      Y:(R4)-,Y1
        ENDM
ab_down MACRO   op,src,acc
        op      src,acc         X:(R0)-,X1      Y:(R4)+,Y1
        ENDM
ab_a    MACRO   op,src,acc
        op      src,acc         X:(R0)+,X1      Y:(R4),Y1
        ENDM
ab_b    MACRO   op,src,acc
        op      src,acc         X:(R0),X1       Y:(R4)+,Y1
        ENDM
ab_home MACRO   op,src,acc
        op      src,acc         X:(R0)+N0,X1    Y:(R4)+N4,Y1
        ENDM
; ... of w (X, R1) and t (Y, R5) ...
tw_up   MACRO   op,src,acc
        op      src,acc         X:(R1)-,X1      Y:(R5)+,Y1
        ENDM
tw_down MACRO   op,src,acc
        op      src,acc         X:(R1)+,X1      Y:(R5)-,Y1
        ENDM
tw_t    MACRO   op,src,acc
        op      src,acc         X:(R1),X1       Y:(R5)+,Y1
        ENDM
tw_w    MACRO   op,src,acc
        op      src,acc         X:(R1)+,X1      Y:(R5),Y1
        ENDM
tw_home MACRO   op,src,acc
        op      src,acc         X:(R1)+N1,X1    Y:(R5)+N5,Y1
        ENDM
; ... of h (X, R3), of 1/N, of nothing
h_next  MACRO   op,src,acc
        op      src,acc         X:(R3)+,X1
        ENDM
h_home  MACRO   op,src,acc
        op      src,acc         X:(R3)+N3,X1
        ENDM
n_inv   MACRO   op,src,acc
        op      src,acc         X:<mp_pinv,X1
        ENDM
no_load MACRO   op,src,acc
        op      src,acc
        ENDM

; One multiplication and a load.  The first of an even column of a square is the
; middle digit's: acc = half of it + carry, whose low word is still to be moved.
step    MACRO   load,mul,acc,oth
        IF      km_first
        IF      km_k>0
        MPY     X1,mul,acc      acc\1,oth\0
        ELSE
        MPY     X1,mul,acc
        ENDIF
        load    ADDR,oth,acc
km_first SET    0
        ELSE
        load    MAC,'X1,mul',acc
        ENDIF
        ENDM

; pairs of digits (km_t) and of quotient digits (km_q) in column km_c
count   MACRO
        IF      km_c<km_n
km_t    SET     km_c+1
km_q    SET     km_c
        ELSE
km_t    SET     2*km_n-1-km_c
km_q    SET     km_t
        ENDIF
        IF      km_sq
km_t    SET     (km_t+1)/2
        ENDIF
        ENDM

; the load of the first pair of column km_c, by the instruction before it
head    MACRO   mul,acc,oth
        count
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
        IF      km_c==(2*km_n-2)
        step    ab_home,mul,acc,oth
        ELSE
        IF      km_sq
km_a    SET     (km_c&1)||(km_c>=(km_n-1))
        ELSE
km_a    SET     (km_c&1)==(km_c>=(km_n-1))
        ENDIF
        IF      km_a
        step    ab_a,mul,acc,oth
        ELSE
        step    ab_b,mul,acc,oth
        ENDIF
        ENDIF
        ENDM

; column km_k in acc; its first pair is loaded.  Ends with the carry in oth; its
; low word is still in acc where an even column of a square follows.
column  MACRO   acc,oth
km_c    SET     km_k
        count
km_first SET    km_sq&&((km_k&1)==0)
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
        IF      km_k==(2*km_n-2)
        step    tw_home,Y1,acc,oth
        ELSE
        IF      ((km_k&1)&&(km_k<(km_n-1)))||(((km_k&1)==0)&&(km_k>=km_n))
        step    tw_t,Y1,acc,oth
        ELSE
        step    tw_w,Y1,acc,oth
        ENDIF
        ENDIF
        ENDIF
km_c    SET     km_k+1
        IF      km_k<(km_n-1)
        head    Y1,acc,oth
        IF      km_k==(km_n-2)
        MAC     X0,X0,acc       acc\0,Y:(R7)+N7
        ELSE
        MAC     X0,X0,acc       acc\0,Y:(R7)+
        ENDIF
        ENDIF
        IF      km_k==(km_n-1)
        step    n_inv,Y1,acc,oth
        MOVE    acc\0,Y0
        MPY     X1,Y0,oth
        ASR     oth             X:(R3)+,X1
        MOVE    oth\0,Y0                        ; m
        head    Y0,acc,oth
        MAC     X0,X0,acc
        ENDIF
        IF      (km_k>=km_n)&&(km_k<(2*km_n-2))
        step    h_next,Y1,acc,oth
        head    Y0,acc,oth
        MOVE    acc\0,Y:(R6)+
        MAC     X0,X0,acc       acc\0,X:(R2)+
        ENDIF
        IF      km_k==(2*km_n-2)
        step    h_home,Y1,acc,oth
        step    no_load,Y0,acc,oth
        MOVE    acc\0,Y:(R6)+
        MAC     X0,X0,acc       acc\0,X:(R2)+
        MOVE    acc\1,X:(R2)+N2                 ; the last carry is the top digit
        MOVE    acc\1,Y:(R6)+N6
        ELSE
        MOVE    acc\2,oth
        IF      (km_sq==0)||((km_k&1)==0)
        MOVE    acc\1,oth\0
        ENDIF
        ENDIF
        ENDM

; all columns; an even column of a square takes over the accumulator of the odd
; one before it, else they alternate
columns MACRO
km_k    SET     0
km_b    SET     0
        DUP     2*km_n-1
        IF      km_sq&&((km_k&1)==0)&&(km_k>0)
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
        ENDM

; pointers, and the steps that take them home
pointers MACRO  second
        MOVE    #mp_xv,R0
        MOVE    #mp_xm,R1
        MOVE    #mp_xv,R2
        MOVE    #mp_xh,R3
        MOVE    #second,R4
        MOVE    #mp_yq,R5
        MOVE    #mp_yv,R6
        MOVE    #mp_yq,R7
        MOVE    X:<mp_half,X0
        ENDM

squares MACRO   digits
km_n    SET     digits
km_sq   SET     1
        pointers mp_yv
        MOVE    #>1-digits,N0
        MOVE    N0,N1
        MOVE    N0,N2
        MOVE    N0,N3
        MOVE    N0,N4
        MOVE    #>2-digits,N5
        MOVE    N0,N6
        MOVE    N5,N7
        DO      X:<mp_cnt,_again
        CLR     B               X:(R0),X1       Y:(R4)+,Y1
        columns
_again
        RTS
        ENDM

product MACRO   digits
km_n    SET     digits
km_sq   SET     0
        pointers mp_yt
        CLR     A               X:(R0)+,X1      Y:(R4),Y1
        columns
        RTS
        ENDM

; KEY BLOCK of a modulus, for modexp.asm: everything that depends on N alone.
;
;   key_setup   N in X:mp_xt, X:mp_len = n  ->  key block X:mp_key, in use
;
; R mod N comes from doubling 2^(24 k), k the place of N's highest digit that is
; not zero; R^2 from R by square and double along the bits of 24 n; R^3 = R^2 R^2
; in Montgomery's sense.  About 30,000 instruction cycles for 22 digits.

key_setup
        MOVE    X:<mp_key,R1
        MOVE    X:<mp_len,X0
        MOVE    #mp_xt,R0
        MOVE    X0,X:(R1)+
        JSR     mp_copy_x
        MOVE    R1,X:<mp_num                    ; the next number of the block
        JSR     key_load

; unit = R mod N
        MOVE    #mp_xv,R1
        CLR     A               X:<mp_len,N0
        REP     N0
        MOVE    A1,X:(R1)+
        MOVE    #mp_xt-1,R0
        MOVE    #mp_xv-1,R1
        MOVE    X:<mp_len,N1
        MOVE    (R0)+N0                         ; highest digits
        MOVE    (R1)+N1
        MOVE    #0,R2                           ; n - k
_highest
        MOVE    X:(R0)-,A
        TST     A               (R2)+
        JNE     _found
        MOVE    (R1)-
        JMP     _highest
_found
        MOVE    #>1,X0
        MOVE    X0,X:(R1)
        MOVE    R2,X:<mp_cnt
        JSR     mont_reduce
        DO      X:<mp_cnt,_unit
        DO      #24,_digit
        JSR     double
        NOP
_digit
        NOP
_unit
        JSR     key_store

; enter = R^2: the form of 2^0 squared and doubled to the form of 2^(24 n)
        MOVE    X:<mp_len,X0
        MOVE    #>24*$1000,Y0                   ; 24 n in the upper 11 bits
        MPY     X0,Y0,A
        MOVE    A0,X:<mp_word
        JSR     mirror
        DO      #11,_enter
        MOVE    #mp_yv,R4
        JSR     mont_square
        MOVE    X:<mp_word,A
        LSL     A
        MOVE    A1,X:<mp_word
        JCC     _next
        JSR     mont_reduce
        JSR     double
        JSR     mirror
_next
        NOP
_enter
        JSR     mont_reduce
        MOVE    #mp_xv,R0
        JSR     load_operand
        JSR     modulus_fast
        JLT     _stored
        JSR     halve_up                        ; R^2/4
        JSR     halve_up
_stored
        JSR     key_store

; wide = enter * R^2 / R
        JSR     mont_product
        JSR     mont_reduce
        JSR     key_store

; leave = 1 or 1/2
        JSR     one
        JSR     modulus_fast
        JLT     _last
        JSR     halve_up
        JSR     key_store
; w: halved 24 times more, the last time downwards into (-N/2, N/2)
        DO      #23,_w
        JSR     halve_up
        NOP
_w
        JSR     halve_down
        JSR     key_store
; h = (1 - N) / 2
        JSR     one
        JSR     halve_down
_last
        JSR     key_store
        JMP     key_load

; the value behind the numbers of the block so far
key_store
        MOVE    X:<mp_num,R1
        MOVE    #mp_xv,R0
        JSR     mp_copy_x
        MOVE    R1,X:<mp_num
        RTS

; value = 2 value mod N, both in [0, N-1]: V - N + V stays in range
double
        MOVE    #mp_xv,R0
        JSR     load_operand
        MOVE    #mp_yn,R4
        JSR     value_sub
        MOVE    #mp_yt,R4
        JSR     value_add
        JMP     mont_reduce

; LT: the modulus in Y has no unrolled kernel
modulus_fast
        MOVE    #mp_yn-1,R4
        MOVE    X:<mp_len,N4
        NOP
        MOVE    (R4)+N4
        JMP     key_fast

one
        CLR     A               #mp_xv,R1
        MOVE    X:<mp_len,N0
        REP     N0
        MOVE    A1,X:(R1)+
        MOVE    #>1,X0
        MOVE    X0,X:<mp_xv
        RTS

; value = value / 2 mod N: an odd value of [0, N-1] first plus, or minus, N
halve_up
        MOVE    #mp_yn,R4
        JCLR    #0,X:<mp_xv,halve
        JSR     value_add
        JMP     halve
halve_down
        MOVE    #mp_yn,R4
        JCLR    #0,X:<mp_xv,halve
        JSR     value_sub
; value = value / 2, even: times 2^23, a digit down
halve
        MOVE    #mp_xv,R0
        MOVE    #mp_xv,R1
        JSR     mp_rounding
        MOVE    #$400000,Y0
        MOVE    X:<mp_len,R7
        MOVE    X:(R0)+,X0
        MPY     X0,Y0,A         (R7)-
        MOVE    A2,B
        DO      R7,_end
        MOVE    A1,B0
        TFR     B,A             X:(R0)+,X0
        MAC     X0,Y0,A
        MAC     X1,Y1,A         A0,X:(R1)+
        MOVE    A2,B
_end
        MOVE    A1,X:(R1)
        RTS

; the copy of the value in Y
mirror
        MOVE    #mp_xv,R0
        MOVE    #mp_yv,R4
        JMP     mp_copy

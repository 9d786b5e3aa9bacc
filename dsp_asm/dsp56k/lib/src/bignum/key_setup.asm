; KEY BLOCK of a modulus, for modexp.asm: everything that depends on N alone.
;
; R mod N comes from doubling 2^(24 k), k the place of N's highest digit that is
; not zero; R^2 from R by square and double along the bits of 24 n; R^3 = R^2 R^2
; in Montgomery's sense.  About 30,000 instruction cycles for 22 digits.

; N in X:mp_xt, X:mp_len = n -> key block X:mp_key, in use.
; Changes: A B X Y R0-R7 N0 N1 N4 N5 N7
key_setup
        move    x:<mp_key,r1
        move    x:<mp_len,x0
        move    #mp_xt,r0
        move    x0,x:(r1)+
        jsr     mp_copy_x
        move    r1,x:<mp_num                    ; the next number of the block
        jsr     key_load

; unit = R mod N
        move    #mp_xv,r1
        clr     a               x:<mp_len,n0
        rep     n0
        move    a1,x:(r1)+
        move    #mp_xt-1,r0
        move    #mp_xv-1,r1
        move    x:<mp_len,n1
        move    (r0)+n0                         ; highest digits
        move    (r1)+n1
        move    #0,r2                           ; n - k
_highest
        move    x:(r0)-,a
        tst     a               (r2)+
        jne     _found
        move    (r1)-
        jmp     _highest
_found
        move    #>1,x0
        move    x0,x:(r1)
        move    r2,x:<mp_cnt
        jsr     mont_reduce
        do      x:<mp_cnt,_unit
        do      #24,_digit
        jsr     double
        nop
_digit
        nop
_unit
        jsr     key_store

; enter = R^2: the form of 2^0 squared and doubled to the form of 2^(24 n)
        move    x:<mp_len,x0
        move    #>24*$1000,y0                   ; 24 n in the upper 11 bits
        mpy     x0,y0,a
        move    a0,x:<mp_word
        jsr     mirror
        do      #11,_enter
        move    #mp_yv,r4
        jsr     mont_square
        move    x:<mp_word,a
        lsl     a
        move    a1,x:<mp_word
        jcc     _next
        jsr     mont_reduce
        jsr     double
        jsr     mirror
_next
        nop
_enter
        jsr     mont_reduce
        move    #mp_xv,r0
        jsr     load_operand
        jsr     modulus_fast
        jlt     _stored
        jsr     halve_up                        ; R^2/4
        jsr     halve_up
_stored
        jsr     key_store

; wide = enter * R^2 / R
        jsr     mont_product
        jsr     mont_reduce
        jsr     key_store

; leave = 1 or 1/2
        jsr     one
        jsr     modulus_fast
        jlt     _last
        jsr     halve_up
        jsr     key_store
; w: halved 24 times more, the last time downwards into (-N/2, N/2)
        do      #23,_w
        jsr     halve_up
        nop
_w
        jsr     halve_down
        jsr     key_store
; h = (1 - N) / 2
        jsr     one
        jsr     halve_down
_last
        jsr     key_store
        jmp     key_load

; the value after the numbers of the block so far
; Changes: X0 R0 R1
key_store
        move    x:<mp_num,r1
        move    #mp_xv,r0
        jsr     mp_copy_x
        move    r1,x:<mp_num
        rts

; value = 2 value mod N, both in [0, N-1]: V - N + V stays in range
; Changes: A B X0 Y R0 R1 R4
double
        move    #mp_xv,r0
        jsr     load_operand
        move    #mp_yn,r4
        jsr     value_sub
        move    #mp_yt,r4
        jsr     value_add
        jmp     mont_reduce

; LT: the modulus in Y has no unrolled kernel
; Changes: A B Y0 R4 N4
modulus_fast
        move    #mp_yn-1,r4
        move    x:<mp_len,n4
        nop
        move    (r4)+n4
        jmp     key_fast

; value = 1.
; Changes: A X0 R1 N0
one
        clr     a               #mp_xv,r1
        move    x:<mp_len,n0
        rep     n0
        move    a1,x:(r1)+
        move    #>1,x0
        move    x0,x:<mp_xv
        rts

; value = value / 2 mod N: an odd value of [0, N-1] first plus, or minus, N
; Changes: A B X Y R0 R1 R4 R7
halve_up
        move    #mp_yn,r4
        jclr    #0,x:<mp_xv,halve
        jsr     value_add
        jmp     halve

; The same, an odd value first minus N.
; Changes: A B X Y R0 R1 R4 R7
halve_down
        move    #mp_yn,r4
        jclr    #0,x:<mp_xv,halve
        jsr     value_sub
; value = value / 2, even: times 2^23, a digit down
halve
        move    #mp_xv,r0
        move    #mp_xv,r1
        jsr     mp_rounding
        move    #$400000,y0
        move    x:<mp_len,r7
        move    x:(r0)+,x0
        mpy     x0,y0,a         (r7)-
        move    a2,b
        do      r7,_end
        move    a1,b0
        tfr     b,a             x:(r0)+,x0
        mac     x0,y0,a
        mac     x1,y1,a         a0,x:(r1)+
        move    a2,b
_end
        move    a1,x:(r1)
        rts

; the copy of the value in Y
; Changes: X0 R0 R4
mirror
        move    #mp_xv,r0
        move    #mp_yv,r4
        jmp     mp_copy

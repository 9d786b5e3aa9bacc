; SPDX-License-Identifier: MIT
; UNROLLED MONTGOMERY KERNELS, macros for any number of digits n, N < 2^(24 n - 8), with R = 2^(24 n).
;
;   squares n   value = value^2 / R mod N, X:mp_cnt times (not 0)
;   product n   value = 2 value * operand / R mod N
;
; The value is X:mp_xv and Y:mp_yv, the operand Y:mp_yt, which is preserved. Results are in [-1.01 N, 1.01 N] if the
; operands are. X:mp_xm holds w, X:mp_xh holds h, X:mp_pinv 1/N mod 2^24, X:mp_half 2^11. The quotient digits are stored
; at Y:mp_yq.
;
; The first n-1 columns do not multiply their quotient digit by N. They drop the low digit t(k) and add t(k) * 2w one
; column higher, with 2w = 1/2^24 mod N; the multiplier itself doubles. Column n-1 ends as in the paper, with m = t *
; (1/N) and h = -(N-1)/2: 2 m h = m - m N leaves the digit m, which is dropped. Products are not halved, so a product is
; 2AB/R. A square computes each cross product once, because the multiplier doubles it, and halves the squares of digits
; (ADDR): the result is A^2/R. For this reason the table entries of an exponentiation are x R / 2, the value is x R.
;
; Every instruction of a column multiplies the operands that the previous one has loaded. Odd columns access the digits
; in the opposite order, so that each pointer moves by -1, 0 or 1. The last access of a squaring returns each pointer to
; its start for the next one. X0 * X0 adds 2^23 for the carry of the signed digit; the shift by 24 is two moves.

mp_yc                   equ     $16
; Macros with an operation and the loads for the next: of a (X, R0) and b (Y, R4) ...
ab_up   macro   op,src,acc
        op      src,acc         x:(r0)+,x1      y:(r4)-,y1
        endm
ab_down macro   op,src,acc
        op      src,acc         x:(r0)-,x1      y:(r4)+,y1
        endm
ab_a    macro   op,src,acc
        op      src,acc         x:(r0)+,x1      y:(r4),y1
        endm
ab_b    macro   op,src,acc
        op      src,acc         x:(r0),x1       y:(r4)+,y1
        endm
ab_home macro   op,src,acc
        op      src,acc         x:(r0)+n0,x1    y:(r4)+n4,y1
        endm
; ... of w (X, R1) and t (Y, R5) ...
tw_up   macro   op,src,acc
        op      src,acc         x:(r1)-,x1      y:(r5)+,y1
        endm
tw_down macro   op,src,acc
        op      src,acc         x:(r1)+,x1      y:(r5)-,y1
        endm
tw_t    macro   op,src,acc
        op      src,acc         x:(r1),x1       y:(r5)+,y1
        endm
tw_w    macro   op,src,acc
        op      src,acc         x:(r1)+,x1      y:(r5),y1
        endm
tw_home macro   op,src,acc
        op      src,acc         x:(r1)+n1,x1    y:(r5)+n5,y1
        endm
; ... of h (X, R3), of 1/N, and without a load
h_next  macro   op,src,acc
        op      src,acc         x:(r3)+,x1
        endm
h_home  macro   op,src,acc
        op      src,acc         x:(r3)+n3,x1
        endm
n_inv   macro   op,src,acc
        op      src,acc         x:<mp_pinv,x1
        endm
no_load macro   op,src,acc
        op      src,acc
        endm

; One multiplication and a load. The first step of an even column of a square is for the middle digit: acc = half of its
; square + carry, whose low word must still be moved.
step    macro   load,mul,acc,oth
        if      km_first
        if      km_k>0
        mpy     x1,mul,acc      acc\1,oth\0
        else
        mpy     x1,mul,acc
        endif
        load    ADDR,oth,acc
km_first                set     0
        else
        load    MAC,'X1,mul',acc
        endif
        endm

; Counts the pairs of digits (km_t) and of quotient digits (km_q) in column km_c.
count   macro
        if      km_c<km_n
km_t                    set     km_c+1
km_q                    set     km_c
        else
km_t                    set     2*km_n-1-km_c
km_q                    set     km_t
        endif
        if      km_sq
km_t                    set     (km_t+1)/2
        endif
        endm

; Loads the first pair of column km_c in parallel with the instruction before it.
head    macro   mul,acc,oth
        count
        if      km_t==1
        ab_last mul,acc,oth
        else
        ab_body mul,acc,oth
        endif
        endm

; A pair of digits that is not the last one of column km_c.
ab_body macro   mul,acc,oth
        if      (km_c+km_sq)&1
        step    ab_down,mul,acc,oth
        else
        step    ab_up,mul,acc,oth
        endif
        endm

; The last pair of column km_c; its loads begin the next column.
ab_last macro   mul,acc,oth
        if      km_c==(2*km_n-2)
        step    ab_home,mul,acc,oth
        else
        if      km_sq
km_a                    set     (km_c&1)||(km_c>=(km_n-1))
        else
km_a                    set     (km_c&1)==(km_c>=(km_n-1))
        endif
        if      km_a
        step    ab_a,mul,acc,oth
        else
        step    ab_b,mul,acc,oth
        endif
        endif
        endm

; Computes column km_k in acc; its first pair is already loaded. The carry is in oth at the end; if an even column of a
; square follows, the low word of the carry is still in acc.
column  macro   acc,oth
km_c                    set     km_k
        count
km_first                set     km_sq&&((km_k&1)==0)
        if      km_t>1
        dup     km_t-2
        ab_body y1,acc,oth
        endm
        ab_last y1,acc,oth
        endif
        if      km_q>0
        dup     km_q-1
        if      km_k&1
        step    tw_up,y1,acc,oth
        else
        step    tw_down,y1,acc,oth
        endif
        endm
        if      km_k==(2*km_n-2)
        step    tw_home,y1,acc,oth
        else
        if      ((km_k&1)&&(km_k<(km_n-1)))||(((km_k&1)==0)&&(km_k>=km_n))
        step    tw_t,y1,acc,oth
        else
        step    tw_w,y1,acc,oth
        endif
        endif
        endif
km_c                    set     km_k+1
        if      km_k<(km_n-1)
        head    y1,acc,oth
        if      km_k==(km_n-2)
        mac     x0,x0,acc       acc\0,y:(r7)+n7
        else
        mac     x0,x0,acc       acc\0,y:(r7)+
        endif
        endif
        if      km_k==(km_n-1)
        step    n_inv,y1,acc,oth
        move    acc\0,y0
        mpy     x1,y0,oth
        asr     oth             x:(r3)+,x1
        move    oth\0,y0                        ; quotient digit m
        head    y0,acc,oth
        mac     x0,x0,acc
        endif
        if      (km_k>=km_n)&&(km_k<(2*km_n-2))
        step    h_next,y1,acc,oth
        head    y0,acc,oth
        move    acc\0,y:(r6)+
        mac     x0,x0,acc       acc\0,x:(r2)+
        endif
        if      km_k==(2*km_n-2)
        step    h_home,y1,acc,oth
        step    no_load,y0,acc,oth
        move    acc\0,y:(r6)+
        mac     x0,x0,acc       acc\0,x:(r2)+
        move    acc\1,x:(r2)+n2                 ; the last carry is the top digit
        move    acc\1,y:(r6)+n6
        else
        move    acc\2,oth
        if      (km_sq==0)||((km_k&1)==0)
        move    acc\1,oth\0
        endif
        endif
        endm

; All columns. An even column of a square uses the accumulator of the odd column before it; otherwise the accumulators
; alternate.
columns macro
km_k                    set     0
km_b                    set     0
        dup     2*km_n-1
        if      km_sq&&((km_k&1)==0)&&(km_k>0)
km_b                    set     1-km_b
        endif
        if      km_b
        column  b,a
        else
        column  a,b
        endif
km_b                    set     1-km_b
km_k                    set     km_k+1
        endm
        endm

; Sets the pointers and X0.
pointers        macro
        move    #mp_xv,r0
        move    #mp_xm,r1
        move    #mp_xv,r2
        move    #mp_xh,r3
        move    #mp_yq,r5
        move    #mp_yc,r6
        move    #mp_yq,r7
        move    x:<mp_half,x0
        endm

; Computes X:mp_cnt squares.
; Bounds: |A|, |B| <= (2n + 1) 2^47
squares macro   digits
km_n                    set     digits
km_sq                   set     1
        move    #mp_xv,r0
        move    #mp_yc,r4
        move    x:(r0)+,a
        rep     #digits
        move    x:(r0)+,a       a,y:(r4)+
        pointers
        move    #mp_yc,r4
        move    #>1-digits,n0
        move    n0,n1
        move    n0,n2
        move    n0,n3
        move    n0,n4
        move    #>2-digits,n5
        move    n0,n6
        move    n5,n7
        do      x:<mp_cnt,_again
        clr     b               x:(r0),x1       y:(r4)+,y1
        columns
_again
        rts
        endm

; Computes a product.
; Bounds: |A|, |B| <= (2n + 1) 2^47
product macro   digits
km_n                    set     digits
km_sq                   set     0
        pointers
        clr     a               x:(r0)+,x1      y:(r4),y1
        columns
        rts
        endm

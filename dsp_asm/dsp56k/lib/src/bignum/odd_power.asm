; SPDX-License-Identifier: MIT
; POWERS WITH AN ODD EXPONENT and windows of one bit, as for public exponents: the last product also converts the result
; from Montgomery form. Part of modexp.asm if RSA_SLIDING is set.

        if      !@def(odd_power)
; Computes value = value^e from [0, N-1] and sets Z, if e (X:mp_list) is odd and has windows of one bit. The last
; product multiplies by half of the original value, which leaves Montgomery form. Clears Z and does nothing else for
; another exponent, or if the paper's kernel is in use.
; Changes: A B X Y R0-R7 N0-N5 N7
odd_power
        move    x:<mp_list,r0
        move    x:<mp_fast,b
        tst     b               #>1,x0
        move    x:(r0)+,a                       ; number of entries
        jeq     _other
        cmp     x0,a            x:(r0)+,b
        jne     _other
        tst     b               x:(r0)+,a       ; B squarings at the end; A number of pairs
        jne     _other
        sub     x0,a            (r0)+
        jlt     _other
        move    r0,x:<mp_word
        move    a1,x:<mp_num
        jsr     half_value
        jsr     enter_value
        move    x:<mp_num,a
        tst     a
        jsne    power_table
        jsr     value_twice
        move    x:<mp_word,r6
        move    x:<mp_num,a
        tst     a               a1,x1
        move    x:<mp_pow,r7
        nop
        jsne    (r7)
        move    x:<mp_word,r0
        move    x:<mp_num,n0
        move    x:<mp_sq,r7
        move    (r0)+n0
        move    (r0)+n0
        move    x:(r0),x0
        move    x0,x:<mp_cnt
        jsr     (r7)
        move    #mp_yv,r4
        jsr     call_product
        clr     a
        rts
_other
        move    #>1,a
        tst     a
        rts

; Computes value = 2 value.
; Changes: A X0 Y1 R0 R1
; Bounds: |A|, |B| <= 3 * 2^47
value_twice
        move    #mp_xv,r0
        move    #mp_xv,r1
        move    #$800000,y1
        clr     a               x:(r0)+,x0
        do      x:<mp_len,_end
        add     x0,a
        add     x0,a            x:(r0)+,x0
        sub     y1,a            a1,x:(r1)+
        move    a2,a
_end
        rts

; Computes Y:mp_yv = value / 2 mod N: half of value + N if the value is odd.
; Changes: A B X Y R0 R2 R4 R5 R7
; Bounds: |A|, |B| <= 3 * 2^47
half_value
        move    #mp_xv,r0
        move    #mp_half,r2
        move    #mp_yn,r4
        move    #mp_yv,r5
        move    #$400000,y1                     ; multiplies by 2^23, one digit down
        move    x:<mp_len,r7
        move    #>1,a
        clr     b               x:(r0)+,x0      y:(r4)+,y0
        and     x0,a
        tne     y1,b
        move    b1,x1                           ; Y1 if the value is odd, else 0
        mpy     x0,y1,a         (r7)-
        mac     x1,y0,a
        do      r7,_end
        move    a2,b
        move    a1,b0
        tfr     b,a             x:(r0)+,x0      y:(r4)+,y0
        mac     x0,y1,a         x:(r2),x0
        mac     x1,y0,a
        mac     x0,x0,a         a0,y:(r5)+
_end
        move    a1,y:(r5)
        rts
        endif

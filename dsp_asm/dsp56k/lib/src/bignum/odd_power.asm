; SPDX-License-Identifier: MIT
; POWERS WITH AN ODD EXPONENT in windows of one bit, as public ones are: the last product leaves
; Montgomery form.  Part of modexp.asm, if RSA_SLIDING is set.

        if      !@def(odd_power)
; EQ: value = value^e, from [0, N-1]; e by X:mp_list is odd and has windows of one bit.  The last product
; is that by the value itself, halved: it leaves Montgomery form.
; NE: e is another exponent, or the kernel the paper's; nothing is done.
; Changes: A B X Y R0-R7 N0-N5 N7
odd_power
        move    x:<mp_list,r0
        move    x:<mp_fast,b
        tst     b               #>1,x0
        move    x:(r0)+,a                       ; entries
        jeq     _other
        cmp     x0,a            x:(r0)+,b
        jne     _other
        tst     b               x:(r0)+,a       ; squarings at the end; pairs
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

; value = 2 value
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

; Y:mp_yv = value / 2 mod N: if the value is odd, half of its sum with N
; Changes: A B X Y R0 R2 R4 R5 R7
; Bounds: |A|, |B| <= 3 * 2^47
half_value
        move    #mp_xv,r0
        move    #mp_half,r2
        move    #mp_yn,r4
        move    #mp_yv,r5
        move    #$400000,y1                     ; times 2^23, a digit down
        move    x:<mp_len,r7
        move    #>1,a
        clr     b               x:(r0)+,x0      y:(r4)+,y0
        and     x0,a
        tne     y1,b
        move    b1,x1                           ; the same or 0
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

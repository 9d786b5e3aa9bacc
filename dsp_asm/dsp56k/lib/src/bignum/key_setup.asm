; SPDX-License-Identifier: MIT
; KEY BLOCK of a modulus N, for modexp.asm: all numbers that depend only on N.
;
; The power of two that is the highest bit of N is doubled until it is R or R/2 mod N (number one). Squarings and
; doublings of it give enter; wide is a Montgomery product of enter with itself. 1/2^24 mod N = (1 + k N) / 2^24 with k
; = -1/N mod 2^24. The time depends only on n and on the length of N: the routines use intermediate results as factors
; instead of branching on them. A key block takes about 20,000 instruction cycles for 22 digits.

        if      !@def(key_length)
        include 'mp_memory.asm'

; Finds the highest bit of a number that is not zero.
; In: X:(R0) plain words; X:mp_size number of words.
; Out: X:mp_place index of the highest word that is not zero; X:mp_bits number of bits of that word.
; Changes: A X0 R0 N0
key_length
        move    x:<mp_size,n0
        move    n0,x:<mp_place
        move    (r0)+n0
_word
        move    x:<mp_place,a
        move    #>1,x0
        sub     x0,a
        move    a1,x:<mp_place
        move    x:-(r0),a
        tst     a
        jeq     _word
        move    #25,r0
        nop
_bit
        lsl     a               (r0)-
        jcc     _bit
        move    r0,x:<mp_bits
        rts

; Computes the key block of a modulus and takes it into use.
; In: X:mp_xt the modulus N, odd, n digits of mp_digits; X:mp_len = n; X:mp_key address of the key block; X:mp_place and
;   X:mp_bits of key_length.
; Out: X:(X:mp_key) the key block, 4 + 7 n words.
; Changes: A B X Y R0-R7 N0-N5 N7
; Bounds: |A|, |B| <= 3 * 2^47
key_setup
        move    x:mp_xt,a
        jsr     word_inverse
        move    x:<mp_key,r1
        move    x:<mp_len,x0
        move    x0,x:(r1)+
        move    b1,x:(r1)+
        move    x:<mp_place,a
        move    #>1,x0
        add     x0,a            #>3,x0
        move    a1,x:(r1)+
        move    x:<mp_bits,a
        add     x0,a
        lsr     a
        lsr     a
        move    a1,x:(r1)+
        move    #mp_xt,r0
        jsr     mp_copy_x
        jsr     key_load

; leave = 1; for an unrolled kernel (N + 1) / 2 = N + h
        jsr     one
        jclr    #0,x:<mp_fast,_leave
        move    #mp_yn,r4
        jsr     value_sub
        jsr     halve
        move    #key_h,n7
        jsr     key_store
        move    #mp_yn,r4
        jsr     value_add
_leave
        move    #key_leave,n7
        jsr     key_store
        jclr    #0,x:<mp_fast,_unit

; w = (1/2^24 mod N) / 2, in (-N/2, N/2). The lowest digit of the numerator 1 + k N is 0.
        jsr     mp_rounding
        move    x:<mp_ninv,y0
        move    #mp_xt,r0
        move    #mp_xv-1,r3
        move    #>2,a0
        move    x:(r0)+,x0
        do      x:<mp_len,_quotient
        mac     x0,y0,a         x:(r0)+,x0
        asr     a
        mac     x1,y1,a         a0,x:(r3)+
        move    a2,b
        move    a1,b0
        tfr     b,a
        asl     a
_quotient
        asr     a
        move    a0,x:(r3)
        jsr     halve_modulo
        move    #key_w,n7
        jsr     key_store
        jsr     key_load

; one = R mod N or R/2 mod N, by doublings of the highest bit of N. 2^23 is not a digit: it becomes -2^23 and a carry.
_unit
        jsr     one
        clr     a               x:<mp_place,n0
        move    a1,x:mp_xv
        move    #mp_xv,r0
        move    #$800000,y1
        move    y1,a0
        move    (r0)+n0
        rep     x:<mp_bits
        asl     a
        sub     y1,a            a1,x:(r0)+
        move    a2,x:(r0)
        move    x:<mp_len,a
        move    x:<mp_place,x0
        sub     x0,a            #>12,y0
        move    a1,x0
        mpy     x0,y0,a         x:<mp_bits,b
        move    a0,a
        sub     b,a             x:<mp_fast,x0
        sub     x0,a            #>1,x0
        add     x0,a
        do      a1,_doubled
        jsr     double
        nop
_doubled
        move    #key_one,n7
        jsr     key_store

; enter = one * 2^e mod N with e = 24 n or 24 n - 1: e / 64 doublings, then six squarings, each with a doubling if the
; bit of e is 1
        move    x:<mp_len,x0
        move    #>12,y0
        mpy     x0,y0,a         x:<mp_fast,x0
        move    a0,a
        sub     x0,a            #>1<<17,y0
        move    a1,x0
        mpy     x0,y0,a                         ; A1 = e / 64
        move    a0,x:<mp_word
        move    a1,a
        tst     a
        jeq     _squares
        do      a1,_squares
        jsr     double
        nop
_squares
        do      #6,_enter
        jsr     mirror
        jsr     call_product
        move    x:<mp_word,a
        lsl     a
        move    a1,x:<mp_word
        jcc     _next
        jsr     double
_next
        nop
_enter
        move    #key_enter,n7
        jsr     key_store
; wide = enter * enter / R, four times that for an unrolled kernel
        jsr     mirror
        jsr     call_product
        jclr    #0,x:<mp_fast,_wide
        jsr     double
_wide
        move    #key_wide,n7

; Copies the value to number N7 of the key block.
; Changes: X0 R0 R1 N0
key_store
        jsr     key_number
        move    r0,r1
        move    #mp_xv,r0
        jmp     mp_copy_x

; Sets value = 1.
; Changes: A X0 R1 N0
one
        clr     a               #mp_xv,r1
        move    x:<mp_len,n0
        move    #>1,x0
        rep     n0
        move    a1,x:(r1)+
        move    x0,x:<mp_xv
        rts

; Sets Y0 to 2^22 with the sign of the value. For a digit d, 4 Y0 d is d with this sign in A1.
; Changes: A B Y0 R0
sign_factor
        move    #mp_xv,r0
        jsr     mp_sign
        move    #$400000,b
        move    #$C00000,y0
        tmi     y0,b
        move    b,y0
        rts

; Computes value = value * times - 4 Y0 N.
less_n  macro   times
        move    #mp_xv,r0
        move    #mp_yn,r4
        move    #mp_xv,r1
        move    #$800000,x1
        clr     a               x:(r0)+,x0      y:(r4)+,y1
        do      x:<mp_len,_end
        mac     -y1,y0,a
        mac     -y1,y0,a        y:(r4)+,y1
        if      times==2
        add     x0,a
        endif
        add     x0,a            x:(r0)+,x0
        sub     x1,a            a1,x:(r1)+
        move    a2,a
_end
        rts
        endm

; Doubles the value modulo N: value = 2 value - N, or 2 value + N if it is negative. A value in [-N, N] stays in [-N,
; N].
; Changes: A B X Y R0 R1 R4
; Bounds: |A|, |B| <= 5 * 2^47
double
        jsr     sign_factor
        less_n  2

; Halves the value modulo N. An odd value first becomes even by N: subtracted if the value is positive, else added. A
; value in (-N, N) gives a result in (-N/2, N/2).
; Changes: A B X Y R0 R1 R4 R7
halve_modulo
        jsr     sign_factor
        move    x:mp_xv,a
        move    #>1,x0
        and     x0,a
        neg     a
        move    a1,x0                           ; all ones if the value is odd, else 0
        tfr     b,a
        and     x0,a
        move    a1,y0
        jsr     value_less_n

; Halves an even value: multiplies by 2^23 and moves the result one digit down.
; Changes: A B X Y R0 R1 R7
; Bounds: |A|, |B| <= 2 * 2^47
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

; Computes value = value - 4 Y0 N.
; Changes: A X Y1 R0 R1 R4
; Bounds: |A|, |B| <= 4 * 2^47
value_less_n
        less_n  1

        include 'modexp.asm'
        endif

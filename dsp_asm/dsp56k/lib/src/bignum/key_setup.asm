; SPDX-License-Identifier: MIT
; KEY BLOCK of a modulus, for modexp.asm: everything that depends only on N.
;
; R or R/2 mod N comes from doubling the power of two that is N's highest bit; enter from it by
; square and double; wide is a product of enter with itself.  1/2^24 mod N = (1 + k N) / 2^24 with
; k = -1/N mod 2^24.  Time depends only on n and the length of N: if a value decides, it does
; so as a factor.  About 20,000 instruction cycles for 22 digits.

        if      !@def(key_length)
        include 'mp_memory.asm'

; The length of a number that is not zero.
; In: X:(R0) plain words; X:mp_size their number.
; Out: X:mp_place the index of the highest word that is not zero; X:mp_bits the number of its bits.
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

; The key block of a modulus, which is then in use.
; In: X:mp_xt the modulus N, odd, n digits of mp_digits; X:mp_len = n; X:mp_key where the block goes; X:mp_place and
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

; leave = 1, or (N + 1) / 2 = N + h
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

; w = (1/2^24 mod N) / 2, in (-N/2, N/2): the numerator 1 + k N gives a digit 0 first
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

; one = R mod N or R/2 mod N: doublings of N's highest bit.  A digit 2^23 is -2^23 and a carry.
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

; enter: the form of 2^e, e = 24 n or 24 n - 1, by its upper bits and then its lower six
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
; wide
        jsr     mirror
        jsr     call_product
        jclr    #0,x:<mp_fast,_wide
        jsr     double
_wide
        move    #key_wide,n7

; number N7 of the key block = value
; Changes: X0 R0 R1 N0
key_store
        jsr     key_number
        move    r0,r1
        move    #mp_xv,r0
        jmp     mp_copy_x

; value = 1.
; Changes: A X0 R1 N0
one
        clr     a               #mp_xv,r1
        move    x:<mp_len,n0
        move    #>1,x0
        rep     n0
        move    a1,x:(r1)+
        move    x0,x:<mp_xv
        rts

; Y0 = 2^22 with the sign of the value: four times that, an accumulator's product, takes a digit away
; Changes: A B Y0 R0
sign_factor
        move    #mp_xv,r0
        jsr     mp_sign
        move    #$400000,b
        move    #$C00000,y0
        tmi     y0,b
        move    b,y0
        rts

; value = value * times - 4 Y0 N
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

; value = 2 value - N, or + N if the value is negative: values in [-N, N] remain there
; Changes: A B X Y R0 R1 R4
; Bounds: |A|, |B| <= 5 * 2^47
double
        jsr     sign_factor
        less_n  2

; value = value / 2 mod N, in (-N/2, N/2) if the value was: an odd value first goes towards 0 by N
; Changes: A B X Y R0 R1 R4 R7
halve_modulo
        jsr     sign_factor
        move    x:mp_xv,a
        move    #>1,x0
        and     x0,a
        neg     a
        move    a1,x0                           ; all ones for an odd value
        tfr     b,a
        and     x0,a
        move    a1,y0
        jsr     value_less_n

; value = value / 2, even: times 2^23, a digit down
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

; value = value - 4 Y0 N
; Changes: A X Y1 R0 R1 R4
; Bounds: |A|, |B| <= 4 * 2^47
value_less_n
        less_n  1

        include 'modexp.asm'
        endif

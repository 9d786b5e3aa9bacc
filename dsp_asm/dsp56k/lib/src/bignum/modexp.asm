; MODULAR EXPONENTIATION: sliding window from the left on Montgomery products.
;
; The exponent: X:mp_left words, X:mp_exp the address of the highest (last) one;
; zero words in front cost nothing much.  The width of the window is 1 bit for
; one word, 3 for up to four, else 5.  Window table: X:rsa_tab.
;
; Key block (key_setup): n, then numbers of n digits: N, unit, enter, wide, leave
; and, for the unrolled kernels, w, h.  R = 2^(24 n), all mod N:
;   paper's kernel      unit = R   enter = R^2     wide = R^3     leave = 1
;   unrolled kernels    unit = R   enter = R^2/4   wide = R^3/4   leave = 1/2
;                       w = 1/2^25 in (-N/2, N/2)  h = -(N-1)/2

; Takes the key block X:mp_key into use: modulus, digits, routines.
; Changes: A B X Y R0 R1 R4 R7 N0 N7
key_load
        move    x:<mp_key,r0
        move    #mp_yn,r4
        move    x:(r0)+,a
        move    a1,x:<mp_len
        move    r0,x:<mp_con
        jsr     mp_copy
        move    #>$800,x0
        move    x0,x:<mp_half
        move    #>mont_squares,x0
        move    #>mont_product,x1
        move    (r4)-                           ; the highest digit
        jsr     key_fast
        jlt     _kernel
        move    #>key_w,n7
        jsr     key_number
        move    #mp_xm,r1
        jsr     mp_copy_x
        move    #mp_xh,r1
        jsr     mp_copy_x
        move    #>fast_squares_11,x0
        move    #>fast_product_11,x1
        jclr    #0,x:<mp_len,_even
        jmp     _kernel
_even
        move    #>fast_squares_22,x0
        move    #>fast_product_22,x1
_kernel
        move    x0,x:<mp_sq
        move    x1,x:<mp_pr
        jmp     mont_setup

; LT: no unrolled kernel for the modulus whose highest digit is Y:(R4); keeps X
; Changes: A B Y0
key_fast
        move    x:<mp_len,a
        move    #>11,y0
        cmp     y0,a            #>22,y0
        jeq     _size
        cmp     y0,a            #>-1,b
        jeq     _size
        tst     b
        rts
_size
        move    #>$00FFFF,a
        move    y:(r4),y0
        cmp     y0,a
        rts

key_unit                equ     1               ; numbers after N in the key block
key_enter               equ     2
key_wide                equ     3
key_leave               equ     4
key_w                   equ     5

; operand = number N7 of the key block
; Changes: X0 R0 R4 N0
key_constant
        jsr     key_number
; operand = X:(R0)
; Changes: X0 R0 R4
load_operand
        move    #mp_yt,r4
        jmp     mp_copy

; R0 = address of number N7 of the key block
; Changes: R0 N0
key_number
        move    x:<mp_con,r0
        move    x:<mp_len,n0
        nop
        do      n7,_end
        move    (r0)+n0
_end
        rts

; value = X:(R0), the copy in X alone: enough for a product
; Changes: X0 R0 R1
load_value
        move    #mp_xv,r1
        jmp     mp_copy_x

; value = value * operand / R mod N (2 value * operand / R by the unrolled kernels), by the
; routine of the key in use.
; Changes: A B X Y R0-R7 N0-N7
call_product
        move    x:<mp_pr,r7
        nop
        jmp     (r7)

; X:mp_cnt squarings
; Changes: A B X Y R0-R7 N0-N7
call_squares
        move    x:<mp_sq,r7
        nop
        jmp     (r7)

; value = base^e mod N in [0, N-1], X:mp_xv; base X:mp_base, 2n digits, any value.
; Changes: A B X Y R0-R7 N0-N7
modexp_wide
        jsr     modexp_enter_wide
        jmp     modexp_power

; value = base^e mod N in [0, N-1], X:mp_xv; base X:mp_base, n digits in [-N, N-1].
; Changes: A B X Y R0-R7 N0-N7
modexp
        jsr     modexp_enter
        jmp     modexp_power

; value = base * enter, 2n digits of base
; Changes: A B X Y R0-R7 N0-N7
modexp_enter_wide
        move    x:<mp_base,r0
        move    x:<mp_len,n0
        nop
        move    (r0)+n0
        jsr     load_value                      ; the high half
        move    #key_wide,n7
        jsr     key_constant
        jsr     call_product
        jsr     mont_reduce
        move    #mp_xv,r0
        move    #mp_xt,r1
        jsr     mp_copy_x
        jsr     modexp_enter                    ; the low half
        jsr     mont_reduce
        move    #mp_yn,r4                       ; U - N + W stays in range
        jsr     value_sub
        move    #mp_xt,r0
        jsr     load_operand
        move    #mp_yt,r4
        jmp     value_add

; value = base * enter
; Changes: A B X Y R0-R7 N0-N7
modexp_enter
        move    x:<mp_base,r0
        jsr     load_value
        move    #key_enter,n7
        jsr     key_constant
        jmp     call_product

; the window: one bit for one word of exponent, three for up to four, else five
modexp_power
        move    x:<mp_exp,r0
        move    x:<mp_left,a
        tst     a               #>1,x0
_skip
        jeq     _skipped                        ; zero words in front
        move    x:(r0)-,b
        tst     b
        jne     _skipped
        sub     x0,a            r0,x:<mp_exp
        jmp     _skip
_skipped
        move    a1,x:<mp_left
        clr     a
        move    a1,x:<mp_word
        move    a1,x:<mp_tail
        move    a1,x:<mp_go
        move    x:<mp_left,a
        move    #>1,x0
        move    x0,x:<mp_ents
        move    #>$800001,x1                    ; the window's first 1 and its marker
        cmp     x0,a
        jle     _width
        move    #>4,x0
        move    x0,x:<mp_ents
        move    #>$200001,x1
        cmp     x0,a
        jle     _width
        move    #>16,x0
        move    x0,x:<mp_ents
        move    #>$080001,x1
_width
        move    x1,x:<mp_mark

; table: base^1, base^3, base^5 ...
        move    #rsa_tab,r1
        move    #mp_xv,r0
        jsr     mp_copy_x
        move    r1,x:<mp_ent
        move    x:<mp_ents,a
        move    #>1,x0
        sub     x0,a
        jeq     _scan
        move    a1,x:<mp_cnt
        move    #mp_xv,r0
        jsr     load_operand
        jsr     call_product
        move    #mp_xv,r0
        jsr     load_operand                    ; base^2
        move    #rsa_tab,r0
        jsr     load_value
        do      x:<mp_cnt,_table
        jsr     call_product
        move    x:<mp_ent,r1
        move    #mp_xv,r0
        jsr     mp_copy_x
        move    r1,x:<mp_ent
_table
        jmp     _scan

; The next exponent word: its first bit to the carry, the rest and a closing 1 to
; A1.  After the last word the return address is dropped.
_next_word
        move    x:<mp_left,a
        tst     a               #>1,x0
        jeq     _finish
        sub     x0,a            x:<mp_exp,r0
        move    a1,x:<mp_left
        move    x:(r0)-,a
        move    r0,x:<mp_exp
        ori     #1,ccr
        rol     a
        rts

; The exponent bit by bit, in A, followed by a closing 1; squarings due are counted in R1
_scan
        move    x:<mp_word,a
        move    x:<mp_tail,r1
        clr     b                               ; no window is open
_zeros
        lsl     a               (r1)+
        jseq    _next_word
        jcc     _zeros

; collect bits after the first 1 until the marker reaches the sign
        move    x:<mp_mark,b
        tst     b
        jmi     _full
_more
        lsl     a               (r1)+
        jseq    _next_word
        rol     b
        jpl     _more

; strip zeros, odd window value v = 2 i + 1: table entry i
_full
        move    a1,x:<mp_word
        move    #0,r2                           ; squarings after the product
_strip
        jset    #0,b1,_odd
        lsr     b               (r1)-
        move    (r2)+
        jmp     _strip
_odd
        move    r1,x:<mp_cnt
        move    r2,x:<mp_tail
        move    #>$1E,x0
        and     x0,b            x:<mp_len,x1
        move    b1,y0
        mpy     x1,y0,a         #>rsa_tab,x0    ; 4 i n
        asr     a
        asr     a
        move    a0,a
        add     x0,a            x:<mp_go,b
        tst     b               a1,r0
        jeq     _leading
        jsr     load_operand
        jsr     call_squares
        jsr     call_product
        jmp     _scan

; the leading window is not multiplied but taken
_leading
        move    x:<mp_mark,x0                   ; any value but zero
        move    x0,x:<mp_go
        jsr     load_value
        move    #key_unit,n7
        jsr     key_constant
        jsr     call_product
        jmp     _scan

; no bit came: an open window is served first, with nothing left to shift out
_finish
        move    ssh,x0
        tst     b               (r1)-
        jne     _full
        move    x:<mp_go,a
        tst     a               r1,x:<mp_cnt
        jeq     _nothing
        move    r1,a
        tst     a
        jeq     modexp_leave
        jsr     call_squares
        jmp     modexp_leave
_nothing
        move    #key_unit,n7                    ; exponent zero
        jsr     key_constant
        move    #mp_yt,r4
        move    #mp_xv,r1
        do      x:<mp_len,_one
        move    y:(r4)+,x0
        move    x0,x:(r1)+
_one
        jmp     modexp_leave

; value = base^e in [0, N-1] from its Montgomery form.
; Changes: A B X Y R0-R7 N0-N7
modexp_leave
        move    #key_leave,n7
        jsr     key_constant
        jsr     call_product

; value + k N for the k that gives [0, N-1].
; Changes: A B X0 Y R0 R1 R4
mont_reduce
        move    #mp_xv,r0
        jsr     mp_sign
        jpl     _positive
        move    #mp_yn,r4
        jsr     value_add
        jmp     mont_reduce
_positive
        move    #mp_yn,r4
        jsr     value_sub
        move    #mp_xv,r0
        jsr     mp_sign
        jpl     _positive
        move    #mp_yn,r4

; value = value + Y:(R4), value - Y:(R4)
; Changes: A X0 Y R0 R1 R4
value_add
        move    #mp_xv,r0
        move    #mp_xv,r1
        jmp     mp_add

; value = value - Y:(R4).
; Changes: A X0 Y R0 R1 R4
value_sub
        move    #mp_xv,r0
        move    #mp_xv,r1
        jmp     mp_sub

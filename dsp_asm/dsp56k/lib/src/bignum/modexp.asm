; SPDX-License-Identifier: MIT
; MODULAR EXPONENTIATION from the left on Montgomery products: windows of four bits, all used
; alike, or sliding ones.
;
; recode.asm turns an exponent into pairs (squarings, table entry), X:mp_list their address.  With fixed
; windows (X:mp_fixed not 0) the instructions and their clocks depend only on n and the length of the
; modulus: window 0 multiplies by one, the last reduction uses masks.  Only the address of the table
; entry depends on the exponent, which takes no time on a chip without a cache.  Sliding
; windows (1 bit for one word of exponent, 3 for up to four, else 5; if the program that includes this
; says RSA_SLIDING 0, always 1) are for exponents that are not secret.
;
; Key block (key_setup): n, 1/N mod 2^24, words and windows of an exponent as long as N, then numbers
; of n digits: N, one, enter, wide, leave and, for the unrolled kernels, w, h.  R = 2^(24 n), all
; modulo N, in [-N, N]:
;   paper's kernel      one = R     enter = R^2     wide = R^3     leave = 1
;   unrolled kernels    one = R/2   enter = R^2/4   wide = R^3/4   leave = 1/2
;                       w = 1/2^25 in (-N/2, N/2)  h = -(N-1)/2
; A table entry is a power in the form of one, the value twice that with an unrolled kernel.

        if      !@def(key_load)
        include 'mp_memory.asm'

key_head                equ     4               ; words before N
key_one                 equ     1               ; numbers after N
key_enter               equ     2
key_wide                equ     3
key_leave               equ     4
key_w                   equ     5
key_h                   equ     6

; Takes a key block into use: digits, routines and their parameters.
; In: X:mp_key the address of the key block of key_setup.
; Out: X:mp_len, X:mp_tab and the other parameters of modexp; X:mp_left, X:mp_part for a secret exponent.
; Changes: A B X Y0 R0 R1 R4 R7 N0 N7
key_load
        move    #>$800,x0
        move    x0,x:<mp_half
        if      RSA_LISTS
        clr     a
        move    a1,x:<mp_held
        endif
        move    x:<mp_key,r0
        nop
        move    x:(r0)+,a
        move    a1,x:<mp_len
        move    x:(r0)+,b
        neg     b               b1,x:<mp_pinv
        move    b1,x:<mp_ninv
        move    x:(r0)+,x0
        move    x0,x:<mp_left
        move    x:(r0)+,x0
        move    x0,x:<mp_part
        move    r0,x:<mp_con
        jsr     load_modulus
        jsr     mont_lengths
        clr     b               #>rsa_tab,x0
        move    b1,x:<mp_fast
        move    b1,x:<mp_inner
        move    x0,x:<mp_tab
        if      RSA_SLIDING
        move    #>mont_power,x0
        move    x0,x:<mp_pow
        else
        move    #>entry_product,x0
        move    x0,x:<mp_win
        endif
        move    #>mont_squares,x0
        move    #>mont_value,x1
; a kernel for n digits and N < 2^(24 n - 8): its highest digit is 2^16 if the next is negative
        move    #>$010000,a
        move    (r4)-                           ; the highest digit
        move    y:(r4),y0
        cmp     y0,a            #>kernels+1,r7
        jlt     _kernel
        move    x:<mp_len,a
        move    #kernel_row-1,n7
_find
        movem   p:(r7)+,y0
        cmp     y0,a
        jlt     _kernel
        jeq     _found
        move    (r7)+n7
        jmp     _find
_found
        move    #key_w,n7
        jsr     key_number
        move    #mp_xm,r1
        jsr     mp_copy_x
        move    #mp_xh,r1
        jsr     mp_copy_x
        if      RSA_SLIDING
        movem   p:(r7)+,x0
        move    x0,x:<mp_pow
        endif
        movem   p:(r7)+,x0
        movem   p:(r7),x1
        move    #>1,b
        move    b1,x:<mp_fast
        move    #>mp_ytab_digits,y0
        cmp     y0,a            #>mp_ytab,y0
        jgt     _kernel
        move    b1,x:<mp_inner
        move    y0,x:<mp_tab
        if      !RSA_SLIDING
        move    x1,x:<mp_win
        endif
_kernel
        move    x0,x:<mp_sq
        move    x1,x:<mp_pr
        rts

; X:mp_len = the digits to take for numbers of X0 words, none of them with a highest word above Y0:
; those of the next larger unrolled kernel, if that is worth it and the modulus is small enough.
; Changes: A B X1 R7 N7
key_digits
        move    x0,x:<mp_len
        move    #>kernels,r7
        move    x0,a
        move    #kernel_row-2,n7
_find
        movem   p:(r7)+,x1
        cmp     x1,a                            ; smaller than is worth it, or none left
        jlt     _paper
        movem   p:(r7)+,x1
        cmp     x1,a            #>$FF0000,b
        jlt     _padded
        move    (r7)+n7
        jne     _find
        and     y0,b
        jne     _find
_padded
        move    x1,x:<mp_len
_paper
        rts

; Y:mp_yn = N
; Changes: A R0 R4
load_modulus
        move    x:<mp_con,r0
        move    #mp_yn,r4
        jmp     mp_copy

; operand Y:(R4) = number N7 of the key block
; Changes: A R0 R4 N0
key_constant
        jsr     key_number
; operand Y:(R4) = X:(R0)
; Changes: A R0 R4
load_operand
        move    #mp_yt,r4
        jsr     mp_copy
        move    #mp_yt,r4
        rts

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

; value = X:(R0)
; Changes: X0 R0 R1
load_value
        move    #mp_xv,r1
        jmp     mp_copy_x

; The value as the operand Y:(R4) of a product.
; Changes: A R0 R4
mirror
        move    #mp_xv,r0
        jmp     load_operand

; value = value * number N7 of the key block / R mod N (twice that by the unrolled kernels)
; Changes: A B X Y R0-R7 N0-N5 N7
constant_product
        jsr     key_constant
; value = value * operand Y:(R4) / R mod N, by the routine of the key in use
; Changes: A B X Y R0-R7 N0-N5 N7
call_product
        move    x:<mp_pr,r7
        nop
        jmp     (r7)

        if      RSA_SLIDING
; value = base^e mod N in [0, N-1], X:mp_xv; base X:mp_base, 2n digits, any value; e by X:mp_list.
; Changes: A B X Y R0-R7 N0-N5 N7
modexp_wide
        jsr     modexp_enter_wide
        jsr     modexp_power
        jmp     modexp_leave

; A power: value = base^e mod N. RSA_SLIDING is 1.
; In: X:mp_base the address of the base, n digits in [0, N-1]; X:mp_list the address of the list of recode; key_load has
;   taken the key block into use.
; Out: X:mp_xv the power, in [0, N-1], n digits for mp_words.
; Changes: A B X Y R0-R7 N0-N5 N7
modexp
        move    x:<mp_base,r0
        jsr     load_value
        endif
; value = value^e mod N in [0, N-1], from [0, N-1]; e by X:mp_list.
; Changes: A B X Y R0-R7 N0-N5 N7
modexp_value
        if      RSA_SLIDING
        jsr     odd_power
        jeq     mont_reduce
        endif
        jsr     enter_value
        jsr     modexp_power
        jmp     modexp_leave

; value = 2n digits of base in the form of a table entry.  The sum of two results of an unrolled
; kernel is small enough for the next product, the paper's kernel wants [-N, N-1].
; Changes: A B X Y R0-R7 N0-N5 N7
modexp_enter_wide
        move    x:<mp_base,r0
        move    x:<mp_len,n0
        nop
        move    (r0)+n0
        jsr     load_value                      ; the high half
        move    #key_wide,n7
        jsr     constant_product
        jset    #0,x:<mp_fast,_sum
        jsr     mont_reduce
        move    #mp_yn,r4                       ; U - N + W stays in range
        jsr     value_sub
_sum
        move    #mp_xv,r0
        move    #mp_xt,r1
        jsr     mp_copy_x
        jsr     modexp_enter                    ; the low half
        jset    #0,x:<mp_fast,_add
        jsr     mont_reduce
_add
        move    #mp_xt,r0
        jsr     load_operand
        jmp     value_add

; The same of n digits.
; Changes: A B X Y R0-R7 N0-N5 N7
modexp_enter
        move    x:<mp_base,r0
        jsr     load_value
; The same of the value.
; Changes: A B X Y R0-R7 N0-N5 N7
enter_value
        move    #key_enter,n7
        jmp     constant_product

; value = value^e from the form of a table entry; e by X:mp_list
; Changes: A B X Y R0-R7 N0-N5 N7
modexp_power
        jsr     power_table
        if      RSA_SLIDING
; the leading window's entry or its product with the last one, which is still the value, all other
; pairs in one run, the squarings after them
        move    x:<mp_list,r6
        nop
        move    (r6)+
        move    (r6)+
        move    x:(r6)+,x1
        move    x:(r6)+,b
        tst     b               b1,x:<mp_ent
        jle     _nothing
        jsr     entry
        jsr     entry_value
_pairs
        move    x1,a
        tst     a               x:<mp_pow,r7
        nop
        jsne    (r7)
        move    x:<mp_list,r0
        move    x:<mp_sq,r7
        move    (r0)+
        move    x:(r0),a
        tst     a               a1,x:<mp_cnt
        jeq     _end
        jmp     (r7)
        else
; the leading window's entry, the squarings and the entry of each other
        move    x:<mp_list,r0
        nop
        move    (r0)+
        move    x:(r0)+,b
        tst     b               r0,x:<mp_list
        jeq     _nothing
        move    b1,x:<mp_ent
        jsr     entry
        jsr     entry_value
_window
        move    x:<mp_list,r0
        move    x:<mp_sq,r7
        move    x:(r0)+,x0
        move    x:(r0)+,b
        tst     b               x0,x:<mp_cnt
        jeq     _last
        move    r0,x:<mp_list
        move    b1,x:<mp_ent
        jsr     (r7)
        move    x:<mp_win,r7
        move    x:<mp_ent,r4
        jsr     (r7)
        jmp     _window
_last
        move    x0,a
        tst     a
        jeq     _end
        jmp     (r7)
        endif
_nothing
        if      RSA_SLIDING
        jlt     _two
        endif
        move    #key_one,n7                     ; exponent zero
        jsr     key_constant
        jmp     entry_value
_end
        rts
        if      RSA_SLIDING
_two
        jsr     entry
        jsset   #0,x:<mp_fast,value_twice
        jsr     call_product
        move    x:<mp_list,r6
        nop
        move    (r6)+
        move    (r6)+
        move    x:(r6)+,x1
        move    (r6)+
        jmp     _pairs

        include 'odd_power.asm'

; For each of X1 pairs (squarings, address of an entry) X:(R6): squares, then value * entry / R mod N.
; Changes: A B X Y R0-R7 N0 N1 N4 N5
mont_power
        move    r6,x:<mp_mark
        do      x1,_end
        move    x:<mp_mark,r6
        nop
        move    x:(r6)+,x0
        move    x0,x:<mp_cnt
        move    x:(r6)+,x0
        move    x0,x:<mp_ent
        move    r6,x:<mp_mark
        jsr     mont_squares
        move    x:<mp_ent,r0
        jsr     load_operand
        jsr     mont_value
        nop
_end
        rts
        endif

; value = base^e in [0, N-1] from its Montgomery form.
; Changes: A B X Y R0-R7 N0-N5 N7
modexp_leave
        move    #key_leave,n7
        jsr     constant_product

; value in [0, N-1] from [-3N/2, 3N/2], always by the same instructions: less N unless negative, then
; twice N if negative, the sums as plain words, whose last carry is the sign.
; Changes: A B X0 Y R0 R1 R4
; Bounds: |A|, |B| <= 4 * 2^47
mont_reduce
        jsset   #0,x:<mp_inner,load_modulus     ; the window table has covered it
        move    #mp_xv,r0
        clr     a               #mp_xv,r1
        move    x:(r0)+,x0
        do      x:<mp_len,_sign
        add     x0,a            x:(r0)+,x0
        move    a2,a
_sign
        not     a               #$800000,y0
        and     y0,a            #mp_yn,r4
        move    a1,y0                           ; -1 or 0
        move    #mp_xv,r0
        clr     b
        clr     a               x:(r0)+,x0      y:(r4)+,y1
        do      x:<mp_len,_less
        mac     y1,y0,a         y:(r4)+,y1
        add     x0,a            x:(r0)+,x0
        move    a1,x:(r1)+
        move    a2,a
_less
        move    #0,x0
        jsr     _add
        move    #$800000,x0                     ; digits again
_add
        move    #$800000,y0
        and     y0,a            #mp_xv,r0
        move    a1,y0
        move    #mp_xv,r1
        move    #mp_yn,r4
        clr     a               x:(r0)+,b1      ; unsigned: B2 and B0 stay 0
        move    y:(r4)+,y1
        do      x:<mp_len,_end
        mac     -y1,y0,a        y:(r4)+,y1
        add     b,a             x:(r0)+,b1
        sub     x0,a            a1,x:(r1)+
        move    a2,a
_end
        rts

; value = value + Y:(R4)
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

; value = Y:(R4), a table entry, in the form of a value: doubled for an unrolled kernel
; Changes: A X0 Y R0 R1 R4
entry_value
        move    r4,r0
        move    #mp_xv,r1
        move    y:(r4)+,a
        rep     x:<mp_len
        move    a,x:(r1)+       y:(r4)+,a
        move    r0,r4
        jset    #0,x:<mp_fast,value_add
        rts

; Y:(R4) = the table entry X:mp_ent: where it is, or a copy
; Changes: A R0 R4
entry
        move    x:<mp_ent,r4
        jset    #0,x:<mp_inner,_end
        move    r4,r0
        jmp     load_operand
_end
        rts

        if      !RSA_SLIDING
; value = value * table entry X:(R4)
; Changes: A B X Y R0-R7 N0-N5 N7
entry_product
        move    r4,r0
        jsr     load_operand
        jmp     call_product
        endif

; the table entry X:mp_ent = X:(R0); on to the next
; Changes: A X0 R0 R1 R4
entry_store
        jclr    #0,x:<mp_inner,_outer
        move    x:<mp_ent,r4
        jsr     mp_copy
        move    r4,x:<mp_ent
        rts
_outer
        move    x:<mp_ent,r1
        jsr     mp_copy_x
        move    r1,x:<mp_ent
        rts

; The table from the value base: base^1, 3, 5 ..., with fixed windows base^0, 1, 2 ... 15
; Changes: A B X Y R0-R7 N0-N5 N7
power_table
        move    x:<mp_tab,x0
        move    x0,x:<mp_ent
        move    x:<mp_list,r0
        move    x:<mp_fixed,b
        tst     b               x:(r0),x0
        move    #key_one,n7
        move    x0,x:<mp_ents
        jeq     _base
        jsr     key_number
        jsr     entry_store
_base
        move    #mp_xv,r0
        jsr     entry_store
        jsr     mirror
        move    x:<mp_fixed,b
        tst     b               #>14,a
        if      !RSA_SLIDING
        jeq     _end
        else
        jne     _powers
        move    x:<mp_ents,a
        move    #>1,x0
        sub     x0,a
        jeq     _end
        move    a1,x:<mp_num
        move    #mp_xv,r0
        move    #mp_xt,r1
        jsr     mp_copy_x
        jsr     call_product
        jsr     mirror                          ; base^2
        move    #mp_xt,r0
        jsr     load_value
        move    x:<mp_num,a
        endif
_powers
        move    a1,x:<mp_num
        if      RSA_SLIDING
        jset    #0,x:<mp_inner,_inner
        endif
        do      x:<mp_num,_end
        move    #mp_yt,r4
        jsr     call_product
        move    #mp_xv,r0
        jsr     entry_store
        nop
_end
        rts
        if      RSA_SLIDING
_inner
        do      x:<mp_num,_filled
        move    x:<mp_pr,r7
        move    #mp_yt,r4
        jsr     (r7)
        move    #mp_xv,r0
        move    x:<mp_ent,r4
        move    x:(r0)+,a
        rep     x:<mp_len
        move    x:(r0)+,a       a,y:(r4)+
        move    r4,x:<mp_ent
_filled
        rts
        endif

        include 'mp_arith.asm'
        include 'mont_product.asm'
        include 'recode.asm'
        if      !@def(rsa_no_key)               ; rsa.asm includes the long code last
        include 'mont_fast.asm'
        endif
        endif

; SPDX-License-Identifier: MIT
; MODULAR EXPONENTIATION from left to right with Montgomery products. Windows of the exponent are fixed (four bits each,
; all processed alike) or sliding. In these comments, value is the number X:mp_xv.
;
; recode.asm converts an exponent to pairs (number of squarings, address of a table entry); X:mp_list is the address of
; the pairs. With fixed windows (X:mp_fixed not 0), instructions and clocks depend only on n and on the length of the
; modulus: a window of 0 multiplies by one, and the last reduction uses masks. Only the address of the table entry
; depends on the exponent; this takes no time on a chip without a cache. Sliding windows are for exponents that are not
; secret: windows of 1 bit for one exponent word, 3 bits for up to four words, else 5 bits; always 1 bit if the
; including program sets RSA_SLIDING to 0.
;
; A key block (key_setup) has n, 1/N mod 2^24, the number of words and of windows in the highest word for an exponent as
; long as N, then numbers of n digits: N, one, enter, wide, leave and, for the unrolled kernels, w and h. R = 2^(24 n).
; All numbers are modulo N, in [-N, N]:
;   paper's kernel      one = R     enter = R^2     wide = R^3     leave = 1
;   unrolled kernels    one = R/2   enter = R^2/4   wide = R^3/4   leave = 1/2
;                       w = 1/2^25 in (-N/2, N/2)  h = -(N-1)/2
; A table entry is a power in the form of one. The value is a power in the form of R: with an unrolled kernel it is
; twice the entry.

        if      !@def(key_load)
        include 'mp_memory.asm'

key_head                equ     4               ; number of words before N
key_one                 equ     1               ; numbers after N: index of each
key_enter               equ     2
key_wide                equ     3
key_leave               equ     4
key_w                   equ     5
key_h                   equ     6

; Takes a key block into use: sets the number of digits, the addresses of the routines and their parameters.
; In: X:mp_key address of the key block of key_setup.
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
; Use the unrolled kernel for n digits if N < 2^(24 n - 8). The highest digit of such an N is at most 2^16; it is 2^16
; only if the next digit is negative.
        move    #>$010000,a
        move    (r4)-                           ; R4 -> highest digit of N
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

; Sets X:mp_len to the number of digits for numbers of X0 words whose highest words are at most Y0: the digits of the
; next larger unrolled kernel if it is faster and the numbers are small enough for it, else X0.
; Changes: A B X1 R7 N7
key_digits
        move    x0,x:<mp_len
        move    #>kernels,r7
        move    x0,a
        move    #kernel_row-2,n7
_find
        movem   p:(r7)+,x1
        cmp     x1,a                            ; below the kernel's minimum, or end of the table
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

; Copies N from the key block to Y:mp_yn.
; Changes: A R0 R4
load_modulus
        move    x:<mp_con,r0
        move    #mp_yn,r4
        jmp     mp_copy

; Copies number N7 of the key block to the operand Y:mp_yt, and sets R4 to it.
; Changes: A R0 R4 N0
key_constant
        jsr     key_number
; Copies X:(R0) to the operand Y:mp_yt, and sets R4 to it.
; Changes: A R0 R4
load_operand
        move    #mp_yt,r4
        jsr     mp_copy
        move    #mp_yt,r4
        rts

; Sets R0 to the address of number N7 of the key block.
; Changes: R0 N0
key_number
        move    x:<mp_con,r0
        move    x:<mp_len,n0
        nop
        do      n7,_end
        move    (r0)+n0
_end
        rts

; Copies X:(R0) to the value.
; Changes: X0 R0 R1
load_value
        move    #mp_xv,r1
        jmp     mp_copy_x

; Copies the value to the operand Y:mp_yt of a product, and sets R4 to it.
; Changes: A R0 R4
mirror
        move    #mp_xv,r0
        jmp     load_operand

; Computes value = value * number N7 of the key block / R mod N (twice that with an unrolled kernel).
; Changes: A B X Y R0-R7 N0-N5 N7
constant_product
        jsr     key_constant
; Computes value = value * operand Y:(R4) / R mod N (twice that with an unrolled kernel), by the product routine in use.
; Changes: A B X Y R0-R7 N0-N5 N7
call_product
        move    x:<mp_pr,r7
        nop
        jmp     (r7)

        if      RSA_SLIDING
; Computes value = base^e mod N in [0, N-1]; the base X:(X:mp_base) is any number of 2n digits, X:mp_list has e.
; Changes: A B X Y R0-R7 N0-N5 N7
modexp_wide
        jsr     modexp_enter_wide
        jsr     modexp_power
        jmp     modexp_leave

; Computes the power base^e mod N. RSA_SLIDING is 1.
; In: X:mp_base address of the base, n digits in [0, N-1]; X:mp_list address of the list of recode; key_load has taken
;   the key block into use.
; Out: X:mp_xv the power, in [0, N-1], n digits for mp_words.
; Changes: A B X Y R0-R7 N0-N5 N7
modexp
        move    x:<mp_base,r0
        jsr     load_value
        endif
; Computes value = value^e mod N in [0, N-1]; the value is in [0, N-1], X:mp_list has e.
; Changes: A B X Y R0-R7 N0-N5 N7
modexp_value
        if      RSA_SLIDING
        jsr     odd_power
        jeq     mont_reduce
        endif
        jsr     enter_value
        jsr     modexp_power
        jmp     modexp_leave

; Converts a base of 2n digits to the form of a table entry, in the value. The sum of two results of an unrolled kernel
; is small enough for the next product; the paper's kernel requires operands in [-N, N-1].
; Changes: A B X Y R0-R7 N0-N5 N7
modexp_enter_wide
        move    x:<mp_base,r0
        move    x:<mp_len,n0
        nop
        move    (r0)+n0
        jsr     load_value                      ; high half of the base
        move    #key_wide,n7
        jsr     constant_product
        jset    #0,x:<mp_fast,_sum
        jsr     mont_reduce
        move    #mp_yn,r4                       ; U - N + W is in the permitted range
        jsr     value_sub
_sum
        move    #mp_xv,r0
        move    #mp_xt,r1
        jsr     mp_copy_x
        jsr     modexp_enter                    ; low half of the base
        jset    #0,x:<mp_fast,_add
        jsr     mont_reduce
_add
        move    #mp_xt,r0
        jsr     load_operand
        jmp     value_add

; Converts a base of n digits to the form of a table entry, in the value.
; Changes: A B X Y R0-R7 N0-N5 N7
modexp_enter
        move    x:<mp_base,r0
        jsr     load_value
; Converts the value to the form of a table entry.
; Changes: A B X Y R0-R7 N0-N5 N7
enter_value
        move    #key_enter,n7
        jmp     constant_product

; Computes value = value^e from a value in the form of a table entry; X:mp_list has e.
; Changes: A B X Y R0-R7 N0-N5 N7
modexp_power
        jsr     power_table
        if      RSA_SLIDING
; Start from the entry of the leading window, or from its product with the last entry, which is still in the value.
; Process all other pairs in one run of the kernel, then the squarings at the end.
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
; Start from the entry of the leading window, then do the squarings and the product of each other window.
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

; For each of X1 pairs (number of squarings, address of an entry) X:(R6), squares the value and multiplies it by the
; entry: value = value * entry / R mod N.
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

; Converts the value from Montgomery form to base^e in [0, N-1].
; Changes: A B X Y R0-R7 N0-N5 N7
modexp_leave
        move    #key_leave,n7
        jsr     constant_product

; Reduces the value from [-3N/2, 3N/2] to [0, N-1]. Executes the same instructions for every value: subtracts N unless
; the value is negative, then adds N twice, each time only if the value is negative. The sums are plain words, whose
; last carry is the sign.
; Changes: A B X0 Y R0 R1 R4
; Bounds: |A|, |B| <= 4 * 2^47
mont_reduce
        jsset   #0,x:<mp_inner,load_modulus     ; the window table has overwritten N
        move    #mp_xv,r0
        clr     a               #mp_xv,r1
        move    x:(r0)+,x0
        do      x:<mp_len,_sign
        add     x0,a            x:(r0)+,x0
        move    a2,a
_sign
        not     a               #$800000,y0
        and     y0,a            #mp_yn,r4
        move    a1,y0                           ; -1, or 0 if the value is negative
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
        move    #$800000,x0                     ; the last sum in signed digits
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

; Computes value = value + Y:(R4).
; Changes: A X0 Y R0 R1 R4
value_add
        move    #mp_xv,r0
        move    #mp_xv,r1
        jmp     mp_add

; Computes value = value - Y:(R4).
; Changes: A X0 Y R0 R1 R4
value_sub
        move    #mp_xv,r0
        move    #mp_xv,r1
        jmp     mp_sub

; Converts the table entry Y:(R4) to the form of a value: copies it, and doubles it for an unrolled kernel.
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

; Sets R4 to the table entry X:mp_ent in Y: to the entry itself in an internal table, else to a copy.
; Changes: A R0 R4
entry
        move    x:<mp_ent,r4
        jset    #0,x:<mp_inner,_end
        move    r4,r0
        jmp     load_operand
_end
        rts

        if      !RSA_SLIDING
; Computes value = value * table entry X:(R4) / R mod N.
; Changes: A B X Y R0-R7 N0-N5 N7
entry_product
        move    r4,r0
        jsr     load_operand
        jmp     call_product
        endif

; Copies X:(R0) to the table entry X:mp_ent, and sets X:mp_ent to the next entry.
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

; Computes the window table from the value, the base: base^1, 3, 5 ... for sliding windows, base^0, 1, 2 ... 15 for
; fixed ones.
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
        jsr     mirror                          ; operand base^2
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
        if      !@def(rsa_no_key)               ; rsa.asm includes this long code last
        include 'mont_fast.asm'
        endif
        endif

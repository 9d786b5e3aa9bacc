; MODULAR EXPONENTIATION: sliding window from the left on Montgomery products.
;
;   key_load     takes the key block X:mp_key into use: modulus, digits, routines
;   modexp       base X:mp_base, n digits in [-N, N-1]    \  value = base^e mod N
;   modexp_wide  base X:mp_base, 2n digits, any value     /  in [0, N-1], X:mp_xv
;   mont_reduce  value + k N for the k that gives [0, N-1]
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

key_load
        MOVE    X:<mp_key,R0
        MOVE    #mp_yn,R4
        MOVE    X:(R0)+,A
        MOVE    A1,X:<mp_len
        MOVE    R0,X:<mp_con
        JSR     mp_copy
        MOVE    #>$800,X0
        MOVE    X0,X:<mp_half
        MOVE    #>mont_squares,X0
        MOVE    #>mont_product,X1
        MOVE    (R4)-                           ; the highest digit
        JSR     key_fast
        JLT     _kernel
        MOVE    #>key_w,N7
        JSR     key_number
        MOVE    #mp_xm,R1
        JSR     mp_copy_x
        MOVE    #mp_xh,R1
        JSR     mp_copy_x
        MOVE    #>fast_squares_11,X0
        MOVE    #>fast_product_11,X1
        JCLR    #0,X:<mp_len,_even
        JMP     _kernel
_even
        MOVE    #>fast_squares_22,X0
        MOVE    #>fast_product_22,X1
_kernel
        MOVE    X0,X:<mp_sq
        MOVE    X1,X:<mp_pr
        JMP     mont_setup

; LT: no unrolled kernel for the modulus whose highest digit is Y:(R4); keeps X
key_fast
        MOVE    X:<mp_len,A
        MOVE    #>11,Y0
        CMP     Y0,A            #>22,Y0
        JEQ     _size
        CMP     Y0,A            #>-1,B
        JEQ     _size
        TST     B
        RTS
_size
        MOVE    #>$00FFFF,A
        MOVE    Y:(R4),Y0
        CMP     Y0,A
        RTS

key_unit        EQU     1               ; numbers after N in the key block
key_enter       EQU     2
key_wide        EQU     3
key_leave       EQU     4
key_w           EQU     5

; operand = number N7 of the key block
key_constant
        JSR     key_number
; operand = X:(R0)
load_operand
        MOVE    #mp_yt,R4
        JMP     mp_copy

; R0 = address of number N7 of the key block
key_number
        MOVE    X:<mp_con,R0
        MOVE    X:<mp_len,N0
        NOP
        DO      N7,_end
        MOVE    (R0)+N0
_end
        RTS

; value = X:(R0), the copy in X alone: enough for a product
load_value
        MOVE    #mp_xv,R1
        JMP     mp_copy_x

call_product
        MOVE    X:<mp_pr,R7
        NOP
        JMP     (R7)

; X:mp_cnt squarings
call_squares
        MOVE    X:<mp_sq,R7
        NOP
        JMP     (R7)

modexp_wide
        JSR     modexp_enter_wide
        JMP     modexp_power
modexp
        JSR     modexp_enter
        JMP     modexp_power

; value = base * enter, 2n digits of base
modexp_enter_wide
        MOVE    X:<mp_base,R0
        MOVE    X:<mp_len,N0
        NOP
        MOVE    (R0)+N0
        JSR     load_value                      ; the high half
        MOVE    #key_wide,N7
        JSR     key_constant
        JSR     call_product
        JSR     mont_reduce
        MOVE    #mp_xv,R0
        MOVE    #mp_xt,R1
        JSR     mp_copy_x
        JSR     modexp_enter                    ; the low half
        JSR     mont_reduce
        MOVE    #mp_yn,R4                       ; U - N + W stays in range
        JSR     value_sub
        MOVE    #mp_xt,R0
        JSR     load_operand
        MOVE    #mp_yt,R4
        JMP     value_add

; value = base * enter
modexp_enter
        MOVE    X:<mp_base,R0
        JSR     load_value
        MOVE    #key_enter,N7
        JSR     key_constant
        JMP     call_product

; the window: one bit for one word of exponent, three for up to four, else five
modexp_power
        MOVE    X:<mp_exp,R0
        MOVE    X:<mp_left,A
        TST     A               #>1,X0
_skip
        JEQ     _skipped                        ; zero words in front
        MOVE    X:(R0)-,B
        TST     B
        JNE     _skipped
        SUB     X0,A            R0,X:<mp_exp
        JMP     _skip
_skipped
        MOVE    A1,X:<mp_left
        CLR     A
        MOVE    A1,X:<mp_word
        MOVE    A1,X:<mp_tail
        MOVE    A1,X:<mp_go
        MOVE    X:<mp_left,A
        MOVE    #>1,X0
        MOVE    X0,X:<mp_ents
        MOVE    #>$800001,X1            ; the window's first 1 and its marker
        CMP     X0,A
        JLE     _width
        MOVE    #>4,X0
        MOVE    X0,X:<mp_ents
        MOVE    #>$200001,X1
        CMP     X0,A
        JLE     _width
        MOVE    #>16,X0
        MOVE    X0,X:<mp_ents
        MOVE    #>$080001,X1
_width
        MOVE    X1,X:<mp_mark

; table: base^1, base^3, base^5 ...
        MOVE    #rsa_tab,R1
        MOVE    #mp_xv,R0
        JSR     mp_copy_x
        MOVE    R1,X:<mp_ent
        MOVE    X:<mp_ents,A
        MOVE    #>1,X0
        SUB     X0,A
        JEQ     _scan
        MOVE    A1,X:<mp_cnt
        MOVE    #mp_xv,R0
        JSR     load_operand
        JSR     call_product
        MOVE    #mp_xv,R0
        JSR     load_operand                    ; base^2
        MOVE    #rsa_tab,R0
        JSR     load_value
        DO      X:<mp_cnt,_table
        JSR     call_product
        MOVE    X:<mp_ent,R1
        MOVE    #mp_xv,R0
        JSR     mp_copy_x
        MOVE    R1,X:<mp_ent
_table
        JMP     _scan

; The next exponent word: its first bit to the carry, the rest and a closing 1 to
; A1.  After the last word the return address is dropped.
_next_word
        MOVE    X:<mp_left,A
        TST     A               #>1,X0
        JEQ     _finish
        SUB     X0,A            X:<mp_exp,R0
        MOVE    A1,X:<mp_left
        MOVE    X:(R0)-,A
        MOVE    R0,X:<mp_exp
        ORI     #1,CCR
        ROL     A
        RTS

; The exponent bit by bit, in A behind a closing 1; squarings due are counted in R1
_scan
        MOVE    X:<mp_word,A
        MOVE    X:<mp_tail,R1
        CLR     B                               ; no window is open
_zeros
        LSL     A               (R1)+
        JSEQ    _next_word
        JCC     _zeros

; collect bits behind the first 1 until the marker reaches the sign
        MOVE    X:<mp_mark,B
        TST     B
        JMI     _full
_more
        LSL     A               (R1)+
        JSEQ    _next_word
        ROL     B
        JPL     _more

; strip zeros, odd window value v = 2 i + 1: table entry i
_full
        MOVE    A1,X:<mp_word
        MOVE    #0,R2                           ; squarings after the product
_strip
        JSET    #0,B1,_odd
        LSR     B               (R1)-
        MOVE    (R2)+
        JMP     _strip
_odd
        MOVE    R1,X:<mp_cnt
        MOVE    R2,X:<mp_tail
        MOVE    #>$1E,X0
        AND     X0,B            X:<mp_len,X1
        MOVE    B1,Y0
        MPY     X1,Y0,A         #>rsa_tab,X0    ; 4 i n
        ASR     A
        ASR     A
        MOVE    A0,A
        ADD     X0,A            X:<mp_go,B
        TST     B               A1,R0
        JEQ     _leading
        JSR     load_operand
        JSR     call_squares
        JSR     call_product
        JMP     _scan

; the leading window is not multiplied but taken
_leading
        MOVE    X:<mp_mark,X0                   ; any value but zero
        MOVE    X0,X:<mp_go
        JSR     load_value
        MOVE    #key_unit,N7
        JSR     key_constant
        JSR     call_product
        JMP     _scan

; no bit came: an open window is served first, with nothing left to shift out
_finish
        MOVE    SSH,X0
        TST     B               (R1)-
        JNE     _full
        MOVE    X:<mp_go,A
        TST     A               R1,X:<mp_cnt
        JEQ     _nothing
        MOVE    R1,A
        TST     A
        JEQ     modexp_leave
        JSR     call_squares
        JMP     modexp_leave
_nothing
        MOVE    #key_unit,N7                    ; exponent zero
        JSR     key_constant
        MOVE    #mp_yt,R4
        MOVE    #mp_xv,R1
        DO      X:<mp_len,_one
        MOVE    Y:(R4)+,X0
        MOVE    X0,X:(R1)+
_one
        JMP     modexp_leave

modexp_leave
        MOVE    #key_leave,N7
        JSR     key_constant
        JSR     call_product
mont_reduce
        MOVE    #mp_xv,R0
        JSR     mp_sign
        JPL     _positive
        MOVE    #mp_yn,R4
        JSR     value_add
        JMP     mont_reduce
_positive
        MOVE    #mp_yn,R4
        JSR     value_sub
        MOVE    #mp_xv,R0
        JSR     mp_sign
        JPL     _positive
        MOVE    #mp_yn,R4

; value = value + Y:(R4), value - Y:(R4)
value_add
        MOVE    #mp_xv,R0
        MOVE    #mp_xv,R1
        JMP     mp_add
value_sub
        MOVE    #mp_xv,R0
        MOVE    #mp_xv,R1
        JMP     mp_sub

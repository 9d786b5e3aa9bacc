; RSA: keys are loaded once and stay in external X; then one call an operation.
; Includes all big-number routines; the including file gives the P address.
;
; Operands and results are plain words (base 2^24, unsigned), lowest first, one
; number after the other at X:rsa_data, result at X:rsa_data.  n is the smallest
; number of digits that holds the moduli, or more: (bits + 8) / 24 rounded up.
; A1 returns 0 (done), 3 (no key), 7 (refused: n out of range, an even modulus or
; public exponent, a modulus or operand too large) or $0E (the result is wrong).
; All of internal X and Y is overwritten, M registers must be linear and stay so.
;
; Unless X:rsa_check is 0, a result leaves only if it is right.  One wrong bit on
; the way to c^d mod p or q would give a factor away: gcd(result^e - c, p q), found
; by Boneh, DeMillo and Lipton (Eurocrypt '97).  So with CRT result^e = c is asked
; modulo p and modulo q.  Without, result^back = c modulo N; back = 0: unknown, the
; operation is done twice.  The words that leave are those that were checked.

rsa_no_key              equ     3
rsa_refused             equ     7
rsa_is_wrong            equ     $0E

        include 'mp_memory.asm'
        include 'mp_arith.asm'
        include 'word_inverse.asm'
        include 'mont_product.asm'
        include 'modexp.asm'
        include 'key_setup.asm'

; X0 = n, 2..43: modulus N, exponent e, back, each n words.
; Changes: A B X Y R0-R7 N0 N1 N4 N5 N7
rsa_load
        move    #>mp_max,y0
        jsr     rsa_digits
        clr     a
        move    a1,x:rsa_one
        move    #>rsa_data,r0
        move    #>rsa_key,r1
        jsr     rsa_modulus
        move    #>rsa_exp,r1
        jsr     mp_copy_x
        move    #>rsa_back,r1
        jsr     mp_copy_x
        move    x:<mp_len,x0
        move    x0,x:rsa_one
        jmp     rsa_done

; X0 = n, 2..22: p, q, dp, dq, 1/q mod p, e, each n words.
; Changes: A B X Y R0-R7 N0-N7
rsa_load_crt
        move    #>22,y0
        jsr     rsa_digits
        clr     a
        move    a1,x:rsa_two
        move    x0,x:<mp_size
        move    #>rsa_data,r0
        nop
        move    (r0)+n0
        move    #>rsa_q,r1
        jsr     rsa_modulus
        move    #>rsa_data,r0
        move    #>rsa_p,r1
        jsr     rsa_modulus
        move    (r0)+n0
        move    #>rsa_dp,r1
        jsr     mp_copy_x
        move    #>rsa_dq,r1
        jsr     mp_copy_x
        move    #mp_xv,r1                       ; 1/q: into Montgomery form mod p
        jsr     mp_digits
        jne     rsa_refuse
        move    #>rsa_e,r1
        jsr     mp_copy_x
        move    x:rsa_check,a
        tst     a
        jeq     _exponent
        move    x:rsa_e,a
        jclr    #0,a1,rsa_refuse
_exponent
        move    #key_enter,n7
        jsr     key_constant
        jsr     call_product
        move    #mp_xv,r0
        move    #>rsa_inv,r1
        jsr     mp_copy_x
        move    x:<mp_len,x0
        move    x0,x:rsa_two
        jmp     rsa_done

; X:mp_len = N0 = X0 if it lies in 2..Y0
; Changes: A X N0
rsa_digits
        move    x0,a
        cmp     y0,a            #>2,x1
        jgt     rsa_refuse_caller
        cmp     x1,a            x0,x:<mp_len
        jlt     rsa_refuse_caller
        move    x0,n0
        rts

; key block X:(R1) of the modulus with plain words X:(R0); R0 moves past them
; Changes: A B X Y R0-R7 N0 N1 N4 N5 N7
rsa_modulus
        move    r1,x:<mp_key
        move    #mp_xt,r1
        jsr     mp_digits
        jne     rsa_refuse_caller
        move    x:mp_xt,a
        jclr    #0,a1,rsa_refuse_caller
        move    r0,x:<mp_base
        jsr     key_setup
        move    x:<mp_base,r0
        move    x:<mp_len,n0
        rts

; the return address of the routine that refused is dropped
rsa_refuse_caller
        move    ssh,x0
rsa_refuse
        move    #>rsa_refused,a
        rts
rsa_done
        clr     a
        rts
rsa_missing
        move    #>rsa_no_key,a
        rts

; The same routine: the exponent tells.
; Changes: A B X Y R0-R7 N0-N7
rsa_public
; word c, n words, c < N -> c^e mod N, n words.
; Changes: A B X Y R0-R7 N0-N7
rsa_private
        move    x:rsa_one,a
        tst     a               #>rsa_key,x0
        jeq     rsa_missing
        move    x0,x:<mp_key
        move    a1,x:<mp_size
        move    #>rsa_data,r0
        move    #>rsa_exp-1,r1
        jsr     rsa_power
        move    #mp_xv,r0
        move    #>rsa_result,r1
        jsr     mp_words
        move    x:rsa_check,a
        tst     a
        jeq     rsa_deliver
; back to the operand, or once more to the result
        move    #>rsa_back,r0
        jsr     mp_sign
        jeq     _again
        move    #>rsa_result,r0
        move    #>rsa_back-1,r1
        jsr     rsa_power
        move    #>rsa_data,r0
        jmp     _compare
_again
        move    #>rsa_data,r0
        move    #>rsa_exp-1,r1
        jsr     rsa_power
        move    #>rsa_result,r0
_compare
        move    #mp_xt,r1
        jsr     mp_digits
        move    #mp_xt,r0
        jsr     rsa_same
        jne     rsa_wrong
; X:mp_len words are right and leave
rsa_deliver
        move    #>rsa_result,r0
        move    #>rsa_data,r1
        jsr     mp_copy_x
        jmp     rsa_done
; nothing leaves that a factor could be found from
rsa_wrong
        clr     a               #>rsa_data,r0
        rep     #RSA_SCRATCH
        move    a1,x:(r0)+
        move    #>rsa_is_wrong,a
        rts

; value = (plain words X:(R0)) ^ (exponent after X:(R1)) mod N, key block mp_key
; Changes: A B X Y R0-R7 N0-N7
rsa_power
        move    r0,x:<mp_base
        move    x:<mp_size,n1
        move    n1,x:<mp_left
        move    (r1)+n1
        move    r1,x:<mp_exp
        jsr     key_load
        move    x:<mp_base,r0
        move    #>rsa_in,r1
        move    r1,x:<mp_base
        jsr     mp_digits
        jne     rsa_refuse_caller
        move    #>rsa_in,r0
        move    #mp_yn,r4
        jsr     mp_compare
        jge     rsa_refuse_caller
        jmp     modexp

; EQ: the value is X:(R0)
; Changes: A B X0 Y0 R0 R4
rsa_same
        jsr     load_operand
        move    #mp_xv,r0
        move    #mp_yt,r4
        jmp     mp_compare

; c, 2n words -> c^d mod p q, 2n words.
; Changes: A B X Y R0-R7 N0-N7
rsa_crt
        move    x:rsa_two,a
        tst     a
        jeq     rsa_missing
        move    a1,x:<mp_size
        asl     a               #>rsa_data,r0
        move    a1,x:<mp_len
        move    #>rsa_in,r1
        move    r1,x:<mp_base
        jsr     mp_digits
        jne     rsa_refuse
        move    #>rsa_q,x0
        move    #>rsa_dq-1,r0
        jsr     rsa_half
        move    #mp_xv,r0
        move    #mp_xs,r1                       ; mq
        jsr     mp_copy_x
        move    #>rsa_p,x0
        move    #>rsa_dp-1,r0
        jsr     rsa_half
; h = (mp - mq) / q mod p
        move    #mp_xs,r0
        jsr     load_operand
        move    #mp_yt,r4
        jsr     value_sub
        move    #>rsa_inv,r0
        jsr     load_operand
        jsr     call_product
        jsr     mont_reduce
; m = h q + mq
        move    #>rsa_q+1,r0
        jsr     load_operand
        move    #mp_xv,r2
        move    #mp_yt,r6
        move    #>rsa_out,r3
        jsr     mp_multiply
        move    #mp_xs,r0
        move    #mp_yv,r4
        jsr     mp_copy
        clr     a               x:<mp_len,n4
        rep     n4
        move    a1,y:(r4)+
        move    x:<mp_size,a
        asl     a
        move    a1,x:<mp_len
        move    #>rsa_out,r0
        move    #>rsa_out,r1
        move    #mp_yv,r4
        jsr     mp_add
        move    #>rsa_out,r0
        move    #>rsa_result,r1
        jsr     mp_words
        move    x:rsa_check,a
        tst     a               #>rsa_result,r0
        jeq     rsa_deliver
; operand and result again from the words that came and those that shall leave
        move    #>rsa_out,r1
        jsr     mp_digits
        move    #>rsa_data,r0
        move    #>rsa_in,r1
        jsr     mp_digits
        move    #>rsa_q,x0
        jsr     rsa_half_check
        jne     rsa_wrong
        move    #>rsa_p,x0
        jsr     rsa_half_check
        jne     rsa_wrong
        move    x:<mp_size,a
        asl     a
        move    a1,x:<mp_len
        jmp     rsa_deliver

; EQ: result^e = operand modulo the key block X0
; Changes: A B X Y R0-R7 N0-N7
rsa_half_check
        move    #>rsa_out,r1
        move    r1,x:<mp_base
        move    #>rsa_e-1,r0
        jsr     rsa_half
        move    #mp_xv,r0
        move    #mp_xs,r1
        jsr     mp_copy_x
        move    #>rsa_in,r1
        move    r1,x:<mp_base
        jsr     modexp_enter_wide
        move    #key_unit,n7                    ; a table entry to a value
        jsr     key_constant
        jsr     call_product
        jsr     modexp_leave
        move    #mp_xs,r0
        jmp     rsa_same

; value = base^exponent modulo the key block X0, exponent before R0 + n
; Changes: A B X Y R0-R7 N0-N7
rsa_half
        move    x0,x:<mp_key
        move    x:<mp_size,n0
        move    n0,x:<mp_left
        move    (r0)+n0
        move    r0,x:<mp_exp
        jsr     key_load
        jmp     modexp_wide

; the long unrolled code last: short jumps reach what lies below P:$1000
        include 'mont_fast.asm'

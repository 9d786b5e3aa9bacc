; RSA: keys are loaded once and stay in external X; then one call an operation.
; Includes all big-number routines; the including file gives the P address.
;
;   rsa_load       X0 = n, 2..43: modulus N, exponent e, back  each n words
;   rsa_load_crt   X0 = n, 2..22: p, q, dp, dq, 1/q mod p, e   each n words
;   rsa_private    word c, n words, c < N      ->  c^e mod N, n words
;   rsa_public     the same routine: the exponent tells
;   rsa_crt        c, 2n words                 ->  c^d mod p q, 2n words
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

rsa_no_key      EQU     3
rsa_refused     EQU     7
rsa_is_wrong    EQU     $0E

        INCLUDE 'mp_memory.asm'
        INCLUDE 'mp_arith.asm'
        INCLUDE 'word_inverse.asm'
        INCLUDE 'mont_product.asm'
        INCLUDE 'modexp.asm'
        INCLUDE 'key_setup.asm'

rsa_load
        MOVE    #>mp_max,Y0
        JSR     rsa_digits
        CLR     A
        MOVE    A1,X:rsa_one
        MOVE    #>rsa_data,R0
        MOVE    #>rsa_key,R1
        JSR     rsa_modulus
        MOVE    #>rsa_exp,R1
        JSR     mp_copy_x
        MOVE    #>rsa_back,R1
        JSR     mp_copy_x
        MOVE    X:<mp_len,X0
        MOVE    X0,X:rsa_one
        JMP     rsa_done

rsa_load_crt
        MOVE    #>22,Y0
        JSR     rsa_digits
        CLR     A
        MOVE    A1,X:rsa_two
        MOVE    X0,X:<mp_size
        MOVE    #>rsa_data,R0
        NOP
        MOVE    (R0)+N0
        MOVE    #>rsa_q,R1
        JSR     rsa_modulus
        MOVE    #>rsa_data,R0
        MOVE    #>rsa_p,R1
        JSR     rsa_modulus
        MOVE    (R0)+N0
        MOVE    #>rsa_dp,R1
        JSR     mp_copy_x
        MOVE    #>rsa_dq,R1
        JSR     mp_copy_x
        MOVE    #mp_xv,R1                       ; 1/q: into Montgomery form mod p
        JSR     mp_digits
        JNE     rsa_refuse
        MOVE    #>rsa_e,R1
        JSR     mp_copy_x
        MOVE    X:rsa_check,A
        TST     A
        JEQ     _exponent
        MOVE    X:rsa_e,A
        JCLR    #0,A1,rsa_refuse
_exponent
        MOVE    #key_enter,N7
        JSR     key_constant
        JSR     call_product
        MOVE    #mp_xv,R0
        MOVE    #>rsa_inv,R1
        JSR     mp_copy_x
        MOVE    X:<mp_len,X0
        MOVE    X0,X:rsa_two
        JMP     rsa_done

; X:mp_len = N0 = X0 if it lies in 2..Y0
rsa_digits
        MOVE    X0,A
        CMP     Y0,A            #>2,X1
        JGT     rsa_refuse_caller
        CMP     X1,A            X0,X:<mp_len
        JLT     rsa_refuse_caller
        MOVE    X0,N0
        RTS

; key block X:(R1) of the modulus with plain words X:(R0); R0 moves behind them
rsa_modulus
        MOVE    R1,X:<mp_key
        MOVE    #mp_xt,R1
        JSR     mp_digits
        JNE     rsa_refuse_caller
        MOVE    X:mp_xt,A
        JCLR    #0,A1,rsa_refuse_caller
        MOVE    R0,X:<mp_base
        JSR     key_setup
        MOVE    X:<mp_base,R0
        MOVE    X:<mp_len,N0
        RTS

; the return address of the routine that refused is dropped
rsa_refuse_caller
        MOVE    SSH,X0
rsa_refuse
        MOVE    #>rsa_refused,A
        RTS
rsa_done
        CLR     A
        RTS
rsa_missing
        MOVE    #>rsa_no_key,A
        RTS

rsa_public
rsa_private
        MOVE    X:rsa_one,A
        TST     A               #>rsa_key,X0
        JEQ     rsa_missing
        MOVE    X0,X:<mp_key
        MOVE    A1,X:<mp_size
        MOVE    #>rsa_data,R0
        MOVE    #>rsa_exp-1,R1
        JSR     rsa_power
        MOVE    #mp_xv,R0
        MOVE    #>rsa_result,R1
        JSR     mp_words
        MOVE    X:rsa_check,A
        TST     A
        JEQ     rsa_deliver
; back to the operand, or once more to the result
        MOVE    #>rsa_back,R0
        JSR     mp_sign
        JEQ     _again
        MOVE    #>rsa_result,R0
        MOVE    #>rsa_back-1,R1
        JSR     rsa_power
        MOVE    #>rsa_data,R0
        JMP     _compare
_again
        MOVE    #>rsa_data,R0
        MOVE    #>rsa_exp-1,R1
        JSR     rsa_power
        MOVE    #>rsa_result,R0
_compare
        MOVE    #mp_xt,R1
        JSR     mp_digits
        MOVE    #mp_xt,R0
        JSR     rsa_same
        JNE     rsa_wrong
; X:mp_len words are right and leave
rsa_deliver
        MOVE    #>rsa_result,R0
        MOVE    #>rsa_data,R1
        JSR     mp_copy_x
        JMP     rsa_done
; nothing leaves that a factor could be found from
rsa_wrong
        CLR     A               #>rsa_data,R0
        REP     #RSA_SCRATCH
        MOVE    A1,X:(R0)+
        MOVE    #>rsa_is_wrong,A
        RTS

; value = (plain words X:(R0)) ^ (exponent behind X:(R1)) mod N, key block mp_key
rsa_power
        MOVE    R0,X:<mp_base
        MOVE    X:<mp_size,N1
        MOVE    N1,X:<mp_left
        MOVE    (R1)+N1
        MOVE    R1,X:<mp_exp
        JSR     key_load
        MOVE    X:<mp_base,R0
        MOVE    #>rsa_in,R1
        MOVE    R1,X:<mp_base
        JSR     mp_digits
        JNE     rsa_refuse_caller
        MOVE    #>rsa_in,R0
        MOVE    #mp_yn,R4
        JSR     mp_compare
        JGE     rsa_refuse_caller
        JMP     modexp

; EQ: the value is X:(R0)
rsa_same
        JSR     load_operand
        MOVE    #mp_xv,R0
        MOVE    #mp_yt,R4
        JMP     mp_compare

rsa_crt
        MOVE    X:rsa_two,A
        TST     A
        JEQ     rsa_missing
        MOVE    A1,X:<mp_size
        ASL     A               #>rsa_data,R0
        MOVE    A1,X:<mp_len
        MOVE    #>rsa_in,R1
        MOVE    R1,X:<mp_base
        JSR     mp_digits
        JNE     rsa_refuse
        MOVE    #>rsa_q,X0
        MOVE    #>rsa_dq-1,R0
        JSR     rsa_half
        MOVE    #mp_xv,R0
        MOVE    #mp_xs,R1                       ; mq
        JSR     mp_copy_x
        MOVE    #>rsa_p,X0
        MOVE    #>rsa_dp-1,R0
        JSR     rsa_half
; h = (mp - mq) / q mod p
        MOVE    #mp_xs,R0
        JSR     load_operand
        MOVE    #mp_yt,R4
        JSR     value_sub
        MOVE    #>rsa_inv,R0
        JSR     load_operand
        JSR     call_product
        JSR     mont_reduce
; m = h q + mq
        MOVE    #>rsa_q+1,R0
        JSR     load_operand
        MOVE    #mp_xv,R2
        MOVE    #mp_yt,R6
        MOVE    #>rsa_out,R3
        JSR     mp_multiply
        MOVE    #mp_xs,R0
        MOVE    #mp_yv,R4
        JSR     mp_copy
        CLR     A               X:<mp_len,N4
        REP     N4
        MOVE    A1,Y:(R4)+
        MOVE    X:<mp_size,A
        ASL     A
        MOVE    A1,X:<mp_len
        MOVE    #>rsa_out,R0
        MOVE    #>rsa_out,R1
        MOVE    #mp_yv,R4
        JSR     mp_add
        MOVE    #>rsa_out,R0
        MOVE    #>rsa_result,R1
        JSR     mp_words
        MOVE    X:rsa_check,A
        TST     A               #>rsa_result,R0
        JEQ     rsa_deliver
; operand and result anew from the words that came and those that shall leave
        MOVE    #>rsa_out,R1
        JSR     mp_digits
        MOVE    #>rsa_data,R0
        MOVE    #>rsa_in,R1
        JSR     mp_digits
        MOVE    #>rsa_q,X0
        JSR     rsa_half_check
        JNE     rsa_wrong
        MOVE    #>rsa_p,X0
        JSR     rsa_half_check
        JNE     rsa_wrong
        MOVE    X:<mp_size,A
        ASL     A
        MOVE    A1,X:<mp_len
        JMP     rsa_deliver

; EQ: result^e = operand modulo the key block X0
rsa_half_check
        MOVE    #>rsa_out,R1
        MOVE    R1,X:<mp_base
        MOVE    #>rsa_e-1,R0
        JSR     rsa_half
        MOVE    #mp_xv,R0
        MOVE    #mp_xs,R1
        JSR     mp_copy_x
        MOVE    #>rsa_in,R1
        MOVE    R1,X:<mp_base
        JSR     modexp_enter_wide
        MOVE    #key_unit,N7                    ; a table entry to a value
        JSR     key_constant
        JSR     call_product
        JSR     modexp_leave
        MOVE    #mp_xs,R0
        JMP     rsa_same

; value = base^exponent modulo the key block X0, exponent before R0 + n
rsa_half
        MOVE    X0,X:<mp_key
        MOVE    X:<mp_size,N0
        MOVE    N0,X:<mp_left
        MOVE    (R0)+N0
        MOVE    R0,X:<mp_exp
        JSR     key_load
        JMP     modexp_wide

; the long unrolled code last: short jumps reach what lies below P:$1000
        INCLUDE 'mont_fast.asm'

; SPDX-License-Identifier: MIT
; RSA: keys are loaded once and stay in external X; each operation is then one call. This file includes all big-number
; routines; the including file sets the P address.
;
; Operands and results are plain words (base 2^24, unsigned), lowest first, one number after the other at X:rsa_data;
; the result is at X:rsa_data. n is at least the smallest number of digits that holds the moduli: (bits + 8) / 24
; rounded up. A1 returns a status: 0 (done), 3 (no key), 7 (refused: n out of range, an even modulus, a factor 1, an
; even public exponent, a modulus or operand too large, an invalid 1/q) or $0E (the result is wrong). The routines
; overwrite all of internal X and Y. The M registers must be linear and stay so. If the windows of the exponents are
; computed when a key is loaded (RSA_LISTS), the numbers of a key stay in X:mp_xm, X:mp_xh, Y:mp_yn and in the
; parameters for its next operation. A routine that changes them in between clears X:mp_held.
;
; An exponent longer than X:rsa_public_words words is secret. It uses fixed windows: instructions and clocks depend only
; on n and on the length of the moduli, also when the key is loaded. A shorter exponent could be found by exhaustive
; search; it uses sliding windows.
;
; Unless X:rsa_check is 0, a result is delivered only if it is right. The result of an exponent that is not secret is
; checked only if X:rsa_check is odd. One wrong bit in the computation of c^d mod p or q would reveal a factor:
; gcd(result^e - c, p q) (Boneh, DeMillo and Lipton, Eurocrypt '97). With CRT, the check is therefore result^e = c
; modulo p and modulo q. With a single modulus, it is result^back = c modulo N; if back is 0 (unknown), the operation is
; repeated. Two copies of the result are stored when it is computed. The check starts from one copy; the delivered words
; are compared with the other copy.

        if      !@def(rsa_load)
rsa_no_key              equ     3
rsa_refused             equ     7
rsa_is_wrong            equ     $0E

        include 'mp_memory.asm'
        include 'mp_arith.asm'
        include 'word_inverse.asm'
        include 'mont_product.asm'
        include 'recode.asm'
        include 'modexp.asm'
        include 'key_setup.asm'

; Computes the pairs of the exponent when its key is loaded (RSA_LISTS), which takes the key into use. R0 = X:mp_base
; again.
rsa_windows     macro
        if      RSA_LISTS
        jsr     rsa_key_load
        jsr     recode
        move    x:<mp_base,r0
        endif
        endm

; Loads a key of a single modulus.
; In: X0 = n, 2..43; X:rsa_data the modulus N, the exponent e and the exponent of the inverse operation or 0, n words
;   each.
; Out: A1 status, 0: done, 7: refused.
; Changes: A B X Y R0-R7 N0-N5 N7
rsa_load
        move    #>mp_max,y0
        jsr     rsa_words
        clr     a               #>rsa_data-1,r0
        move    a1,x:rsa_one
        move    x:(r0+n0),y0
        jsr     key_digits
        move    #>rsa_data,r0
        move    #>rsa_key,r1
        jsr     rsa_modulus
        move    #>rsa_exp,r1
        jsr     rsa_exponent
        rsa_windows
        move    #>rsa_back,r1
        jsr     rsa_exponent
        rsa_windows
        move    x:<mp_size,x0
        move    x0,x:rsa_one
        jmp     rsa_done

; Loads a key of two primes.
; In: X0 = n, 2..22; X:rsa_data p, q, dp, dq, 1/q mod p and e, n words each.
; Out: A1 status, 0: done, 7: refused.
; Changes: A B X Y R0-R7 N0-N5 N7
rsa_load_crt
        move    #>22,y0
        jsr     rsa_words
        clr     a               #>rsa_data-1,r0
        move    a1,x:rsa_two
        move    (r0)+n0
        move    x:(r0),a
        move    x:(r0+n0),y0
        or      y0,a
        move    a1,y0
        jsr     key_digits
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
        jsr     rsa_exponent
        rsa_windows
        move    #>rsa_q,r1
        move    r1,x:<mp_key
        move    #>rsa_dq,r1
        jsr     rsa_exponent
        rsa_windows
        move    #mp_xv,r1                       ; converts 1/q to Montgomery form mod p
        jsr     rsa_digits
        jne     rsa_refuse
        move    #>rsa_e,r1
        jsr     rsa_exponent
        rsa_windows
        move    #>rsa_p,r1
        move    r1,x:<mp_key
        move    #>rsa_e,r1
        move    r1,r0
        jsr     rsa_exponent
        rsa_windows
        move    x:rsa_check,a
        tst     a
        jeq     _exponent
        move    x:rsa_e,a
        jclr    #0,a1,rsa_refuse
_exponent
        move    #key_enter,n7
        jsr     constant_product
        move    #mp_xv,r0
        move    #>rsa_inv,r1
        jsr     mp_copy_x
; q times 1/q must be 1. Otherwise p and q have a common factor, or the number is not 1/q, and the recombination would
; compute a number that is not a power.
        move    #>rsa_q+key_head,r0
        jsr     load_operand
        jsr     call_product
        jsr     mont_reduce
        move    x:mp_xv,b
        move    #>1,x0
        sub     x0,b            #mp_xv+1,r0
        move    x:<mp_len,a
        sub     x0,a
        do      a1,_one
        move    x:(r0)+,x0
        or      x0,b
_one
        tst     b
        jne     rsa_refuse
        move    x:<mp_size,x0
        move    x0,x:rsa_two
        jmp     rsa_done

; Sets X:mp_size = N0 = X0 if X0 is in 2..Y0; otherwise the calling routine returns status 7.
; Changes: A X N0
rsa_words
        move    x0,a
        cmp     y0,a            #>2,x1
        jgt     rsa_refuse_caller
        cmp     x1,a            x0,x:<mp_size
        jlt     rsa_refuse_caller
        move    x0,n0
        rts

; Computes the key block X:(R1) of the modulus with plain words X:(R0), and takes it into use. R0 moves behind the
; words, N0 = n.
; Changes: A B X Y R0-R7 N0-N5 N7
rsa_modulus
        move    r1,x:<mp_key
        move    r0,x:<mp_base
        move    #mp_xt,r1
        jsr     rsa_digits
        jne     rsa_refuse_caller
        move    x:mp_xt,a
        jclr    #0,a1,rsa_refuse_caller
        move    x:<mp_base,r0
        jsr     key_length
        move    x:<mp_place,a
        tst     a               x:<mp_bits,b
        jne     _not_one
        move    #>1,x0
        cmp     x0,b            #>rsa_key,x0
        jne     _not_one
        move    x:<mp_key,a
        cmp     x0,a
        jne     rsa_refuse_caller
_not_one
        jsr     key_setup
        move    x:<mp_base,r0
        move    x:<mp_size,n0
        nop
        move    (r0)+n0
        rts

; Copies an exponent of n words from X:(R0) to X:(R1). If it is longer than the modulus of key block X:mp_key, sets the
; block to windows for all n words. X:mp_exp = R1, X:mp_base = R0 behind the exponent.
; Changes: A B X0 R0-R2 N2
rsa_exponent
        move    r1,x:<mp_exp
        jsr     rsa_copy
        move    r0,x:<mp_base
        move    x:<mp_key,r2
        move    #2,n2
        move    x:<mp_size,a
        move    x:(r2+n2),x0
        sub     x0,a            (r2)+n2
        clr     b               (r2)+
        tst     a
        jeq     _highest
        do      a1,_highest
        move    x:-(r1),x0
        or      x0,b
_highest
        move    #>-1,a
        move    x:(r2)-,n2
        do      n2,_windows
        rep     #4
        lsl     a
        nop
_windows
        move    x:-(r1),x0
        and     x0,a            b1,x0
        or      x0,a            x:<mp_size,x0
        move    a1,a
        tst     a               #>6,a
        jeq     _fits
        move    x0,x:(r2)+
        move    a1,x:(r2)
        if      RSA_LISTS
        clr     a
        move    a1,x:<mp_held
        endif
_fits
        rts

; Copies n words from X:(R0) to X:(R1).
; Changes: X0 R0 R1
rsa_copy
        do      x:<mp_size,_end
        move    x:(r0)+,x0
        move    x0,x:(r1)+
_end
        rts

; Converts 2n plain words X:(R0) to digits X:(R1), as many as are in use for them. Z clear and A not zero if these are
; too few.
; Changes: A B Y1 R0 R1 N7
rsa_pair_digits
        move    x:<mp_size,a
        asl     a               x:<mp_len,b
        asl     b               a1,n7
        jmp     rsa_fill_digits

; Converts n plain words X:(R0) to digits X:(R1), as many as are in use for them. Z clear and A not zero if these are
; too few.
; Changes: A B Y1 R0 R1 N7
rsa_digits
        move    x:<mp_len,b
        move    x:<mp_size,a
        move    a1,n7
rsa_fill_digits
        sub     a,b
        move    b1,x:<mp_num
        jsr     mp_digits_n7
        move    x:<mp_num,b
        tst     b
        jeq     _full
        do      b1,_full
        move    a1,x:(r1)+
        clr     a
_full
        tst     a
        rts

; Drops the return address of the routine that refused, and returns to its caller.
rsa_refuse_caller
        move    ssh,x0
rsa_refuse
        move    #>rsa_refused,a
        rts
; Converts the value to plain words X:(R1); A1 = 0.
; Changes: A X0 R0 R1
rsa_words_out
        move    #mp_xv,r0
        jsr     mp_words
rsa_done
        clr     a
        rts
rsa_missing
        move    #>rsa_no_key,a
        rts

; Does the operation of a single modulus: public and private operation differ only in the exponent.
; Changes: A B X Y R0-R7 N0-N5 N7
rsa_public
; Does the operation of a single modulus.
; In: X:rsa_data the operand c, n words, c < N.
; Out: X:rsa_data c^e mod N, n words; A1 status, 0: done, 3: no key, 7: refused, $0E: the result is wrong.
; Changes: A B X Y R0-R7 N0-N5 N7
rsa_private
        move    x:rsa_one,a
        tst     a               #>rsa_key,x0
        jeq     rsa_missing
        move    x0,x:<mp_key
        move    a1,x:<mp_size
        move    #>rsa_data,r0
        move    #>rsa_exp,r1
        jsr     rsa_power
        move    x:rsa_check,a
        tst     a               #>rsa_data,r1
        jeq     rsa_words_out
        jset    #0,a1,_checked
        move    x:<mp_fixed,b
        tst     b
        jeq     rsa_words_out                   ; a public exponent: a wrong result reveals nothing
_checked
        move    #>rsa_result,r1
        jsr     rsa_words_out
        jsr     rsa_keep
        jsr     rsa_copy
; Compute the operand from the result, or the result for a second time.
        jsr     rsa_back_known
        move    #>rsa_result,r0
        jeq     _again
        move    #>rsa_back,r1
        jsr     rsa_power
        move    #>rsa_data,r0
        jmp     _compare
_again
        move    #>rsa_data,r0
        move    #>rsa_exp,r1
        jsr     rsa_power
        move    #>rsa_result,r0
_compare
        move    #mp_xt,r1
        jsr     rsa_digits
        move    #mp_xt,r0
        jsr     rsa_same
        jne     rsa_wrong
; Deliver X:mp_size words, which are right, if they still equal the second copy.
rsa_deliver
        move    #>rsa_result,r0
        move    #>rsa_data,r1
        jsr     rsa_copy
        clr     b               #>rsa_second,r0
        move    #>rsa_data,r1
        do      x:<mp_size,_compared
        move    x:(r0)+,x0
        move    x:(r1)+,a
        eor     x0,a
        move    a1,x0
        or      x0,b
_compared
        tst     b
        jeq     rsa_done
; Clears all words from which a factor could be found.
; Out: A1 $0E.
; Changes: A R0
rsa_wrong
        clr     a               #>rsa_data,r0
        rep     #RSA_SCRATCH
        move    a1,x:(r0)+
        move    #>rsa_is_wrong,a
        rts

; Sets the addresses for rsa_copy, from the words of the result to their second copy.
; Changes: R0 R1
rsa_keep
        move    #>rsa_result,r0
        move    #>rsa_second,r1
        rts

; Computes value = (plain words X:(R0)) ^ (exponent X:(R1)) mod N with key block X:mp_key.
; Changes: A B X Y R0-R7 N0-N5 N7
rsa_power
        move    r0,x:<mp_base
        move    r1,x:<mp_exp
        jsr     rsa_key_load
        if      !RSA_LISTS
        jsr     recode
        endif
        move    x:<mp_base,r0
        move    #mp_xv,r1
        jsr     rsa_digits
        jne     rsa_refuse_caller
        move    #mp_xv,r0
        move    #mp_yn,r4
        jsr     mp_compare
        jge     rsa_refuse_caller
        jmp     modexp_value

; Sets B1 not zero if the exponent at \place, of \size words, is so long that it is secret. N0 = X:rsa_public_words.
secret_words    macro   place,size
        clr     b               place,r0
        move    x:rsa_public_words,n0
        move    size,a
        move    n0,x0
        sub     x0,a            (r0)+n0
        jle     _end
        do      a1,_end
        move    x:(r0)+,x0
        or      x0,b
_end
        endm

; Clears Z if the exponent of the single key is secret.
; Changes: A B X0 R0 N0
rsa_secret
        secret_words #>rsa_exp,x:rsa_one
        tst     b
        rts

; Takes key block X:mp_key into use for the exponent X:mp_exp of n words; a secret exponent gets fixed windows.
; Changes: A B X Y0 R0 R1 R4 R7 N0 N7
rsa_key_load
        if      RSA_LISTS
        move    x:<mp_key,a
        move    x:<mp_held,x0
        cmp     x0,a
        jeq     _held
        jsr     key_load
        move    x:<mp_key,x0
        move    x0,x:<mp_held
_held
        jsset   #0,x:<mp_inner,load_modulus     ; a window table has overwritten N
        else
        jsr     key_load
        endif
        secret_words x:<mp_exp,x:<mp_size
        move    b1,x:<mp_fixed
        if      RSA_SLIDING
        tst     b               x:<mp_size,x0
        else
        tst     b               n0,x0           ; the other words are zero
        endif
        jne     _list
        move    x0,x:<mp_left
_list
        if      RSA_LISTS
; The list has space for 32 pairs for each pair of exponent words: 48 bits need 10 windows of five bits, or 12 of four.
        move    x:<mp_exp,a
        move    #>rsa_back,x0
        sub     x0,a            #>RSA_LISTS,x0
        rep     #5
        asl     a
        add     x0,a
        move    a1,x:<mp_list
        rts
        else
        move    #>rsa_list,x0
        move    x0,x:<mp_list
        rts
        endif

; Sets Z if the single key has no exponent of the inverse operation.
; Changes: A X0 R0
rsa_back_known
        clr     a               #>rsa_back,r0
        do      x:<mp_size,_end
        move    x:(r0)+,x0
        or      x0,a
_end
        tst     a
        rts

; Sets Z if the value is X:(R0).
; Changes: A B Y0 R0 R4
rsa_same
        jsr     load_operand
        move    #mp_xv,r0
        move    #mp_yt,r4
        jmp     mp_compare

; Does the operation of two primes.
; In: X:rsa_data the operand c, 2 n words, c < p q.
; Out: X:rsa_data c^d mod p q, 2 n words; A1 status, 0: done, 3: no key, 7: refused, $0E: the result is wrong.
; Changes: A B X Y R0-R7 N0-N5 N7
rsa_crt
        move    x:rsa_two,a
        tst     a
        jeq     rsa_missing
        move    a1,x:<mp_size
        move    x:rsa_p,x0
        move    x0,x:<mp_len
        move    #>rsa_data,r0
        move    #>rsa_in,r1
        move    r1,x:<mp_base
        jsr     rsa_pair_digits
        jne     rsa_refuse
        move    #>rsa_p+key_head,r0
        move    #mp_xv,r1
        jsr     mp_copy_x
        move    #>rsa_q+key_head,r0
        jsr     load_operand
        move    #mp_xv,r2
        move    #mp_yt,r6
        move    #mp_xt,r3
        jsr     mp_multiply
        move    x:<mp_len,a
        asl     a               #>rsa_in,r0
        move    a1,x:<mp_len
        move    #mp_yv,r4
        jsr     mp_copy
        move    #mp_xt,r0
        move    #mp_yv,r4
        jsr     mp_compare
        jle     rsa_refuse                      ; c is p q or more
        move    #>rsa_q,x0
        move    #>rsa_dq,r0
        jsr     rsa_half
        move    #mp_xv,r0
        move    #mp_xs,r1                       ; mq = c^dq mod q
        jsr     mp_copy_x
        move    #>rsa_p,x0
        move    #>rsa_dp,r0
        jsr     rsa_half_form
        move    #key_leave,n7
        jsr     constant_product
        jsclr   #0,x:<mp_fast,mont_reduce       ; the result of an unrolled kernel is a valid operand
; h = (mp - mq) / q mod p
        move    #mp_xs,r0
        jsr     load_operand
        jsr     value_sub
        move    #>rsa_inv,r0
        jsr     load_operand
        jsr     call_product
        jsr     mont_reduce
; m = h q + mq
        move    #>rsa_q+key_head,r0
        jsr     load_operand
        move    #mp_xv,r2
        move    #mp_yt,r6
        move    #mp_xm,r3                       ; overwrites w and h, which no further product needs
        jsr     mp_multiply
        move    #mp_xs,r0
        move    #mp_yv,r4
        jsr     mp_copy
        clr     a               x:<mp_len,n4
        if      RSA_LISTS
        move    a1,x:<mp_held
        endif
        rep     n4
        move    a1,y:(r4)+
        move    x:<mp_len,a
        asl     a
        move    a1,x:<mp_len
        move    #mp_xm,r0
        move    #mp_yv,r4
        move    #0,y1
        move    x:rsa_check,a
        tst     a               #>rsa_data,r1
        jeq     _sum
        move    #>rsa_result,r1
        jsr     mp_add_words
        jsr     rsa_keep
        jsr     rsa_copy
        jsr     rsa_copy
        move    #>rsa_result,r0
; Convert operand and result to digits again, from the received words and from the words to deliver.
        move    x:rsa_p,x0
        move    x0,x:<mp_len
        move    #>rsa_out,r1
        jsr     rsa_pair_digits
        move    #>rsa_data,r0
        move    #>rsa_in,r1
        jsr     rsa_pair_digits
        move    #>rsa_q,x0
        jsr     rsa_half_check
        jne     rsa_wrong
        move    #>rsa_p,x0
        jsr     rsa_half_check
        jne     rsa_wrong
        move    x:<mp_size,a
        asl     a
        move    a1,x:<mp_size
        jmp     rsa_deliver
_sum
        jsr     mp_add_words
        jmp     rsa_done

; Sets Z if result^e = operand modulo the modulus of key block X0.
; Changes: A B X Y R0-R7 N0-N5 N7
rsa_half_check
        move    #>rsa_out,r1
        move    r1,x:<mp_base
        move    #>rsa_e,r0
        jsr     rsa_half
        move    #mp_xv,r0
        move    #mp_xs,r1
        jsr     mp_copy_x
        move    #>rsa_in,r1
        move    r1,x:<mp_base
        jsr     modexp_enter_wide
        jsr     mirror
        jsr     entry_value
        jsr     modexp_leave
        move    #mp_xs,r0
        jmp     rsa_same

; Computes value = base^exponent modulo the modulus of key block X0, with exponent X:(R0).
; Changes: A B X Y R0-R7 N0-N5 N7
rsa_half
        jsr     rsa_half_form
        jmp     modexp_leave
; Computes value = base^exponent in Montgomery form, modulo the modulus of key block X0, with exponent X:(R0).
; Changes: A B X Y R0-R7 N0-N5 N7
rsa_half_form
        move    x0,x:<mp_key
        move    r0,x:<mp_exp
        jsr     rsa_key_load
        if      !RSA_LISTS
        jsr     recode
        endif
        jsr     modexp_enter_wide
        jmp     modexp_power

; The long unrolled code is last, because short jumps reach only addresses below P:$1000.
        include 'mont_fast.asm'
        endif

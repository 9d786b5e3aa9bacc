; SPDX-License-Identifier: MIT
; Checksums of memory that must not change: keys and states between jobs, working copies after a job, the
; code of RSA after each of its jobs. Runs in external P, the loop over words of X (checksum_block.asm) in internal P.
;
; All code and tables are summed while no command is there (idle_pass.asm). Code and tables are first summed
; before the image is found right; keys and states when a command leaves them, and again before or after the next
; that uses them. The sums see the order, as the link's do: an item is a pair of words, 48 bits; S1 is
; the sum of the items, S2 that of S1 after each. One wrong bit changes S1 by a power of two. Two
; opposite flips in a column, or two words that are swapped, change S2 by a multiple of their
; distance. A word of P takes 8 clocks, one of X 2.

CHECK_CONSTANTS         equ     0               ; bits of CHECKS
CHECK_STATE             equ     1
CHECK_RESULTS           equ     2
CHECKS_ALL              equ     7

; A piece of P, at most PIECE pairs of words, to no sums so far.
; In: P:(R0)+ the words, N7 pairs.
; Out: A, B the sums.
; Changes: A B X R0
p_first
        clr     a
        clr     b
; The same to sums so far.
; In: P:(R0)+ the words, N7 pairs; A, B the sums so far.
; Out: A, B the sums.
; Changes: A B X R0
p_piece
        do      n7,_end
        movem   p:(r0)+,x1
        movem   p:(r0)+,x0
        add     x,a
        add     a,b
_end
        mix_sums
        rts

; A piece of X, as of P.
; In: X:(R0)+ the words, N7 + 1 pairs.
; Out: A, B the sums.
; Changes: A B X R0
x_first
        clr     a
        clr     b
; The same to sums so far.
; In: X:(R0)+ the words, N7 + 1 pairs; A, B the sums so far.
; Out: A, B the sums.
; Changes: A B X R0
x_piece
        move    x:(r0)+,x1
        move    x:(r0)+,x0
        jsr     <pair_loop
        add     x,a
        add     a,b
        mix_sums
        rts

; \count words from X:\from on, a piece; the first of a sum. Their number is even, 4 or more.
; Out: A, B the sums.
; Changes: A B X R0 N7
first_x macro   from,count
        move    #>from,r0
        move    #>(count)/2-1,n7
        jsr     x_first
        endm
; The same to the sums so far.
; In: A, B the sums so far.
; Out: A, B the sums.
; Changes: A B X R0 N7
sum_x   macro   from,count
        move    #>from,r0
        move    #>(count)/2-1,n7
        jsr     x_piece
        endm
; The same, more than a piece.
; In: A, B the sums so far.
; Out: A, B the sums.
; Changes: A B X R0 N7
sum_long_x      macro   from,count
        move    #>from,r0
        move    #>((count)/2-1)%PIECE,n7
        do      #((count)/2-1)/PIECE+1,_end
        jsr     x_piece
        move    #>PIECE-1,n7
_end
        endm

; Two copies of words.
; In: X:(R0)+, Y:(R4)+ the copies, N7 words each.
; Out: Z set: they are equal.
; Changes: A B X R0 R4
same_copy
        clr     b               x:(r0)+,x0      y:(r4)+,a
        move    #>1,x1
        do      n7,_end
        cmp     x0,a            x:(r0)+,x0      y:(r4)+,a
        tne     x1,b
_end
        tst     b
        rts

; The copy of MD2's S in internal X, where a job uses it.
; Out: A1 the sum.
; Changes: A B X Y R0 N7
md2_copy_sum
        first_x 0,256
        jmp     sum_fold

; The code that RSA uses, the code that calls it, and the table of handlers.
; Out: A1 the sum.
; Changes: A B X Y R0 N7
constants_rsa
        first_p dispatch,des_setup
        sum_long_p rsa_code,fast_squares_22
; Errors in command.asm show in the reply's own sums and checks.
commands_sum
        sum_p   rsa_load_key,rsa_code
        sum_p   opcodes,opcodes+FIRST_USER
; The sums folded to 24 bits.
; In: A, B the sums.
; Out: A1 the sum of both.
; Changes: A X Y
sum_fold
        move    #0,x1
        jmp     fold

; What RSA uses with kernels of 22 digits.
; Out: A1 the sum.
; Changes: A B X Y R0 N7
constants_rsa_22
        first_p dispatch,des_setup
        sum_long_p rsa_code,rsa_end
        jmp     commands_sum

; The key schedule of DES. This and those that follow: keys and states between jobs.
; Out: A1 the sum over them.
; Changes: A B X Y R0 N7
state_des_key
        first_x des_keys,des_chain-des_keys
        jmp     sum_fold

; The chaining value.
; Out: A1 the sum.
; Changes: A B X Y R0 N7
state_des_chain
        first_x des_chain,4
        jmp     sum_fold

; The state of an MD2 message.
; Out: A1 the sum.
; Changes: A B X Y R0 N7
state_md2
        first_x md2_saved,md2_active+1-md2_saved
        jmp     sum_fold

; The state of an MD4 message.
; Out: A1 the sum.
; Changes: A B X Y R0 N7
state_md4
        first_x md4_saved,10
        jmp     sum_fold

; The RSA keys.
; Out: A1 the sum.
; Changes: A B X Y R0 N7
state_rsa
        first_x rsa_key,RSA_STATE
        jmp     sum_fold

; Store the sum of \routine at X:\place.
take    macro   routine,place
        jsr     routine
        move    a1,x:place
        endm
; Leave with MEMORY_CHANGED if the sum of \routine is not the one at X:\place.
verify  macro   routine,place
        compare_sum routine,place
        jne     memory_changed
        endm
; The same after a job: its result is erased.
verify_job      macro   routine,place
        compare_sum routine,place
        jne     job_changed
        endm
; The same where nothing else is left to check.
verify_last     macro   routine,place
        move    #>place,r1
        jsr     routine
        jmp     check_last
        endm
; The state that a command goes on from, if states are checked.
check_state     macro   routine,place
        move    x:checks,a
        jclr    #CHECK_STATE,a1,check_passed
        verify  routine,place
        jmp     check_passed
        endm
; Z set if the sum of \routine is the one at X:\place.
compare_sum     macro   routine,place
        jsr     routine
        move    x:place,x0
        eor     x0,a
        endm

; All sums over code and tables, before the PC receives the sign that the firmware runs.
; Out: X:sum_constants and the other sums.
; Changes: all registers
sums_start
        first_x md2_table,256
        jsr     sum_fold
        move    a1,x:sum_md2_table
        take    constants_rsa,sum_rsa
        take    constants_rsa_22,sum_rsa_22
        move    #>START_CHECKS,x0
        move    x0,x:checks
        andi    #$FB,ccr                        ; Z clear: with the rounds of pair tables
        jsr     des_rounds
        jsr     pass_whole
        move    x:pass_sum,x0
        move    x0,x:sum_other
        jsr     des_rounds
        jsr     pass_whole
        move    x:pass_sum,x0
        move    x0,x:sum_constants
        move    r0,x:pass_failed
        rts

; CHECKS: bit 0 code and tables, 1 keys and states, 2 results of RSA.
; In: X0 the argument.
; Out: A1 the status.
; Changes: A X1
checks_command
        move    x0,a
        move    #>CHECKS_ALL,x1
        cmp     x1,a            #>1<<CHECK_RESULTS,x1
        jgt     bad_parameter
        move    x0,x:checks
        and     x1,a
        move    a1,x:rsa_check
        clr     a
        rts

; Check the memory that a command used, after it. The command does not call it: the stack has no space.
; In: X:opcode, X:argument the command; A1 its status.
; Out: A1 the status, MEMORY_CHANGED if something is not as it was.
; Changes: all registers
check_job
        move    a1,x:job_status
        move    x:opcode,a
        move    #>$10,x0
        sub     x0,a            #>job_checks_end-job_checks,x1
        jmi     checked
        move    #>0,x0
        move    x0,x:pass_since
        cmp     x1,a            #>job_checks,x0
        jge     check_user
        add     x0,a
        move    a1,r0
        move    x:job_status,b
        move    x:(r0),r0
        tst     b               x:checks,a
        jmp     (r0)
; The last check of a command: whether A1 is the sum at X:(R1).
check_last
        move    x:(r1),x0
        eor     x0,a
        jne     job_changed
checked
        move    x:job_status,a
        rts
; Clear a result that was computed with wrong memory, and its sum for the reply: RSA's scratch, or as many blocks as the
; argument may say.
job_changed
        move    x:argument,a
        rep     #3
        asl     a
        move    #>RSA_SCRATCH,x0
        add     x0,a            x:buffer_size,x0
        cmp     x0,a            #>data_buffer,r0
        tgt     x0,a
        move    #>reply_words+2,r1
        clr     b               a1,x0
        rep     x0
        move    b1,x:(r0)+
        move    b1,x:(r1)
        move    b1,x:des_set_up                 ; the constants are copied again
memory_changed
        move    #>MEMORY_CHANGED,a
        tst     a
        rts

check_keys_taken
        jne     checked
        move    x:argument,a
        tst     a
        jeq     checked
        jmp     check_des_chain
check_iv_taken
        jne     checked
        jmp     check_des_chain
check_des
        jne     checked
        jclr    #CHECK_STATE,a1,check_des_chain
; What des_setup has copied
        move    #>des_constants,r0
        move    #<s_bases,r4
        move    #<CONSTANTS,n7
        jsr     same_copy
        jne     job_changed
        verify_job state_des_key,sum_des_key
        clr     a               #>des_d_high,r0
        move    #<round_keys,r4
; and des_take; in which order depends on the direction
        do      #32,_round_keys_end
        move    x:(r0)+,x0
        add     x0,a            y:(r4)+,y0
        sub     y0,a
_round_keys_end
        tst     a
        jne     job_changed
check_des_chain
        take    state_des_chain,sum_des_chain
        jmp     checked
; The digest that was summed for the reply, and its source in internal memory.
check_md2_digest
        jne     checked
        jclr    #CHECK_STATE,a1,check_md2_taken
        move    #>data_buffer,r0
        move    #>md2_x,r4
        move    #<16,n7
        jsr     same_copy
        jne     job_changed
        jmp     check_md2_copy
check_md2
        jne     checked
        jclr    #CHECK_STATE,a1,check_md2_taken
check_md2_copy
        verify_job md2_copy_sum,sum_md2_table
check_md2_taken
        take    state_md2,sum_md2_state
        jmp     checked
check_md4
        jne     checked
        take    state_md4,sum_md4_state
        jmp     checked
check_user
        move    x:job_status,a
        move    #>MEMORY_CHANGED,x0
        cmp     x0,a
        jeq     job_changed
        jmp     checked
; A refused key is not a key, but its words have changed.
check_rsa_crt_taken
        take    state_rsa,sum_rsa_state
        jmp     checked
; Results are checked by the exponent that undoes the key's. Of a secret exponent without one a bit that
; flips while the key's constants are made would be part of the sum and of every result. So this key is
; loaded twice.
check_rsa_taken
        take    state_rsa,sum_rsa_state
        move    x:job_status,a
        tst     a               x:rsa_check,b
        jne     checked
        tst     b
        jeq     checked
        jsr     rsa_secret
        jeq     checked
        jsr     rsa_back_known
        jne     checked
        move    x:opcode,r0
        move    x:argument,x0
        jsr     dispatch
        verify_last state_rsa,sum_rsa_state
; The same after RSA_OPERATE: a public exponent leaves its code to the pass over all code, because a wrong result gives
; nothing away.
check_rsa_operate
        jne     checked
        jsr     rsa_secret
        jeq     check_rsa_key
        move    x:checks,a
        jmp     check_rsa_code
; RSA's code and keys after an operation.
; In: Z set: the status in X:job_status is OK; A1 the checks.
; Out: A1 the status; the result is erased if something changed.
; Changes: A B X Y R0 R1 N7
check_rsa
        jne     checked
check_rsa_code
        jclr    #CHECK_CONSTANTS,a1,check_rsa_key
        move    x:<mp_sq,a
        move    #>fast_squares_22,x0
        cmp     x0,a
        jeq     _rsa_22
        verify_job constants_rsa,sum_rsa
        jmp     check_rsa_key
_rsa_22
        verify_job constants_rsa_22,sum_rsa_22
check_rsa_key
        move    x:checks,a
        jclr    #CHECK_STATE,a1,checked
        verify_last state_rsa,sum_rsa_state

; Check the chaining value before a command goes on from it.
; Out: Z set: it is as it was left; else A1 the status.
; Changes: A B X Y R0 N7
check_chain
        check_state state_des_chain,sum_des_chain

; Check the state of an MD2 message before a command goes on from it.
; Out: Z set: it is as it was left; else A1 the status.
; Changes: A B X Y R0 N7
check_message
        check_state state_md2,sum_md2_state

; Check the state of an MD4 message before a command goes on from it.
; Out: Z set: it is as it was left; else A1 the status.
; Changes: A B X Y R0 N7
check_md4_message
        check_state state_md4,sum_md4_state

; The end of a check that found nothing.
; Out: Z set, A = 0, the status OK.
; Changes: A
check_passed
        clr     a
        rts

        org     x:job_checks
; By opcode, from $10 on; then come the user's, and unknown ones, whose status is not OK
        dc      check_keys_taken,check_iv_taken,check_des,check_des,check_des,check_des,checked
        dc      check_des
        dup     $08
        dc      checked
        endm
        dup     $10
        dc      checked
        endm
        dc      checked,check_md2,check_md2_digest,check_md2_digest
        dup     4
        dc      checked
        endm
        dc      checked,check_md4,check_md4,check_md4
        dup     4
        dc      checked
        endm
        dup     $10
        dc      checked
        endm
        dc      check_rsa_taken,check_rsa_crt_taken,check_rsa_operate,check_rsa
job_checks_end
        if      *>state_begin
        fail    'the table of checks is too long'
        endif
        org     p:

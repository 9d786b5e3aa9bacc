; SPDX-License-Identifier: MIT
; Checksums of memory that must not change: keys and states between jobs, working copies after a job, the code of RSA
; after each of its jobs. Runs in external P; the loop over words of X (checksum_block.asm) runs in internal P.
;
; The checksum of all code and tables is computed while the firmware waits for a command (idle_pass.asm). Code and
; tables have their first checksum before the image check; keys and states have it when a command leaves them, and it is
; compared before or after the next command that uses them. The checksums depend on the order, as those of the link do:
; an item is a pair of words, 48 bits; S1 is the sum of the items, S2 the sum of S1 after each item. One wrong bit
; changes S1 by a power of two. Two opposite changes in a column, or two exchanged words, change S2 by a multiple of
; their distance. A word of P takes 8 clocks, a word of X 2.

CHECK_CONSTANTS         equ     0               ; bits of CHECKS
CHECK_STATE             equ     1
CHECK_RESULTS           equ     2
CHECKS_ALL              equ     7

; Computes the sums of a piece of P, at most PIECE pairs of words.
; In: P:(R0)+ the words, N7 pairs.
; Out: A, B the sums.
; Changes: A B X R0
p_first
        clr     a
        clr     b
; Adds a piece of P to the sums so far.
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

; Computes the sums of a piece of X, at most PIECE pairs of words.
; In: X:(R0)+ the words, N7 + 1 pairs.
; Out: A, B the sums.
; Changes: A B X R0
x_first
        clr     a
        clr     b
; Adds a piece of X to the sums so far.
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

; Computes the sums of \count words of X, starting at \from: the first piece of a checksum. The number is even, 4 or
; more.
; Out: A, B the sums.
; Changes: A B X R0 N7
first_x macro   from,count
        move    #>from,r0
        move    #>(count)/2-1,n7
        jsr     x_first
        endm
; Adds a piece of X to the sums so far.
; In: A, B the sums so far.
; Out: A, B the sums.
; Changes: A B X R0 N7
sum_x   macro   from,count
        move    #>from,r0
        move    #>(count)/2-1,n7
        jsr     x_piece
        endm
; Adds an area of X that is longer than a piece to the sums so far.
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

; Compares two copies of words.
; In: X:(R0)+, Y:(R4)+ the copies, N7 words each.
; Out: Z set if they are equal.
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

; Computes the checksum of MD2's S in internal X, where a job uses it.
; Out: A1 the checksum.
; Changes: A B X Y R0 N7
md2_copy_sum
        first_x 0,256
        jmp     sum_fold

; Computes the checksum of the code that RSA uses, of the code that calls it, and of the table of handlers.
; Out: A1 the checksum.
; Changes: A B X Y R0 N7
constants_rsa
        first_p dispatch,des_setup
        sum_long_p rsa_code,fast_squares_22
; The checksums and checks of a reply show errors in command.asm, so it is not included.
commands_sum
        sum_p   rsa_load_key,rsa_code
        sum_p   opcodes,opcodes+FIRST_USER
; Folds the sums to a checksum of 24 bits.
; In: A, B the sums.
; Out: A1 the checksum.
; Changes: A X Y
sum_fold
        move    #0,x1
        jmp     fold

; Computes the checksum of the code that RSA uses with kernels of 22 digits.
; Out: A1 the checksum.
; Changes: A B X Y R0 N7
constants_rsa_22
        first_p dispatch,des_setup
        sum_long_p rsa_code,rsa_end
        jmp     commands_sum

; Computes the checksum of the key schedule of DES. This routine and the following ones are for keys and states between
; jobs.
; Out: A1 the checksum.
; Changes: A B X Y R0 N7
state_des_key
        first_x des_keys,des_chain-des_keys
        jmp     sum_fold

; Computes the checksum of the chaining value.
; Out: A1 the checksum.
; Changes: A B X Y R0 N7
state_des_chain
        first_x des_chain,4
        jmp     sum_fold

; Computes the checksum of the state of an MD2 message.
; Out: A1 the checksum.
; Changes: A B X Y R0 N7
state_md2
        first_x md2_saved,md2_active+1-md2_saved
        jmp     sum_fold

; Computes the checksum of the state of an MD4 message.
; Out: A1 the checksum.
; Changes: A B X Y R0 N7
state_md4
        first_x md4_saved,10
        jmp     sum_fold

; Computes the checksum of the RSA keys.
; Out: A1 the checksum.
; Changes: A B X Y R0 N7
state_rsa
        first_x rsa_key,RSA_STATE
        jmp     sum_fold

; Stores the checksum of \routine at X:\place.
take    macro   routine,place
        jsr     routine
        move    a1,x:place
        endm
; Returns MEMORY_CHANGED if the checksum of \routine differs from the stored one.
verify  macro   routine,place
        compare_sum routine,place
        jne     memory_changed
        endm
; Erases the result of a job and returns MEMORY_CHANGED if the checksum of \routine differs from the stored one.
verify_job      macro   routine,place
        compare_sum routine,place
        jne     job_changed
        endm
; Ends the checks of a job: erases the result and returns MEMORY_CHANGED if the checksum of \routine differs from the
; stored one.
verify_last     macro   routine,place
        move    #>place,r1
        jsr     routine
        jmp     check_last
        endm
; Checks the state that a command continues from, if CHECK_STATE is selected.
check_state     macro   routine,place
        move    x:checks,a
        jclr    #CHECK_STATE,a1,check_passed
        verify  routine,place
        jmp     check_passed
        endm
; Sets Z if the checksum of \routine equals the stored one.
compare_sum     macro   routine,place
        jsr     routine
        move    x:place,x0
        eor     x0,a
        endm

; Computes all checksums of code and tables, before HF3 reports to the PC that the firmware runs.
; Out: X:sum_constants and the other checksums.
; Changes: all registers
sums_start
        first_x md2_table,256
        jsr     sum_fold
        move    a1,x:sum_md2_table
        take    constants_rsa,sum_rsa
        take    constants_rsa_22,sum_rsa_22
        move    #>START_CHECKS,x0
        move    x0,x:checks
        andi    #$FB,ccr                        ; Z clear: rounds with pair tables
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

; CHECKS: selects the checks; bit 0 of the argument is for code and tables, 1 for keys and states, 2 for results of RSA.
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

; Checks the memory that a command has used, after the command. The command does not call this routine, because the
; stack has no space.
; In: X:opcode, X:argument the command; A1 its status.
; Out: A1 the status, MEMORY_CHANGED if the memory has changed.
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
; The last check of a command: A1 must be the checksum at X:(R1).
check_last
        move    x:(r1),x0
        eor     x0,a
        jne     job_changed
checked
        move    x:job_status,a
        rts
; Clear a result that was computed with changed memory, and its checksum in the reply. The cleared area covers RSA's
; scratch and the maximum number of blocks of the argument.
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
        move    b1,x:des_set_up                 ; the constants must be copied again
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
; Compare the constants that des_setup has copied ...
        move    #>des_constants,r0
        move    #<s_bases,r4
        move    #<CONSTANTS,n7
        jsr     same_copy
        jne     job_changed
        verify_job state_des_key,sum_des_key
        clr     a               #>des_d_high,r0
        move    #<round_keys,r4
; ... and the round keys that des_take has copied. Their order depends on the direction, so only the sums are compared.
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
; Compare the digest, whose checksum is already in the reply, with its source in internal memory.
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
; A refused key is not a valid key, but its words have changed.
check_rsa_crt_taken
        take    state_rsa,sum_rsa_state
        jmp     checked
; The inverse exponent checks the results of RSA. A secret exponent without an inverse has no such check: a bit that
; flips while the constants of the key are computed would be part of the checksum and of every result. So this key is
; loaded twice, and the checksums are compared.
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
; After RSA_OPERATE with a public exponent, only the pass over all code checks RSA's code, because a wrong result
; reveals no secret.
check_rsa_operate
        jne     checked
        jsr     rsa_secret
        jeq     check_rsa_key
        move    x:checks,a
        jmp     check_rsa_code
; Checks RSA's code and keys after an operation.
; In: Z set if the status in X:job_status is OK; A1 the checks.
; Out: A1 the status; the result is erased if the memory has changed.
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

; Checks the chaining value before a command continues from it.
; Out: Z set if it is unchanged; else A1 the status.
; Changes: A B X Y R0 N7
check_chain
        check_state state_des_chain,sum_des_chain

; Checks the state of an MD2 message before a command continues from it.
; Out: Z set if it is unchanged; else A1 the status.
; Changes: A B X Y R0 N7
check_message
        check_state state_md2,sum_md2_state

; Checks the state of an MD4 message before a command continues from it.
; Out: Z set if it is unchanged; else A1 the status.
; Changes: A B X Y R0 N7
check_md4_message
        check_state state_md4,sum_md4_state

; Ends a check that has found no change.
; Out: Z set, A = 0, the status OK.
; Changes: A
check_passed
        clr     a
        rts

        org     x:job_checks
; Checks by opcode, starting at $10. User commands and unknown opcodes follow, whose status is not OK.
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

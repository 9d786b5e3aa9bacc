; SPDX-License-Identifier: MIT
; Firmware of the crypto-accelerator card: start, command loop, and all the routines. The PC writes it to the card's P
; and X memory through the window, then releases the DSP in mode 3, which starts at external P:$0000.
;
; A command is (argument << 8) | opcode and (check << 8) | number, through the host port. The reply is status, number
; and check, then the checksums of the operands that the command read and wrote, then further words if the command table
; says so. All other data are in external X. docs/reference/firmware.md describes every command, buffer and status;
; monitor/command_table.asm has the handlers.
;
; Internal P holds the inner loops and the command loop, from $40 upwards; the start copies them there. All other code
; runs in external P. While the command loop waits, it computes the checksum of code and tables (idle_pass.asm); without
; that check it makes no external access. The PC may take the bus at any time.
;
; The PC loads the resident code at the address where it will run. In mode 3, in which the DSP starts, this address is
; external P:$0000-$01FF; in mode 0 it is internal P. Code above $01FF runs in both modes, so it can copy from external
; to internal P.
;
; The image is assembled with seven symbols defined (dsp56k/lib/image.py). CODE_EXTERNAL 1 stays in mode 3, so that all
; code is external as on the card of the paper. DES_PACE and MD2_PACE are idle clocks in each block. GENERAL_LOOPS 1 has
; simple loops for DES and MD2. START_CHECKS is the argument of CHECKS at the start. BATCHES 1 puts the loop of the DES
; chip over short operations in internal P instead of triple DES. USER_CODE is the address of the user commands; 0 puts
; them behind all other code.

        include 'monitor/layout.asm'

RESIDENT                equ     $0040

; Selects mode 3, in which P below $0200 is external.
below_external  macro
        if      !CODE_EXTERNAL
        movec   #3,omr
        nop
        endif
        endm
; Selects mode 0, in which P below $0200 is internal.
below_internal  macro
        if      !CODE_EXTERNAL
        movec   #0,omr
        nop
        endif
        endm

; Waits \clocks clocks, so that a routine runs at the speed of another one. \clocks is 0, or even and 6 to 8194.
idle    macro   clocks
        if      clocks
        rep     #(clocks-4)/2
        nop
        endif
        endm

; Pairs of words in a piece of a checksum. A longer piece would lose part of the order: the highest bit of an item is
; bit 47, and a sum of 56 bits distinguishes 512 of its multiples.
PIECE                   equ     512

; Computes the checksum of the words of P from \from to \to, a piece; it is the first piece (checksums.asm).
; Out: A, B the sums.
; Changes: A B X R0 N7
first_p macro   from,to
        move    #>from,r0
        move    #>(to-from+1)/2,n7
        jsr     p_first
        endm
; Adds a piece of P to the sums so far.
; In: A, B the sums so far.
; Out: A, B the sums.
; Changes: A B X R0 N7
sum_p   macro   from,to
        move    #>from,r0
        move    #>(to-from+1)/2,n7
        jsr     p_piece
        endm
; Adds an area of P that is longer than a piece to the sums so far.
; In: A, B the sums so far.
; Out: A, B the sums.
; Changes: A B X R0 N7
sum_long_p      macro   from,to
        move    #>from,r0
        move    #>((to-from+1)/2-1)%PIECE+1,n7
        do      #((to-from+1)/2-1)/PIECE+1,_end
        jsr     p_piece
        move    #>PIECE,n7
_end
        endm

; Ends a piece: adds the upper half of S2, which would overflow first, to S1.
; In: A, B the sums.
; Out: A the sum.
; Changes: A X
mix_sums        macro
        move    b1,x0
        move    b2,x1
        add     x,a
        endm

        org     p:$0000
        jmp     >start
        if      CODE_EXTERNAL
        dup     31
        jsr     >fault
        endm
        endif

        org     p:RESIDENT
; Wait for a command. Only the pass over code and tables makes external accesses here.
command_loop
        jsr     >idle_pass
_wait
        jclr    #HSR_HRDF,x:<<HSR,_wait
        movep   x:<<HRX,x0
        bset    #HCR_HF2,x:<<HCR                ; busy
second_word
        jclr    #HSR_HRDF,x:<<HSR,second_word
        movep   x:<<HRX,x1
        jsr     >execute
        bclr    #HCR_HF2,x:<<HCR
        move    #>reply_words,r0
        move    x:reply_count,x0
        do      x0,_end
        jclr    #HSR_HTDE,x:<<HSR,*
        movep   x:(r0)+,x:<<HTX
_end
        jmp     <command_loop

        include 'monitor/checksum_block.asm'
        include 'des/des_block.asm'
        include 'digests/md2_block.asm'
        include 'des/chip_block.asm'
        if      BATCHES
        include 'des/chip_batch.asm'
chip_resident_end
        else
chip_resident_end
        include 'des/des3_block.asm'
        endif
; Pad to complete pairs of words: sum_resident computes the checksum of the copy and of its source in pairs.
        if      (*-RESIDENT)&1
        nop
        endif
resident_end

        if      *>$0200
        fail    'resident code does not fit internal P'
        endif

        org     p:$0200
; External memory without wait states, except for the devices (clock.asm)
start
        movep   #>0,x:<<BCR
        movep   #>1,x:<<PBC
        if      CODE_EXTERNAL
; Copy the rounds that DES_TABLES exchanges.
        move    #>rounds_begin,r0
        move    #>SMALL_ROUNDS,r1
        do      #rounds_end-rounds_begin,_end
        movem   p:(r0)+,x0
        movem   x0,p:(r1)+
_end
        else
; Copy the resident code to internal P.
        move    #>RESIDENT,r0
        move    r0,r1
        do      #resident_end-RESIDENT,_end
        below_external
        movem   p:(r0)+,x0
        below_internal
        movem   x0,p:(r1)+
_end
; Interrupts stay masked; exceptions that cannot be masked end in fault.
        move    #>vector_image,r0
        move    #<0,r1
        movem   p:(r0)+,x0
        movem   p:(r0),x1
        do      #32,_vectors_end
        movem   x0,p:(r1)+
        movem   x1,p:(r1)+
_vectors_end
        endif
        clr     a               #>state_begin,r0
        do      #state_end-state_begin,_state_end
        move    a1,x:(r0)+
_state_end
        move    #>SAFE_KHZ,x0
        jsr     clock
; First the checksums, then the image check, which detects a change before its checksum was computed
        jsr     sums_start
        if      !CODE_EXTERNAL
        jsr     sum_resident
        move    a1,x:status
        below_external
        jsr     sum_resident
        below_internal
        move    x:status,x0
        eor     x0,a
        jne     image_damaged
        endif
        below_external
        include 'monitor/image_check.asm'
        below_internal
        clr     a               #>RSA_KEYS,r0
        move    #>$2000-RSA_KEYS,x0
        rep     x0
        move    a1,x:(r0)+
        move    #>$1000,x0
        move    x0,x:buffer_size
        if      START_CHECKS&4                  ; bit of CHECK_RESULTS, which is defined below
        move    x0,x:rsa_check                  ; even and not 0
        endif
        move    #>2,x0
        move    x0,x:rsa_public_words
        bset    #HCR_HF3,x:<<HCR                ; the firmware runs
        jmp     command_loop

        if      !CODE_EXTERNAL

; Computes the checksum of the resident code, as P is mapped in the current mode.
; Out: A1 the checksum.
; Changes: A B X Y R0 N7
sum_resident
        first_p RESIDENT,resident_end
        jmp     sum_fold
        endif

vector_image
        jsr     >fault
image_damaged
; Stops after a stack error, illegal instruction, SWI or trace: clears HF3, sets HF2.
; Changes: nothing
fault
        bclr    #HCR_HF3,x:<<HCR
        bset    #HCR_HF2,x:<<HCR
        jmp     *

; Jumps to the handler of a command, which returns to the caller.
; In: R0 the opcode; X0 the argument.
; Out: A1 the status.
; Changes: all registers
dispatch
        move    #>opcodes,n0
        nop
        move    (r0)+n0
        movem   p:(r0),r0
        nop
        jmp     (r0)

bad_parameter
        move    #>BAD_PARAMETER,a
return
        rts

; Returns the status of an opcode without a command.
; Out: A1 the status.
; Changes: A
unknown_command
        move    #>UNKNOWN_COMMAND,a
        rts

; Checks that the number of blocks is not zero and that the blocks fit the buffer. X0 is preserved.
; In: X0 the number of blocks, with TAKE_KEY and TAKE_IV.
; Out: Z set if they fit, N7 the number; else A1 the status.
; Changes: A X1 N7
count_blocks
        move    x0,a
        move    #>BLOCKS_MASK,x1
        and     x1,a            x:buffer_size,x1
        jeq     bad_count
        move    a1,n7
        asl     a
        asl     a
        asl     a
        cmp     x1,a
        jgt     bad_count
        clr     a
        rts
bad_count
        move    #>BAD_PARAMETER,a
        tst     a
        rts

; Checks the number of blocks as count_blocks does, and clears the upper bytes of the data. X0 is preserved.
; In: X0 the number of blocks, with TAKE_KEY and TAKE_IV.
; Out: Z set if they fit, N7 the number; else A1 the status.
; Changes: A B X1 Y0 R3 N7
check_blocks
        jsr     count_blocks
        jne     return
        jmp     clean_buffer

; Checks that the bytes fit the buffer, and clears the upper bytes of the data. X0 is preserved.
; In: X0 the number of bytes.
; Out: Z set if they fit; else A1 the status.
; Changes: A B X1 Y0 R3
check_bytes
        move    x0,a
        move    x:buffer_size,x1
        cmp     x1,a
        jgt     bad_count

; Clears the upper bytes that RSA has left in the data buffer. X0 is preserved.
; Out: Z set, A = 0.
; Changes: A B Y0 R3
clean_buffer
        move    x:buffer_dirty,b
        tst     b               #>data_buffer,r3
        jeq     clean
        move    #>$FF,y0
        do      b1,_end
        move    x:(r3),a
        and     y0,a
        move    a1,x:(r3)+
_end
        clr     b
        move    b1,x:buffer_dirty
clean
        clr     a
        rts

; PING: replies with the version.
; Out: A1 the status; X:reply_words the version.
; Changes: A X0
ping
        move    #>VERSION,x0
        move    x0,x:reply_words+3
        move    #>4,x0
        move    x0,x:reply_count
        clr     a
        rts

; INFO: replies with data_buffer, its length, key_buffer and iv_buffer.
; Out: A1 the status; X:reply_words the four words.
; Changes: A X0 R0
info
        move    #>reply_words+3,r0
        move    #>data_buffer,x0
        move    x0,x:(r0)+
        move    x:buffer_size,x0
        move    x0,x:(r0)+
        move    #>key_buffer,x0
        move    x0,x:(r0)+
        move    #>iv_buffer,x0
        move    x0,x:(r0)+
        move    #>7,x0
        move    x0,x:reply_count
        clr     a
        rts

; MEMORY: sets the length of the data buffer for banks of 8K or 32K words; the argument is 8 or 32.
; In: X0 the argument.
; Out: A1 the status.
; Changes: A B X R0-R3 R5-R7 OMR
memory
        move    x0,a
        move    #>8,x1
        cmp     x1,a            #>$1000,x0
        jeq     _set
        move    #>32,x1
        cmp     x1,a
        jne     bad_parameter
        move    #>$7000,x0
_set
        move    x0,x:des_argument
        jsr     des_small_tables
        jne     return
        move    x:des_argument,x0
        move    x0,x:buffer_size
        jclr    #14,x0,return                   ; return for $1000
        clr     a               #>$2000,r0
        do      #$6000/8,_clear_end
        rep     #8
        move    a1,x:(r0)+
        nop
_clear_end
        rts

        include 'des/des.asm'
        include 'des/des_variant.asm'
        include 'digests/md2.asm'
        include 'des/chip.asm'
        include 'monitor/clock.asm'
        include 'monitor/command.asm'
        include 'digests/md4.asm'

; RSA_LOAD: loads a key of a single modulus; the argument is the number of digits. The RSA routines follow the
; conventions of a handler. They use all internal memory, and the data buffer behind the operand as scratch, where they
; leave 24-bit words.
; In: X0 the argument; X:data_buffer the key.
; Out: A1 the status.
; Changes: all registers
rsa_load_key
        jsr     rsa_load
        jmp     rsa_leave

; RSA_LOAD_CRT: loads a key of two primes; the argument is the number of digits.
; In: X0 the argument; X:data_buffer the key.
; Out: A1 the status.
; Changes: all registers
rsa_load_key_crt
        jsr     rsa_load_crt
        jmp     rsa_leave

; RSA_OPERATE: does the operation of a single modulus; ignores the argument.
; In: X:data_buffer the operand.
; Out: X:data_buffer the result; A1 the status.
; Changes: all registers
rsa_operate
        jsr     rsa_private
        jmp     rsa_leave

; RSA_CRT: does the operation of two primes; ignores the argument.
; In: X:data_buffer the operand.
; Out: X:data_buffer the result; A1 the status.
; Changes: all registers
rsa_operate_crt
        jsr     rsa_crt
rsa_leave
        clr     b               #>RSA_SCRATCH,x0
        move    b1,x:md2_ready
        move    b1,x:des_set_up
        move    x0,x:buffer_dirty
        rts

rsa_code
        include 'bignum/rsa.asm'
rsa_end

        include 'monitor/noise.asm'
        include 'monitor/self_test.asm'
        include 'des/chip_reference.asm'
        include 'monitor/checksums.asm'
        include 'monitor/idle_pass.asm'
        include 'monitor/known_answers.asm'
        include 'monitor/user_commands.asm'
; The rounds that DES_TABLES exchanges. In mode 3, external P already contains the rounds of des_block.asm.
        if      CODE_EXTERNAL
PAIRS_IMAGE
        ds      PAIRS
SMALL_ROUNDS                                    ; behind PAIRS_IMAGE, from which as many words are copied
        ds      rounds_end-rounds_begin
user_free
        else
SMALL_ROUNDS            equ     rounds_begin
PAIRS_IMAGE             equ     $0002
user_free
        endif
        if      user_free>$2000
        fail    'the firmware does not fit banks of 8K words'
        endif

        org     p:rounds_begin,p:PAIRS_IMAGE
        include 'des/des_pairs.asm'
        if      *>rounds_end
        fail    'the rounds with pair tables are longer than those they replace'
        endif
        if      pairs_end-pairs_begin!=PAIRS
        fail    'the rounds with pair tables are not as long as PAIRS says'
        endif

        include 'des/des_tables.asm'
        include 'digests/md2_table.asm'
        include 'monitor/known_keys.asm'
        if      *>RSA_KEYS
        fail    'the keys of the self-test lie where those of the host go'
        endif
        if      (state_begin-fp_high)/X_SLICE*X_SLICE!=state_begin-fp_high
        fail    'the tables are not whole slices of the pass over them'
        endif

        include 'des/des_constants.asm'
        org     x:small_bases
        dc      s_high+32,s_high+96,s_high+160,s_high+224,s_high+288,s_high+352,s_high+416,s_high+480
        org     x:pair_bases
        dc      pair_tables+$0800,pair_tables+$2800,1<<11,pair_tables+$4800,1<<5,s_high+416,s_high+480,1<<11

; The user commands follow (dsp56k/lib/image.py), and then opcodes.asm.
        if      USER_CODE
        org     p:USER_CODE
        else
        org     p:user_free
        endif
user_begin

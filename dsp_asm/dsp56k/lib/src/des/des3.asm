; SPDX-License-Identifier: MIT
; Triple DES (FIPS 46-3, ANSI X9.52) in outer CBC mode, as user commands: three DES, the second in the opposite
; direction. Assembled with the firmware; des3_block.asm processes a block.
;
; Only the bytes of the keys are stored. A command computes the three key schedules in internal Y, in the order in which
; the rounds use them. The first schedule replaces the key of DES_KEY. The chaining value is that of DES: DES_IV sets
; it.

des3_loop               equ     USER_DATA       ; address of the loop's call of a block routine
des3_rest               equ     USER_DATA+1     ; address of the code after the loading of round keys
des3_step               equ     USER_DATA+2     ; distance to the next key; bit 4: the next DES decrypts
des3_sum                equ     USER_DATA+3     ; checksum of the keys and of the code of a block
des3_rounds             equ     USER_DATA+4     ; checksum of the round keys
des3_keys               equ     USER_DATA+5     ; 24 bytes, one a word
JSR_SHORT               equ     $0D0000         ; jsr <0

; DES3_KEY: loads a key of 16 or 24 bytes; with 16 bytes, the third key is the first one.
command_60

; Loads a key of triple DES.
; In: X:(R3) the bytes, one in each word; X0 their number.
; Out: X:des3_keys three keys; R3 behind the bytes, if they are 24; A1 the status.
; Changes: A B X Y R0 R3 N7
des3_take_key
        move    x0,a
        move    #>16,x1
        cmp     x1,a            #>24,x1
        jeq     _given
        cmp     x1,a
        jne     bad_parameter
_given
        move    #>des3_keys,r0
        do      #16,_two_end
        move    x:(r3)+,x1
        move    x1,x:(r0)+
_two_end
        jset    #3,x0,_third
        move    #>data_buffer,r3
_third
        do      #8,_third_end
        move    x:(r3)+,x1
        move    x1,x:(r0)+
_third_end
        move    x0,x:des3_ready
        jsr     des3_key_sum
        move    a1,x:des3_sum
        clr     a
        rts

; Computes the checksum of the keys and of the code of a block, which must not change.
; Out: A1 the checksum.
; Changes: A B X Y R0 N7
des3_key_sum
        first_p des3_block,resident_end
        sum_x   des3_keys,24
        jmp     sum_fold

; Computes the checksum of the round keys in internal memory, which must not change either.
; Out: A1 the checksum; R5 address of the first round key.
; Changes: A B X Y R5
des3_round_sum
        clr     a               #>round_keys_3,r5
        clr     b
        do      #96/2,_end
        move    y:(r5)+,x1
        move    y:(r5)+,x0
        add     x,a
        add     a,b
_end
        mix_sums
        move    #>round_keys_3,r5
        jmp     sum_fold

; Computes the key schedule of one of the three DES.
; In: R7 address of the last byte of the key; R5 address of its round keys; N7 distance to the next key.
; Out: R7 address of the last byte of the next key.
; Changes: A B X Y0 R0-R7 N0-N3 N6 M0 M1 M4 M5
des3_stage
        move    r7,r3
        move    #>$FFFF,m4
        jsr     des_schedule_of
        move    (r7)+n7
        bchg    #4,x:des3_step
        jcs     des_take_backward
        jmp     des_take_forward

; Computes L:des3_key_12 or L:des3_key_23 xor the first round key of the current schedule.
mix_first       macro   key
        move    l:<key_first,x
        move    l:<key,a10
        eor     x1,a            a0,b
        eor     x0,b            a1,x:<key
        move    b1,y:<key
        endm

; DES3_CBC_ENCRYPT: encrypts in CBC mode; X0 = number of bytes, complete blocks.
command_61
        move    #>des_cbc_encrypt_loop+2,r1
        move    #>des_cbc_encrypt_loaded,r2
        move    #>des3_keys+7,r7
        move    #>8,n7
        jmp     des3_cbc

; DES3_CBC_DECRYPT: decrypts in CBC mode.
; In: X0 number of bytes, complete blocks; X:data_buffer the blocks.
; Out: X:data_buffer the new blocks; A1 the status.
; Changes: all registers
command_62
        move    #>des_cbc_decrypt_loop+2,r1
        move    #>des_cbc_decrypt_loaded,r2
        move    #>des3_keys+23,r7
        move    #>-8,n7
des3_cbc
        move    r1,x:des3_loop
        move    r2,x:des3_rest
        move    n7,x:des3_step
        move    #>7,x1
        move    x0,a
        tst     a
        jeq     bad_parameter
        and     x1,a
        jne     bad_parameter
        move    x:des3_ready,a
        tst     a               #>NO_KEY,a
        jeq     return
        jsr     check_chain
        jne     return
        move    a1,x:des_ready                  ; the schedule replaces that of DES_KEY
        move    x:des3_step,n7
        move    #>round_keys_3,r5
        jsr     des3_stage
        move    l:<key_first,x
        move    x,l:<des3_key_first
        move    l:<key_last,x
        move    x,l:<des3_key_12
        move    #>round_keys_3+32,r5
        jsr     des3_stage
        mix_first des3_key_12
        move    l:<key_last,x
        move    x,l:<des3_key_23
        move    #>round_keys_3+64,r5
        jsr     des3_stage
        mix_first des3_key_23
        move    l:<des3_key_first,x
        move    x,l:<key_first
        move    x,l:<in_r
        move    #<95,m5
        jsr     des3_round_sum
        move    a1,x:des3_rounds
; Make the loop call des3_block, and put an RTS behind the rounds.
        move    #>JSR_SHORT|des3_block,x0
        jsr     des3_exchange
        movem   p:(r0),x1
        move    x1,x:des_final_word
        move    #>RTS_WORD,x0
        movem   x0,p:(r0)
        move    x:argument,a
        rep     #3
        lsr     a
        move    a1,n7
        move    #>data_buffer,r3
        move    x:des3_rest,r2
        nop
        jsr     (r2)
        move    #>JSR_SHORT|des_block,x0
        jsr     des3_exchange
        move    x:des_final_word,x0
        movem   x0,p:(r0)
        take    state_des_chain,sum_des_chain
        move    x:checks,a
        jclr    #CHECK_STATE,a1,check_passed
        verify  des3_key_sum,des3_sum
        verify  des3_round_sum,des3_rounds
        jmp     check_passed

; Replaces the instruction with which the loop calls a block routine.
; In: X0 the new instruction.
; Out: R0 address of the code behind the rounds.
; Changes: A R0 R1
des3_exchange
        move    x:des3_loop,r1
        move    x:pairs_in_use,a
        movem   x0,p:(r1)
        tst     a               #>rounds_end,r0
        jeq     return
        move    #>pair_rounds_end,r0
        rts

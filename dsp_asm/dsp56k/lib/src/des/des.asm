; SPDX-License-Identifier: MIT
; DES: key schedule, chaining value, and the commands around the loops of des_block.asm. Runs in external P. Without the
; card's monitor (MONITOR 0), this file contains all routines except the commands, and the tables. A program is faster
; if it includes des_block.asm in internal P before this file.

        include 'des_memory.asm'
        if      !@def(des_block)
        include 'des_block.asm'
        endif

; Copies the constants of DES to internal memory and sets the address registers for des_block. With the card's monitor,
; copies the constants only if another job has used internal memory since the last copy.
; Changes: X0 R0 R4 N0-N3 N6 M4
des_setup
        if      MONITOR
        move    x:des_set_up,n0
        jset    #0,n0,_registers
        bset    #0,n0
        move    n0,x:des_set_up
        endif
        move    #>des_constants,r0
        move    #<s_bases,r4
        do      #CONSTANTS,_end
        move    x:(r0)+,x0
        move    x0,y:(r4)+
_end
_registers
        move    #>$200,n0
        move    #<8,n3
        move    n0,n1
        move    n0,n2
        move    n0,n6
        move    #<7,m4
        rts

; Resets the modifier registers to linear for the other routines; returns the status OK.
des_finish
        move    #>$FFFF,m4
        move    m4,m5
        clr     a
        rts

; Shifts the lowest bit out of A1 and stores it through a pointer.
key_bit macro   pointer,update
        lsr     a
        clr     b                               ; C is unchanged
        rol     b
        move    b1,y:(pointer)update
        endm

; Does permuted choice 1 for four key bytes at x:(r3)-. It collects bit b of all key bytes, last byte first: bits 1, 2,
; 3 and half of the bits 4 go to C, bits 7, 6, 5 and the other half of the bits 4 to D. R0 -> bits 7 in D, R1 -> bits 3
; in C, R2 -> bits 4.
key_bytes       macro
        do      #4,_end
        move    x:(r3)-,a
        lsr     a                               ; drop the parity bit
        key_bit r0,+n0
        key_bit r0,+n0
        key_bit r0,-n0
        key_bit r2,+
        key_bit r1,-n1
        key_bit r1,-n1
        key_bit r1,+n1
        move    (r0)-n0
        move    (r0)+
        move    (r1)+n1
        move    (r1)+
_end
        endm

; Computes one word of a round key: 28 key bits, starting at the rotated position, times the 28 masks of permuted choice
; 2. The masks are disjoint, so the sum is their OR. The multiplier doubles the product; ASR halves it.
key_word        macro   masks
        clr     a               x:(masks)+,x0   y:(r4)+,y0
        rep     #27
        mac     x0,y0,a         x:(masks)+,x0   y:(r4)+,y0
        mac     x0,y0,a
        asr     a
        move    a0,x:(r3)+
        endm

        if      MONITOR
; Computes the key schedule of the key in key_buffer: des_keys, then des_d_high and des_d_low.
; Changes: A B X0 Y0 R0-R4 N0 N1 M0 M1
; Bounds: |A|, |B| <= 2 * 2^47
des_schedule
        move    #>key_buffer+7,r3
        endif
; Computes the key schedule.
; In: R3 address in X of the last of the 8 key bytes.
; Out: X:des_keys, X:des_d_high, X:des_d_low the round keys and their differences.
; Changes: A B X0 Y0 R0-R4 N0 N1 M0 M1
; Bounds: |A|, |B| <= 2 * 2^47
des_schedule_of
        move    #<8,n0
        move    #<8,n1
        move    #>key_bits+28,r0
        move    #>key_bits+16,r1
        move    #>key_bits+24,r2
        key_bytes
        move    #>key_bits+52,r2
        key_bytes
        move    #<27,m0
        move    #<27,m1
        move    #>pc2_c,r0
        move    #>pc2_d,r1
        move    #>key_shifts,r2
        move    #>des_keys,r3
        clr     a
        move    a1,x:(r3)+
        move    a1,x:(r3)+
        do      #16,_end
        move    x:(r2)+,n0
        move    #>key_bits,r4
        move    n0,n1
        move    (r0)-n0
        move    (r1)-n1
        key_word r0
        key_word r1
_end
        clr     a
        move    a1,x:(r3)+
        move    a1,x:(r3)+
        move    #>$FFFF,m0
        move    m0,m1
        move    #>des_keys,r0
        move    #>des_keys+4,r1
        move    #>des_d_high,r2
        move    #>des_d_low,r3
        do      #16,_differences_end
        move    x:(r0)+,x0
        move    x:(r1)+,a
        eor     x0,a            x:(r0)+,x0
        move    a1,x:(r2)+
        move    x:(r1)+,a
        eor     x0,a
        move    a1,x:(r3)+
_differences_end
        rts

; Loads the round keys of decryption into internal memory, and sets the in_ and out_ values for ECB. It loads the keys
; of encryption in reverse order: R0, R1 = addresses of the first words of D, N0 = +1 or -1; R2, R6 = addresses of the
; first and the last round key.
; In: X:des_keys the round keys of des_schedule_of.
; Changes: A X R0-R2 R4-R6 N0-N3 N6 M4 M5
des_load_backward
        move    #<round_keys,r5
; Loads the round keys of decryption into y:(r5).
; Changes: A X R0-R2 R4-R6 N0-N3 N6 M4 M5
des_take_backward
        move    #>des_d_high+15,r0
        move    #>des_d_low+15,r1
        move    #>$FFFF,n0
        move    #>des_keys+32,r2
        move    #>des_keys+2,r6
        jmp     des_take

; Loads the round keys of encryption into internal memory, for the loops of des_block.asm in ECB mode.
; In: X:des_keys the round keys of des_schedule_of.
; Changes: A X R0-R2 R4-R6 N0-N3 N6 M4 M5
des_load_forward
        move    #<round_keys,r5
; Loads the round keys of encryption into y:(r5).
; Changes: A X R0-R2 R4-R6 N0-N3 N6 M4 M5
des_take_forward
        move    #>des_d_high,r0
        move    #>des_d_low,r1
        move    #<1,n0
        move    #>des_keys+2,r2
        move    #>des_keys+32,r6
des_take
        move    #<31,m5
        move    n0,n1
        do      #16,_end
        move    x:(r0)+n0,x0
        move    x0,y:(r5)+
        move    x:(r1)+n1,x0
        move    x0,y:(r5)+
_end
        move    x:(r2)+,x1
        move    x:(r2),x0
        move    x,l:<key_first
        move    x,l:<in_r
        move    x:(r6)+,x1
        move    x:(r6),x0
        move    x,l:<key_last
        move    x,l:<out_r
        clr     a
        move    a10,l:<in_l
        move    a10,l:<out_l
        jmp     des_setup

RTS_WORD                equ     $00000C

; Copies two 48-bit values between des_chain and internal memory.
chain_load      macro   left,right
        move    #>des_chain,r0
        nop
        move    x:(r0)+,x1
        move    x:(r0)+,x0
        move    x,l:<left
        move    x:(r0)+,x1
        move    x:(r0)+,x0
        move    x,l:<right
        endm

chain_save      macro   left,right
        move    #>des_chain,r0
        move    l:<left,x
        move    x1,x:(r0)+
        move    x0,x:(r0)+
        move    l:<right,x
        move    x1,x:(r0)+
        move    x0,x:(r0)+
        endm

        if      MONITOR
; Handlers of commands: argument in X0, status in A1.

; DES_KEY: loads the key of key_buffer; the argument is 0, or 1 to load the IV as well.
; Changes: A B X Y R0-R4 R6 R7 N0-N3 N6 N7 M0 M1 M4 M5
; Clocks: 4046, with the IV 4586
des_key
        move    x0,a
        move    #>1,x1
        cmp     x1,a
        jgt     bad_parameter
        move    x0,x:des_argument
        jsr     des_take_key
        move    x:des_argument,a
        tst     a
        jne     des_take_iv
        rts

; Loads the key of key_buffer.
; Out: the key schedule and its checksum; A = 0, Z set.
; Changes: A B X Y R0-R4 N0 N1 N7 M0 M1
des_take_key
        jsr     des_schedule
        jsr     state_des_key
        move    a1,x:sum_des_key
        move    #>1,x0
        move    x0,x:des_ready
        clr     a
        rts

; DES_IV: loads the IV of iv_buffer; the argument is 0.
; Changes: A B X Y R0-R4 R6 R7 N0-N3 N6 M4 M5
des_iv
        move    x0,a
        tst     a
        jne     bad_parameter
des_take_iv
        jsr     des_setup
        move    #>iv_buffer,r3
        else
; Converts an IV to a chaining value.
; In: X:(R3) 8 bytes.
; Out: X:des_chain the chaining value; R3 behind the IV.
; Changes: A B X Y R0-R4 R6 R7 N0-N3 N6 M4 M5
des_take_iv
        jsr     des_setup
        endif
        jsr     <des_initial
        chain_save sum_l,sum_r
        jmp     des_finish

        if      MONITOR
; Begins an operation: checks the argument, clears the upper bytes of the data, loads key and IV if the argument has
; TAKE_KEY and TAKE_IV, sets R3 and N7.
; In: X0 the argument.
; Out: Z set if the operation can start; else A1 the status.
; Changes: A B X Y R0-R4 R6 R7 N0-N3 N6 N7 M0 M1 M4 M5
des_begin
        jset    #TAKE_KEY,x0,_keyed
        move    x:des_ready,a
        tst     a               #>NO_KEY,x1
        teq     x1,a
        jeq     _failed
_keyed
        move    x0,x:des_argument
        jsr     check_blocks
        jne     return
        jset    #TAKE_IV,x0,_iv
        jsr     check_chain
        jne     return
        move    x:des_argument,x0
_iv
        jclr    #TAKE_KEY,x0,_key_there
        jsr     des_take_key
        move    x:des_argument,x0
_key_there
        jclr    #TAKE_IV,x0,_taken
        jsr     des_take_iv
        move    x:des_argument,x0
_taken
        jsr     count_blocks
        move    #>data_buffer,r3
        rts
_failed
        tst     a
        rts

; DES_ECB_ENCRYPT: encrypts in ECB mode; the argument is the number of blocks.
; Changes: A B X Y R0-R7 N0-N3 N6 N7 M0 M1 M4 M5
; Clocks: 782 + 1596 a block, with pair tables 1222
des_ecb_encrypt
        jsr     des_begin
        jne     return
        jsr     des_load_forward
        jsr     <des_ecb_loop
        jmp     des_finish

; DES_ECB_DECRYPT: decrypts in ECB mode; the argument is the number of blocks.
; Changes: A B X Y R0-R7 N0-N3 N6 N7 M0 M1 M4 M5
; Clocks: 790 + 1596 a block, with pair tables 1222
des_ecb_decrypt
        jsr     des_begin
        jne     return
        jsr     des_load_backward
        jsr     <des_ecb_loop
        jmp     des_finish

; DES_CBC_ENCRYPT: encrypts in CBC mode; the argument is the number of blocks.
; Changes: A B X Y R0-R7 N0-N3 N6 N7 M0 M1 M4 M5
; Clocks: 846 + 1608 a block, with pair tables 1234
des_cbc_encrypt
        jsr     des_begin
        jne     return
        jsr     des_load_forward
        endif
; Encrypts blocks in CBC mode, with the keys of des_load_forward.
; In: X:(R3) the blocks, 8 bytes each; N7 their number, not 0; X:des_chain the chaining value, initially that of
;   des_take_iv.
; Out: X:(R3)+ the result in place; X:des_chain the next chaining value; A = 0.
; Changes: A B X Y R0-R7 M4 M5
des_cbc_encrypt_loaded
        chain_load f_l,f_r
        chain   f_l,f_r,key_first,in_l,in_r
        jsr     <des_cbc_encrypt_loop
        chain_save f_l,f_r
        jmp     des_finish

        if      MONITOR
; DES_MAC: encrypts in CBC mode and leaves only the last block, at the beginning of the buffer; the argument is the
; number of blocks. An RTS replaces the final permutation, so that the other blocks skip it and the output.
; Changes: A B X Y R0-R7 N0-N3 N6 N7 M0 M1 M4 M5
; Clocks: 1188 + 1414 a block, with pair tables 1040
des_mac
        jsr     des_begin
        jne     return
        jsr     des_load_forward
        chain_load f_l,f_r
        chain   f_l,f_r,key_first,in_l,in_r
        move    n7,a
        move    #>1,x0
        sub     x0,a            #>des_final,r0
        jeq     _last
        move    a1,n7
        move    #>RTS_WORD,x0
        movem   p:(r0),x1
        move    x1,x:des_final_word
        movem   x0,p:(r0)
        jsr     <des_cbc_encrypt_loop
        move    #>des_final,r0
        move    x:des_final_word,x0
        movem   x0,p:(r0)
_last
        move    #<1,n7
        jsr     <des_cbc_encrypt_loop
        chain_save f_l,f_r
        move    (r3)-n3
        move    #>data_buffer,r2
        do      #8,_end
        move    x:(r3)+,x0
        move    x0,x:(r2)+
_end
        jmp     des_finish

; DES_CBC_DECRYPT: decrypts in CBC mode; the argument is the number of blocks.
; Changes: A B X Y R0-R7 N0-N3 N6 N7 M0 M1 M4 M5
; Clocks: 854 + 1608 a block, with pair tables 1234
des_cbc_decrypt
        jsr     des_begin
        jne     return
        jsr     des_load_backward
        endif
; Decrypts blocks in CBC mode, with the keys of des_load_backward.
; In: X:(R3) the blocks, 8 bytes each; N7 their number, not 0; X:des_chain the chaining value, initially that of
;   des_take_iv.
; Out: X:(R3)+ the result in place; X:des_chain the next chaining value; A = 0.
; Changes: A B X Y R0-R7 M4 M5
des_cbc_decrypt_loaded
        chain_load sum_l,sum_r
        chain   sum_l,sum_r,key_last,out_l,out_r
        jsr     <des_cbc_decrypt_loop
        chain_save sum_l,sum_r
        jmp     des_finish
        if      !MONITOR
        include 'des_constants.asm'
        include 'des_tables.asm'
        org     p:
        endif

; SPDX-License-Identifier: MIT
; MD4 (RFC 1320): the commands. Runs in external P; message, state and tables are in internal memory. Between commands
; the state is stored in external X. All commands of a message except the last absorb complete blocks of 64 bytes.
;
; A word of 32 bits is the upper 32 of 48 bits: its upper three bytes are in one word of 24 bits, its lowest byte is on
; top of the next. So ADD is modulo 2^32, and a logical operation takes two instructions.
;
; Without the card's monitor this file has md4_enter, md4_blocks and md4_leave. The program that includes it may define
; md4_saved (X: the state, 8 words); md4_memory.asm defines the internal memory that they use.

        include 'md4_memory.asm'

; Copies tables and state to internal memory and sets the modifier registers.
; In: X:md4_saved the state, 8 words; that of a new message is P:md4_initial.
; Out: L:md4_state the state; R6, N1, M0-M2 for md4_blocks.
; Changes: A X R0 R1 R4 R6 N1 M0-M2
md4_enter
        clr     a               #>md4_tables,r0
        if      MONITOR
        move    a1,x:md2_ready                  ; S is no longer in internal X
        move    a1,x:des_set_up                 ; DES's constants are no longer in internal Y
        endif
        move    #<md4_shifts,r1
        move    r1,r4
        do      #MD4_TABLE,_x_table_end
        movem   p:(r0)+,x0
        move    x0,x:(r1)+
_x_table_end
        do      #MD4_TABLE,_y_table_end
        movem   p:(r0)+,x0
        move    x0,y:(r4)+
_y_table_end
        move    #>$5A8279,x1
        move    #>$990000,x0
        move    x,l:<md4_root_2
        move    #>$6ED9EB,x1
        move    #>$A10000,x0
        move    x,l:<md4_root_3
        move    #>$008000,x0
        move    x0,y:<md4_byte_to_top
        move    #>md4_saved,r0
        move    #<md4_state,r1
        do      #4,_load_end
        move    x:(r0)+,x1
        move    x:(r0)+,x0
        move    x,l:(r1)+
_load_end
        move    #<3,m0
        move    m0,m1
        move    m0,m2
        move    #<2,n1
        move    #<md4_byte_to_top,r6
        rts

; Stores the state in external X and makes the modifier registers linear.
; In: L:md4_state the state.
; Out: X:md4_saved the state; A = 0, the status OK.
; Changes: A X R0 R1 M0-M2 M5
md4_leave
        move    #>$FFFF,m0
        move    m0,m1
        move    m0,m2
        move    m0,m5
        move    #>md4_saved,r0
        move    #<md4_state,r1
        do      #4,_save_end
        move    l:(r1)+,x
        move    x1,x:(r0)+
        move    x0,x:(r0)+
_save_end
        clr     a
        rts

; Rotates a word left and begins the next step. The product of the upper word has the bits that remain in A0 and the
; bits that enter at the lower end in A1, after a mask has cleared the copies of the sign. The lower word is halved,
; because MPY takes its top bit for a sign.
; In: A the word; Y = 2^s and 2^(s-1) for s bits; X:(R2) = 2^s - 1; Y:(R6) = 2^15; R1 the address of b.
; Out: the word at the address of a; X = b, the next c; R1 changed by \next, (r1) or (r1)+n1.
md4_rotate      macro   next
        move    a0,b
        lsr     b               a1,x1
        mpy     x1,y0,a         b1,x0
        mpy     x0,y1,b         x:(r2)+,x1      y:(r6),y0
        and     x1,a            a0,x0
        add     x0,b            a1,x1
        mac     x1,y0,b         l:(r1)-,x
        tfr     x1,a            b10,l:next
        endm

; The steps of the rounds. The four words a, b, c, d are in a circular buffer.
; In: X = c, A1 its upper word; R1 the address of d, in round 2 of b; R4 the address of the message word, N4 the
;   distance to the next one (rounds 2 and 3).
; Out: the new word at the address of a; the registers for the next step.
; Computes a step of round 1, d xor (b and (c xor d)): 18 instruction cycles.
md4_step_f      macro
        tfr     x0,b            l:(r1)+n1,x
        eor     x1,a
        eor     x0,b            l:(r1)-,y
        and     y1,a
        and     y0,b
        eor     x1,a
        eor     x0,b            l:(r1)+,y
        move    b1,a0
        add     y,a             l:(r4)+,x
        add     x,a             l:(r0)+,y
        md4_rotate (r1)+n1
        endm
; Computes a step of round 2, c xor ((b xor c) and (c xor d)): 20 instruction cycles; b xor c is c xor d of the next
; step.
md4_step_g      macro
        tfr     x0,b            l:(r1)+,x
        eor     x1,a            y:(r5)+,n4
        eor     x0,b            l:<md4_c_xor_d,y
        and     y1,a            a1,x1
        and     y0,b            b1,x0
        move    l:(r1)+n1,y
        eor     y1,a            x,l:<md4_c_xor_d
        eor     y0,b            l:(r1)+,x
        move    b1,a0
        add     x,a             l:(r4)+n4,x
        add     x,a             l:<md4_root_2,x
        add     x,a             l:(r0)+,y
        md4_rotate (r1)
        endm
; Computes a step of round 3, b xor c xor d: 17 instruction cycles.
md4_step_h      macro
        tfr     x0,b            l:(r1)+n1,x
        eor     x1,a            y:(r5)+,n4
        eor     x0,b            l:(r1)-,y
        eor     y1,a
        eor     y0,b            l:(r1)+,x
        move    b1,a0
        add     x,a             l:(r4)+n4,x
        add     x,a             l:<md4_root_3,x
        add     x,a             l:(r0)+,y
        md4_rotate (r1)+n1
        endm

; Computes a round: \step sixteen times, with the rotations of round \number.
md4_round       macro   step,number
        move    #<md4_words,r4
        move    #<md4_shifts+4*number,r0
        move    #<md4_masks+4*number,r2
        do      #16,_end
        step
_end
        endm

; Absorbs complete blocks into the state.
; In: X:(R3)+ the blocks, 64 bytes each; N7 their number, not 0; R6, N1, M0-M2 of md4_enter.
; Out: L:md4_state the new state, which md4_leave stores.
; Changes: A B X Y R0-R5 R7 N4 M5
; Bounds: |A|, |B| <= 5 * 2^47
md4_blocks
        do      n7,_end
        move    #<md4_words,r4
        move    #>$008000,y0
        move    #>$000080,y1
        do      #16,_words_end
        move    x:(r3)+,x0
        mpy     x0,y0,a         x:(r3)+,x1
        add     x1,a            x:(r3)+,x0
        mpy     x0,y1,b         x:(r3)+,x0
        mac     x0,y0,b
        move    b0,x1
        add     x1,a
        move    a10,l:(r4)+
_words_end
        move    #<md4_state,r1
        move    #<md4_before,r7
        do      #4,_keep_end
        move    l:(r1)+,x
        move    x,l:(r7)+
_keep_end
        move    (r1)+n1
        move    l:(r1)+,x
        move    x1,a
        md4_round md4_step_f,0
        tfr     x0,b            l:(r1)+n1,y
        eor     y1,a            #<md4_order_g,r5
        eor     y0,b            a1,y1
        tfr     x1,a            b1,y0
        move    y,l:<md4_c_xor_d
        move    #<3,m5
        md4_round md4_step_g,1
        move    (r1)+n1
        move    #<md4_order_h,r5
        move    #<7,m5
        md4_round md4_step_h,2
        move    #<md4_state,r1
        move    #<md4_before,r7
        do      #4,_add_end
        move    l:(r1),a
        move    l:(r7)+,x
        add     x,a
        move    a10,l:(r1)+
_add_end
        nop
_end
        rts

        if      MONITOR
; Macros for the commands of MD4 and of MD5 (src/ciphers.asm). Between commands, a state is in X:\saved, followed by the
; number of bytes absorbed so far, 48 bits. \active is set if a message has begun, \bytes is the argument of the
; command, \sum the checksum of state and count.

; Begins a new message, of which nothing is absorbed.
; In: X0 saved in X:\bytes; \summed the routine that computes the checksum.
; Out: X:\saved the initial state; X0 unchanged; A = 0, the status OK.
; Changes: A X R0 R1 N7
message_start   macro   saved,active,bytes,summed,sum
        move    #>md4_initial,r0
        move    #>saved,r1
        do      #10,_end
        movem   p:(r0)+,x1
        move    x1,x:(r1)+
_end
        move    #>1,x1
        move    x1,x:active
        move    x0,x:bytes
        jsr     summed
        move    a1,x:sum
        move    x:bytes,x0
        clr     a
        rts
        endm

; Adds the number of bytes of a command to that of its message.
; In: X0 the number of bytes.
; Out: X:\count the sum.
; Changes: A X1
message_count   macro   count
        move    x:count,a
        move    x:count+1,a0
        move    #>0,x1
        add     x,a
        move    a1,x:count
        move    a0,x:count+1
        endm

; Absorbs the complete blocks of a command's bytes; the rest remains.
; In: X:(R3)+ the bytes; X:\bytes their number; \blocks the routine that absorbs N7 blocks.
; Out: as for \blocks; R3 address of the rest.
; Changes: B N7 and what \blocks changes
message_blocks  macro   bytes,blocks
        move    x:bytes,b
        rep     #6
        lsr     b
        jeq     return
        move    b1,n7
        jmp     blocks
        endm

; Writes the end of a message to the beginning of the buffer: the rest of the data, a bit 1, zeros up to 8 bytes before
; the end of a block, 48 of 64 bits of the length in bits.
; In: X:(R3) the rest; X:\bytes number of bytes of the command; X:\count that of the message, 48 bits.
; Out: X:data_buffer; N7 number of blocks.
; Changes: A B X Y R3 R7 N6 N7
message_end     macro   bytes,count
        move    #>data_buffer,r7
        move    x:bytes,a
        move    #>63,x0
        and     x0,a            #>55,x1
        jeq     _no_rest
        do      a1,_no_rest
        move    x:(r3)+,x0
        move    x0,x:(r7)+
_no_rest
        move    #>$80,x0
        move    x0,x:(r7)+
        tfr     x1,b            #>64,x0
        move    #<1,n6
        sub     a,b
        jpl     _one_block
        add     x0,b
        move    #<2,n6
_one_block
        tst     b               #>0,x0
        jeq     _no_zeros
        rep     b1
        move    x0,x:(r7)+
_no_zeros
        move    x:count,a
        move    x:count+1,a0
        asl     a
        asl     a
        asl     a               #>255,y0
        move    a1,y1
        move    a0,a
        jsr     md4_three_bytes
        move    y1,a
        jsr     md4_three_bytes
        clr     a               n6,n7
        move    a1,x:(r7)+
        move    a1,x:(r7)+
        endm

; Converts a state to the bytes of a digest.
; In: L:\state.
; Out: X:data_buffer 16 bytes.
; Changes: A B X Y0 R1 R7
digest_bytes    macro   state
        move    #>data_buffer,r7
        move    #<state,r1
        move    #>255,y0
        do      #4,_digest_end
        move    l:(r1)+,x
        move    x0,a
        rep     #16
        lsr     a
        move    a1,x:(r7)+
        move    x1,a
        jsr     md4_three_bytes
        nop
_digest_end
        endm

; Handlers of commands: argument in X0, status in A1.

; MD4_INIT: begins a message; the argument is 0.
; Changes: A B X Y R0 R1 N7
md4_init
        move    x0,a
        tst     a
        jne     bad_parameter

; Begins a new message, of which nothing is absorbed.
; In: X0 saved in X:md4_bytes.
; Out: X:md4_saved the initial state; X0 unchanged; A = 0, the status OK.
; Changes: A B X Y R0 R1 N7
md4_start
        message_start md4_saved,md4_active,md4_bytes,state_md4,sum_md4_state

; MD4_UPDATE: absorbs complete blocks; the argument is the number of bytes.
; Changes: A B X Y R0-R7 N1 N4 N7 M0-M2 M5
; Clocks: 1038 + 2290 a block
md4_update
        move    x0,a
        move    #>63,x1
        and     x1,a
        jne     bad_parameter
        jsr     md4_begin
        jne     return
        jsr     md4_absorb
        jmp     md4_leave

; MD4_HASH: computes the digest of a message; the argument is the number of bytes.
; Changes: A B X Y R0-R7 N1 N4 N6 N7 M0-M2 M5
md4_hash
        jsr     md4_start
; MD4_FINAL: absorbs the last bytes of a message and computes the digest; the argument is the number of bytes.
; Changes: A B X Y R0-R7 N1 N4 N6 N7 M0-M2 M5
md4_final
        jsr     md4_begin
        jne     return
        jsr     md4_absorb
        message_end md4_bytes,md4_count
        move    #>data_buffer,r3
        jsr     md4_blocks
        digest_bytes md4_state
        clr     a
        move    a1,x:md4_active
        jmp     md4_leave

; Splits a word into bytes, the lowest first.
; In: A1 the word; Y0 = 255.
; Out: X:(R7)+ three bytes.
; Changes: A B R7
; Bounds: |A|, |B| <= 2 * 2^47
md4_three_bytes
        do      #3,_end
        move    a1,b
        and     y0,b
        move    b1,x:(r7)+
        rep     #8
        lsr     a
        nop
_end
        rts

; Begins a command: checks the argument, clears the upper bytes of the data, counts the bytes, loads the state.
; In: X0 the number of bytes.
; Out: Z set if the command can continue, R3 = data_buffer, X:md4_bytes the number; else A1 the status.
; Changes: A B X Y R0 R1 R3 R4 R6 N1 N7 M0-M2
md4_begin
        move    x:md4_active,a
        tst     a               #>BAD_PARAMETER,x1
        teq     x1,a
        jeq     _failed
        move    x0,x:md4_bytes
        jsr     check_md4_message
        jne     return
        move    x:md4_bytes,x0
        jsr     check_bytes
        jne     return
        message_count md4_count
        jsr     md4_enter
        move    #>data_buffer,r3
        clr     a
        rts
_failed
        tst     a
        rts

; Absorbs the complete blocks of a command's bytes; the rest remains.
; In: X:(R3)+ the bytes; X:md4_bytes their number.
; Out: L:md4_state the new state; R3 address of the rest.
; Changes: A B X Y R0-R5 R7 N4 N7 M5
md4_absorb
        message_blocks md4_bytes,md4_blocks
        endif

md4_initial
        dc      $674523,$010000,$EFCDAB,$890000,$98BADC,$FE0000,$103254,$760000,0,0

; Words for X and for Y, starting at md4_shifts: 2^s in X and 2^(s-1) in Y, then 2^s - 1 in X, and in Y the distances to
; the next word in rounds 2 and 3
powers  macro   by
        dc      1<<(3-by),1<<(7-by),1<<(11-by),1<<(19-by)
        dc      1<<(3-by),1<<(5-by),1<<(9-by),1<<(13-by)
        dc      1<<(3-by),1<<(9-by),1<<(11-by),1<<(15-by)
        endm
md4_tables
        powers  0
        dc      $7,$7F,$7FF,$7FFFF,$7,$1F,$1FF,$1FFF,$7,$1FF,$7FF,$7FFF
        powers  1
        dc      4,4,4,-11,8,-4,8,-10,8,-4,8,-13
md4_end

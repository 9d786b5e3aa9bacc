; SPDX-License-Identifier: MIT
; MD2: the commands. Runs in external P. Between commands the state is stored in external X, so that DES may use
; internal memory.

; Copies the state and S to internal memory and sets the modifier registers. It always copies X:$00-$0F of S, because
; DES uses these words.
; Changes: A B X0 R0 R1 R4 R5 M0 M4 M5
md2_enter
        move    #>md2_table,r0
        move    #<0,r4
        move    #>md2_ready,r1
        move    #>256,x0
        move    x:(r1),a
        tst     a               #>16,b
        teq     x0,b
        move    b1,x:(r1)
        do      b1,_table_end
        move    x:(r0)+,x0
        move    x0,x:(r4)+
_table_end
        move    #>md2_saved,r0
        move    #>md2_x,r4
        move    #>md2_c,r5
        do      #16,_load_x_end
        move    x:(r0)+,x0
        move    x0,y:(r4)+
_load_x_end
        do      #16,_load_c_end
        move    x:(r0)+,x0
        move    x0,y:(r5)+
_load_c_end
        move    #>255,m0
        move    #<47,m4
        move    #<15,m5
        rts

; Stores the state in external X and makes the modifier registers linear.
; Out: X:md2_saved the state; A = 0, the status OK.
; Changes: A X0 R0 R4 R5 M0 M4 M5
md2_leave
        move    #>$FFFF,m0
        move    m0,m4
        move    m0,m5
        move    #>md2_saved,r0
        move    #>md2_x,r4
        move    #>md2_c,r5
        do      #16,_save_x_end
        move    y:(r4)+,x0
        move    x0,x:(r0)+
_save_x_end
        do      #16,_save_c_end
        move    y:(r5)+,x0
        move    x0,x:(r0)+
_save_c_end
        clr     a
        rts

; Absorbs x:md2_count bytes at x:(r3)+: first fills a pending block, then processes complete blocks in place, then
; stores the remaining bytes.
; Changes: A B X Y0 R0-R5 N0 N2 N7
md2_absorb
        move    x:md2_fill,a
        tst     a               #>16,x0
        jeq     _whole
        move    #>md2_pending,r2
        move    a1,n2
        sub     x0,a            x:md2_count,b
        neg     a               (r2)+n2         ; free space
        cmp     a,b
        jlt     _keep
        sub     a,b
        move    b1,x:md2_count
        do      a1,_top_up_end
        move    x:(r3)+,x0
        move    x0,x:(r2)+
_top_up_end
        move    r3,x:md2_pointer
        jsr     md2_pending_block
        move    x:md2_pointer,r3
_whole
        move    x:md2_count,a
        move    #>15,x0
        and     x0,a            x:md2_count,b
        sub     a,b             a1,x:md2_count
        jeq     _rest
        rep     #4
        lsr     b
        move    b1,n7
        jsr     <md2_blocks
_rest
        clr     a               #>md2_pending,r2
        move    a1,x:md2_fill
        move    x:md2_count,b
; Append B bytes to the pending block at x:(r2).
_keep
        tst     b               x:md2_fill,a
        jeq     return
        add     b,a
        move    a1,x:md2_fill
        do      b1,_keep_end
        move    x:(r3)+,x0
        move    x0,x:(r2)+
_keep_end
        rts

; Absorbs the full pending block.
; Changes: A B X Y0 R0-R5 N0 N7
md2_pending_block
        move    #>md2_pending,r3
        move    #<1,n7
        jsr     <md2_blocks
        clr     a
        move    a1,x:md2_fill
        rts

; Handlers of commands: argument in X0, status in A1.

; MD2_INIT: begins a message; the argument is 0.
; Changes: A B X Y R0 N7
md2_init
        move    x0,a
        tst     a
        jne     bad_parameter

; Begins a new message.
; Changes: A B X Y R0 N7
md2_start
        clr     a               #>md2_saved,r0
        rep     #32
        move    a1,x:(r0)+
        move    a1,x:md2_fill
        move    #>1,x1
        move    x1,x:md2_active
        move    x0,x:md2_count
        jsr     state_md2
        move    a1,x:sum_md2_state
        move    x:md2_count,x0
        clr     a
        rts

; MD2_UPDATE: absorbs bytes; the argument is their number.
; Changes: A B X Y R0-R5 N0 N2 N7 M0 M4 M5
; Clocks: 1354 + 7352 a block
md2_update
        jsr     md2_begin
        jne     return
        jsr     md2_absorb
        jsr     md2_leave

; Computes the checksum of a command's bytes for its reply after their use, so that the PC detects a bit that has
; flipped before.
; Out: X:reply_words+1 the checksum; A = 0, the status OK.
; Changes: A B X Y R0 R3 N0 N7
md2_used
        move    x:argument,x0
        jsr     sum_bytes
        move    a1,x:reply_words+1
        clr     a
        rts

; MD2_HASH: computes the digest of a message; the argument is the number of bytes.
; Changes: A B X Y R0-R5 N0 N2 N7 M0 M4 M5
md2_hash
        jsr     md2_start
; MD2_FINAL: absorbs the last bytes of a message and computes the digest; the argument is the number of bytes.
; Changes: A B X Y R0-R5 N0 N2 N7 M0 M4 M5
md2_final
        jsr     md2_begin
        jne     return
        jsr     md2_absorb
; Padding: n bytes of value n
        move    x:md2_fill,a
        move    #>16,x0
        move    #>md2_pending,r2
        move    a1,n2
        sub     x0,a
        neg     a               (r2)+n2
        do      a1,_pad_end
        move    a1,x:(r2)+
_pad_end
        jsr     md2_pending_block
; The checksum of MD2 is the last block.
        move    #>md2_pending,r2
        move    #>md2_c,r5
        do      #16,_checksum_end
        move    y:(r5)+,x0
        move    x0,x:(r2)+
_checksum_end
        jsr     md2_pending_block
        jsr     md2_leave
        jsr     md2_used
        move    a1,x:md2_active
; check_md2_digest compares the digest with its source
        move    #>data_buffer,r2
        move    #>md2_x,r4
        do      #16,_digest_end
        move    y:(r4)+,x0
        move    x0,x:(r2)+
_digest_end
        rts

; Begins a command: checks the argument, clears the upper bytes of the data, loads the state. Z set if the command can
; continue, else A1 the status.
; Changes: A B X Y R0 R1 R3-R5 N7 M0 M4 M5
md2_begin
        move    x:md2_active,a
        tst     a               #>BAD_PARAMETER,x1
        teq     x1,a
        jeq     _failed
        move    x0,x:md2_count
        jsr     check_message
        jne     return
        move    x:md2_count,x0
        jsr     check_bytes
        jne     return
        move    x0,x:md2_count
        jsr     md2_enter
        move    #>data_buffer,r3
        clr     a
        rts
_failed
        tst     a
        rts

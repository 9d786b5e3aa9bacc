; SPDX-License-Identifier: MIT
; Processing of a command from its two words to its reply: check, number, checksums of the data before and after the
; handler. Runs in external P; the loops of the checksums (checksum_block.asm) run in internal P.
; docs/reference/firmware.md describes words and checksums.

; Executes a command and builds its reply.
; In: X0, X1 the command's words.
; Out: X:reply_words the reply, X:reply_count words.
; Changes: all registers
execute
        move    #>3,y0
        move    y0,x:reply_count
        clr     b               #>$0000FF,y1
        move    x1,b1
        and     y1,b            #>COMMAND_FACTOR,y0
        move    b1,x:number
        move    b1,y1
        mpy     x0,y0,a         #>NUMBER_FACTOR,y0
        mac     y1,y0,a
        move    a0,y0
        eor     y0,a            #>$FFFF00,y0
        and     y0,a
        or      y1,a            #>DAMAGED_COMMAND,b
        eor     x1,a
        jne     refuse
        move    x:sequence,a
        cmp     y1,a            #>OUT_OF_SEQUENCE,b
        jne     refuse
; Next number: 1 to 255 and again 1; 0 only after a start
        move    #>1,y0
        add     y0,a            #>256,y1
        cmp     y1,a
        teq     y0,a
        move    a1,x:sequence
; Refuse every command if code or tables have changed.
        move    x:pass_failed,a
        tst     a               #>MEMORY_CHANGED,b
        jne     refuse
; Opcode to R0, argument to X0
        clr     b               #>$0000FF,y1
        move    x0,b1
        and     y1,b            #>$008000,y0
        mpy     x0,y0,a         #>$00FFFF,y0
        and     y0,a            #>opcodes_end-opcodes,y1
        cmp     y1,b            #>opcodes,n0
        move    b1,r0
        move    a1,x:argument
        move    #>UNKNOWN_COMMAND,b
        jge     refuse
        movem   p:(r0+n0),x1
        move    x1,x:operands
        move    r0,x:opcode
        move    #>$000080,y0                    ; bits 19-16
        jsr     operand_sum
        move    a1,x:reply_words+1
        move    x:opcode,r0
        move    x:argument,x0
        jsr     dispatch
        move    a1,x:status
; The checksum precedes the checks, so that a result that passes them has this checksum.
        move    #>$000008,y0                    ; bits 23-20
        jsr     operand_sum
        move    a1,x:reply_words+2
        move    x:status,a
        jsr     check_job
        move    a1,x0
        jmp     seal_reply
; Refuse the command, with the status in B1; nothing was done.
refuse
        move    b1,x0
        clr     a
        move    a1,x:reply_words+1
        move    a1,x:reply_words+2
; First word of the reply: status (X0), number, and a check of both
seal_reply
        move    #>$008000,y0
        mpy     x0,y0,a         #>$000080,y1
        move    x:number,x1
        mac     x1,y1,a
        move    a0,x0
        move    #>REPLY_FACTOR,y0
        mpy     x0,y0,a
        move    a0,y0
        eor     y0,a            #>$0000FF,y0
        and     y0,a
        or      x0,a
        move    a1,x:reply_words
        rts

; Computes the checksum of an operand. It does not compute the checksum if the handler will refuse the operand.
; In: Y0 factor that shifts the kind of the operand down from its bits in X:operands: $80 for the operand that is read,
;   $8 for the operand that is left.
; Out: A1 the checksum.
; Changes: all registers
operand_sum
        move    x:operands,x1
        mpy     x1,y0,a         #>$00000F,y0
        and     y0,a            #>_kinds,n0
        move    a1,r0
        move    x:argument,x0
        movem   p:(r0+n0),r0
        nop
        jmp     (r0)
_kinds
        dc      no_sum,sum_keys,sum_iv,sum_blocks,sum_bytes,sum_digest
        dc      sum_plain_key,sum_crt_key,sum_number,sum_pair,sum_reply_words,sum_word,sum_block
        dc      sum_taken_blocks,no_sum

sum_keys
        move    x0,a
        move    #>1,x1
        add     x1,a            #>key_buffer,r0
        asl     a
        jmp     sum_groups
sum_iv
        move    #>2,a
        move    #>iv_buffer,r0
        jmp     sum_groups
sum_blocks
        jsr     block_groups
        jmp     sum_groups
; Blocks, with the key and the IV before them if the argument has TAKE_KEY and TAKE_IV
sum_taken_blocks
        jsr     block_groups
        jsr     last_group
        jeq     no_sum
        jsr     <group_loop
        move    x:argument,n6
        move    #<2,n7
        jclr    #TAKE_IV,n6,_key
        jsr     <group_more                     ; X0 and R0 are at the end of the IV
_key
        jclr    #TAKE_KEY,n6,fold
        move    #>key_buffer+7,r0
        nop
        move    x:(r0)-,x0
        jsr     <group_more
        jmp     fold
; Computes the number of groups in the blocks of an argument.
; In: X0 the argument.
; Out: A1 number of groups, R0 address of the first.
; Changes: A B Y0 R0 R3
block_groups
        jsr     clean_buffer
        move    x0,a
        move    #>BLOCKS_MASK,y0
        and     y0,a            #>data_buffer,r0
        asl     a
        rts
; Computes the checksum of bytes of the data buffer.
; In: X0 number of bytes.
; Out: A1 the checksum.
; Changes: A B X Y R0 R3 N0 N7
sum_bytes
        jsr     clean_buffer
        move    x0,a
        move    #>3,x1
        add     x1,a            #>data_buffer,r0
        asr     a
        asr     a
        move    a1,a
        jmp     sum_groups
sum_block
        move    #>2,a
        move    #>data_buffer,r0
        jmp     sum_groups
sum_digest
        move    #>4,a
        move    #>data_buffer,r0
; Checksum of A1 groups of four bytes, starting at X:(R0)
sum_groups
        jsr     last_group
        jeq     no_sum
        jsr     <group_loop
        jmp     fold
sum_crt_key
        move    x0,a
        asl     a
        add     x0,a
        asl     a
        jmp     sum_data_words
sum_plain_key
        move    x0,a
        asl     a
        add     x0,a
        jmp     sum_data_words
sum_word
        move    #>1,a
        jmp     sum_data_words
sum_number
        move    x:rsa_one,a
        jmp     sum_data_words
sum_pair
        move    x:rsa_two,a
        asl     a
sum_data_words
        move    #>data_buffer,r0
        jmp     sum_words
sum_reply_words
        move    x:reply_count,a
        move    #>3,x1
        sub     x1,a            #>reply_words+3,r0
; Checksum of A1 words, starting at X:(R0)
sum_words
        move    a1,n7
        jsr     last_word
        jeq     no_sum
        jsr     <word_loop
; Folds two sums of 48 bits to a checksum of 24 bits: S1 + 4 (S1 >> 24) + 16 S2 + 64 (S2 >> 24), each term of 24 bits;
; the carries are added again.
; In: A the sum S1, B the sum S2.
; Out: A1 the checksum.
; Changes: A X0 Y
fold
        move    a1,y1
        move    a0,y0
        move    b1,x0
        clr     a
        add     x,a             b0,x0
        asl     a
        asl     a
        add     x,a             y1,x0
        asl     a
        asl     a
        add     x,a             y0,x0
        asl     a
        asl     a
        add     x,a
        move    a0,x0
        add     x0,a
        rts
no_sum
        clr     a
        rts

; Sets the registers for a loop over groups of four bytes, which begins at the last one.
; In: R0 address of the first group; A1 number of groups.
; Out: Z set if there are no groups, or more than the buffer holds; else the registers for group_loop.
; Changes: A B X Y R0 N0 N7
last_group
        move    a1,n7
        asl     a
        asl     a               #>$000080,y0
        move    #>$008000,y1
; Sets the registers for a loop over words, which begins at the last one.
; In: R0 address of the first word; A1 number of words.
; Out: Z set if there are no words, or more than the buffer holds; else X0 the last word, R0 before it, X1 = B = 0.
; Changes: A B X R0 N0
last_word
        move    x:buffer_size,x1
        move    a1,n0
        cmp     x1,a            #>0,b
        tgt     b,a
        tst     a               #>0,x1
        jeq     return
        move    (r0)+n0
        move    (r0)-
        move    x:(r0)-,x0
        rts

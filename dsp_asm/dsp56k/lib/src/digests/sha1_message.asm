; SPDX-License-Identifier: MIT
; Messages of SHA-1 in parts, for commands of the card. Between commands the state is stored in external X.
;
; A message that will be signed is digested twice; both computations have all steps from the argument of a command to
; the padding. Each command compares both states, and the checksums of its bytes before and after; the reply has the
; first checksum. For a message that is digested once, the reply has the checksum computed after the digest, which
; detects a bit that has flipped before. A digest is delivered only if its bytes equal the state; the reply has the
; checksum computed before that comparison. The including file defines SHA1_STATE_AREA, SHA1_AREA words of X, and
; reply_input.

sha1_saved              equ     SHA1_STATE_AREA ; e, d, c, b, a: upper and lower word each; then
sha1_count              equ     sha1_saved+10   ; number of bytes absorbed so far, 48 bits
sha1_second_count       equ     sha1_saved+12   ; second count of these bytes
sha1_kind               equ     sha1_saved+14   ; kind of the message: none, digested once, twice, once with a key
sha1_last               equ     sha1_saved+15   ; not 0: the command ends the message
sha1_bytes              equ     sha1_saved+16   ; argument of the command
sha1_state_sum          equ     sha1_saved+17
sha1_second             equ     sha1_saved+18   ; state after the first of two computations
sha1_padding            equ     sha1_saved+28   ; last blocks of a message, with padding
SHA1_AREA               equ     28+128
SHA1_PARTS              equ     1               ; omits sha1_digest and hmac_sha1

SHA1_ONCE               equ     1
SHA1_TWICE              equ     2
SHA1_KEYED              equ     3

        include 'sha1.asm'

; Begins a new message, of which nothing is absorbed.
; In: X0 saved in X:sha1_bytes; Y1 the kind of the message.
; Out: X:sha1_saved, X:sha1_second the initial state; X0 unchanged; A = 0, the status OK.
; Changes: A B X Y R0 R1 N1 N7
sha1_start
        move    #>sha1_initial,r0
        move    #>sha1_saved,r1
        move    #<sha1_second-sha1_saved,n1
        do      #10,_state
        movem   p:(r0)+,x1
        move    x1,x:(r1+n1)
        move    x1,x:(r1)+
_state
        clr     a               #>sha1_count,r1
        rep     #4
        move    a1,x:(r1)+
        move    y1,x:sha1_kind
        move    x0,x:sha1_bytes
        jsr     sha1_sum
        move    a1,x:sha1_state_sum
        move    x:sha1_bytes,x0
        clr     a
        rts

; Computes the checksum of state and counts, which must not change between commands.
; Out: A1 the checksum.
; Changes: A B X Y R0 N7
sha1_sum
        first_x sha1_saved,14
        jmp     sum_fold

; Checks that state and counts are unchanged.
; Out: Z set if they are unchanged; else A1 the status.
; Changes: A B X Y R0 N7
sha1_check
        check_state sha1_sum,sha1_state_sum

; Absorbs complete blocks, not the end of the message.
; In: X0 number of bytes, a multiple of 64; Y1 the kind of the message.
; Out: X:sha1_saved the new state; A1 the status.
; Changes: A B X Y R0-R7 N0 N4 N5 N7 M1 M4
sha1_update
        move    x0,a
        move    #>63,x1
        and     x1,a
        jne     bad_parameter
        jmp     sha1_absorb                     ; A = 0: not the last command

; Absorbs the end of a message.
; In: X0 number of bytes; Y1 the kind of the message.
; Out: X:sha1_saved the digest, and X:sha1_second for a message that is digested twice; A1 the status, flags set.
; Changes: A B X Y R0-R7 N0 N4 N5 N7 M1 M4
sha1_final
        move    #>1,a
sha1_absorb
        move    a1,x:sha1_last
        move    x:sha1_kind,a
        cmp     y1,a            x0,x:sha1_bytes
        jne     bad_parameter
        jsr     sha1_check
        jne     return
        move    x:sha1_bytes,x0
        message_count sha1_count
        move    x:argument,x0
        message_count sha1_second_count
        move    x:sha1_kind,a
        move    #>SHA1_TWICE,x0
        cmp     x0,a            #>sha1_count,r5
        jne     _once
        move    x:argument,x0
        jsr     sum_bytes
        move    a1,x:reply_input
        move    x:sha1_bytes,n7
        move    #>sha1_second,r2
        jsr     sha1_compute
        move    #>SHA1_STATE,r1
        move    #>sha1_second,r0
        jsr     sha1_keep
        move    #>sha1_second_count,r5
        move    x:argument,n7
        move    #>sha1_saved,r2
        jsr     sha1_compute
        move    #>SHA1_STATE,r1
        move    #>sha1_second,r0
        clr     b
        do      #5,_compared
        move    l:(r1)+,y
        move    x:(r0)+,a
        eor     y1,a            x:(r0)+,x0
        move    a1,x1
        move    x0,a
        eor     y0,a
        or      x1,b
        move    a1,x1
        or      x1,b
_compared
        tst     b
        jne     sha1_differs
        move    #>SHA1_STATE,r1
        move    #>sha1_saved,r0
        jsr     sha1_keep
        move    x:argument,x0
        jsr     sum_bytes
        move    x:reply_input,x0
        eor     x0,a
        jne     sha1_differs
        jmp     _kept
_once
        move    x:sha1_bytes,n7
        move    #>sha1_saved,r2
        jsr     sha1_compute
        move    #>SHA1_STATE,r1
        move    #>sha1_saved,r0
        jsr     sha1_keep
        move    x:argument,x0
        jsr     sum_bytes
        move    a1,x:reply_input
        move    x:sha1_bytes,a
        move    x:argument,x0
        eor     x0,a
        jne     sha1_changed
_kept
        jsr     sha1_sum
        move    a1,x:sha1_state_sum
        move    x:sha1_last,a
        tst     a
        jeq     return
        clr     a
        move    a1,x:sha1_kind
        rts
; The digest of a message that was digested once is wrong.
sha1_changed
        jsr     sha1_erase
        jmp     job_changed
; The two computations differ: erase the message and all results.
sha1_differs
        jsr     sha1_erase
        jsr     rsa_wrong
        tst     a
        rts

; Erases the message.
; Changes: A R0
sha1_erase
        clr     a               #>sha1_saved,r0
        rep     #SHA1_AREA
        move    a1,x:(r0)+
        rts

; Stores the state in external X.
; In: L:(R1) the state; R0 address in X.
; Changes: X R0 R1
sha1_keep
        do      #5,_end
        move    l:(r1)+,x
        move    x1,x:(r0)+
        move    x0,x:(r0)+
_end
        rts

; Absorbs the bytes of a command into a state, with the end of the message if X:sha1_last is not 0.
; In: X:data_buffer the bytes; N7 their number; X:(R2) the state; X:(R5) number of bytes of the message, 48 bits.
; Out: L:SHA1_STATE the new state.
; Changes: A B X Y R0-R4 R6 R7 N4 N5 N7 M1 M4
sha1_compute
        sha1_copy_constants
        move    #>SHA1_STATE,r1
        do      #5,_state
        move    x:(r2)+,x1
        move    x:(r2)+,x0
        move    x,l:(r1)+
_state
        move    n7,a
        move    #>data_buffer,r3
        move    n7,r2                           ; sha1_blocks preserves R2
        rep     #6
        lsr     a
        jeq     _rest
        move    a1,n7
        jsr     sha1_blocks
_rest
        move    x:sha1_last,a
        tst     a               #>63,x0
        jeq     return
        move    r2,a
        and     x0,a            #>sha1_padding,r7
        jeq     _no_rest
        do      a1,_no_rest
        move    x:(r3)+,x1
        move    x1,x:(r7)+
_no_rest
        move    #>$80,x1
        move    x1,x:(r7)+
        move    #>55,b
        move    #<1,n7
        sub     a,b             #>64,x0
        jpl     _one_block
        add     x0,b
        move    #<2,n7
_one_block
        move    #>2,x0                          ; includes the two upper bytes of the length, which are zero
        add     x0,b            #>0,x0
        rep     b1
        move    x0,x:(r7)+
        move    r5,r0
        nop
        move    x:(r0)+,a
        move    x:(r0),a0
        asl     a
        asl     a
        asl     a               #>255,y0
        move    a0,y1
        jsr     sha1_length
        move    y1,a
        jsr     sha1_length
        move    #>sha1_padding,r3
        jmp     sha1_blocks

; Splits a word into bytes, the highest first.
; In: A1 the word; Y0 = 255.
; Out: X:(R7)+ three bytes.
; Changes: A B R7
sha1_length
        move    a1,b
        rep     #16
        lsr     b
        move    b1,x:(r7)+
        move    a1,b
        rep     #8
        lsr     b
        and     y0,b
        move    b1,x:(r7)+
        and     y0,a
        move    a1,x:(r7)+
        rts

; Writes the digest of a completed message to the data buffer.
; In: X:sha1_saved the state.
; Out: X:data_buffer, X:argument the digest and its number of bytes, 20.
; Changes: A B X0 Y0 R0 R7
sha1_digest_out
        move    #>20,x0
        move    x0,x:argument
        move    #>sha1_saved+8,r0
        move    #>data_buffer,r7

; Converts a state to bytes.
; In: R0 address of its last pair of words in X; R7 address of the bytes.
; Out: X:(R7)+ 20 bytes.
; Changes: A B Y0 R0 R7
sha1_to_bytes
        move    #>255,y0
        do      #5,_digest
        move    x:(r0)+,a
        jsr     sha1_length
        move    x:(r0)-,a
        rep     #16
        lsr     a
        move    a1,x:(r7)+
        move    (r0)-
        move    (r0)-
_digest
        rts

; Copies the state in internal memory for a comparison.
; In: L:SHA1_STATE the state.
; Out: X:sha1_second the copy.
; Changes: X R0 R1
sha1_kept_twice
        move    #>SHA1_STATE,r1
        move    #>sha1_second,r0
        jmp     sha1_keep

; Checks that the data buffer has the bytes of a state.
; In: X:data_buffer 20 bytes; X:sha1_second the state.
; Out: B not zero and Z clear if they differ.
; Changes: A B X Y0 R0 R1 R7
sha1_compare
        move    #>sha1_second+8,r0
        move    #>sha1_padding,r7
        jsr     sha1_to_bytes
        move    #>sha1_padding,r0
        move    #>data_buffer,r1
        move    #>20,a
        jmp     number_differs

; Ends a command that delivers a digest.
; In: X:sha1_saved, L:SHA1_STATE the state.
; Out: X:data_buffer 20 bytes; A1 the status.
; Changes: A B X Y R0 R1 R3 R7 N0 N7
sha1_leave
        jsr     sha1_kept_twice
        jsr     sha1_digest_out
        move    x:argument,x0
        jsr     sum_bytes
        move    a1,x:reply_output
        jsr     sha1_compare
        jne     sha1_changed
        move    #>both_reply,r0
        jmp     reply_later

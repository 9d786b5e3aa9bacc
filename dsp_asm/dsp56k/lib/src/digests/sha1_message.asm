; SPDX-License-Identifier: MIT
; Messages of SHA-1 in parts, for commands of the card. Between commands the state rests in external X.
;
; A message that will be signed is digested twice, by all steps from the argument of a command to the padding, and
; each command compares both states, and the sums over its bytes before and after; the reply has the one before. Of a
; message that is digested once, the reply has the sum taken after the digest was made, which detects a bit that flips
; before. A digest leaves only if its bytes are those of the state; the reply has the sum taken before that comparison.
; The including file defines SHA1_STATE_AREA, SHA1_AREA words of X, and reply_input.

sha1_saved              equ     SHA1_STATE_AREA ; e, d, c, b, a: upper and lower word each; then
sha1_count              equ     sha1_saved+10   ; bytes absorbed so far, 48 bits
sha1_second_count       equ     sha1_saved+12   ; the same, counted again
sha1_kind               equ     sha1_saved+14   ; of the message: none, digested once, twice, once with a key
sha1_last               equ     sha1_saved+15   ; not 0: the command ends the message
sha1_bytes              equ     sha1_saved+16   ; argument of the command
sha1_state_sum          equ     sha1_saved+17
sha1_second             equ     sha1_saved+18   ; the state again, of the first of two computations
sha1_padding            equ     sha1_saved+28   ; the last blocks
SHA1_AREA               equ     28+128
SHA1_PARTS              equ     1               ; leaves out sha1_digest and hmac_sha1

SHA1_ONCE               equ     1
SHA1_TWICE              equ     2
SHA1_KEYED              equ     3

        include 'sha1.asm'

; A new message, of which nothing is absorbed.
; In: X0 kept in X:sha1_bytes; Y1 its kind.
; Out: X:sha1_saved, X:sha1_second the initial state; X0 as it was; A = 0, the status OK.
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

; The sum over what must not change between commands: state and counts.
; Out: A1 the sum.
; Changes: A B X Y R0 N7
sha1_sum
        first_x sha1_saved,14
        jmp     sum_fold

; Whether state and counts have not changed.
; Out: Z set: they have not; else A1 the status.
; Changes: A B X Y R0 N7
sha1_check
        check_state sha1_sum,sha1_state_sum

; Whole blocks, without the end of the message.
; In: X0 the number of bytes, a multiple of 64; Y1 the kind of the message.
; Out: X:sha1_saved the new state; A1 the status.
; Changes: A B X Y R0-R7 N0 N4 N5 N7 M1 M4
sha1_update
        move    x0,a
        move    #>63,x1
        and     x1,a
        jne     bad_parameter
        jmp     sha1_absorb                     ; A = 0: not the last

; The end of a message.
; In: X0 the number of bytes; Y1 the kind of the message.
; Out: X:sha1_saved and, of a message that is digested twice, X:sha1_second the digest; A1 the status, flags set.
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
; A digest of a message that was digested once is wrong.
sha1_changed
        jsr     sha1_erase
        jmp     job_changed
; The message is lost, and what came of it is erased.
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

; The state to external X.
; In: L:(R1) the state; X:(R0) where it goes.
; Changes: X R0 R1
sha1_keep
        do      #5,_end
        move    l:(r1)+,x
        move    x1,x:(r0)+
        move    x0,x:(r0)+
_end
        rts

; A command's bytes into a state, with the end of the message if X:sha1_last is not 0.
; In: X:data_buffer the bytes; N7 their number; X:(R2) the state; X:(R5) the bytes of the message, 48 bits.
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
        move    n7,r2                           ; sha1_blocks leaves it
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
        move    #>2,x0                          ; and the two upper bytes of the length
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

; The bytes of a word, the highest first.
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

; The digest of an ended message.
; In: X:sha1_saved the state.
; Out: X:data_buffer, X:argument 20 bytes.
; Changes: A B X0 Y0 R0 R7
sha1_digest_out
        move    #>20,x0
        move    x0,x:argument
        move    #>sha1_saved+8,r0
        move    #>data_buffer,r7

; The bytes of a state.
; In: X:(R0) its last words; R7 where the bytes go.
; Out: X:(R7)+ 20 bytes.
; Changes: A B Y0 R0 R7
sha1_octets
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

; The state in internal memory, for a comparison.
; In: L:SHA1_STATE the state.
; Out: X:sha1_second the same.
; Changes: X R0 R1
sha1_kept_twice
        move    #>SHA1_STATE,r1
        move    #>sha1_second,r0
        jmp     sha1_keep

; Whether the data buffer has the bytes of a state.
; In: X:data_buffer 20 bytes; X:sha1_second the state.
; Out: B not zero and flags set: it has others.
; Changes: A B X Y0 R0 R1 R7
sha1_compare
        move    #>sha1_second+8,r0
        move    #>sha1_padding,r7
        jsr     sha1_octets
        move    #>sha1_padding,r0
        move    #>data_buffer,r1
        move    #>20,a
        jmp     number_differs

; The end of a command that leaves a digest.
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

; SPDX-License-Identifier: MIT
; RSA on numbers as bytes, the highest first, and the block of PKCS #1, for commands of the card.
;
; An operation of two primes is always checked, also without CHECK_RESULTS. A result is delivered as bytes only if these
; bytes make the words that the check has stored; everything else of the result is erased from the buffer. A signature
; is delivered only if the operand of the check is the block of the second digest. The checksums of the reply are
; computed before these comparisons, so that the PC detects a change after them. The including file defines NUMBER_AREA,
; 6 words of X, and the labels number_code and number_code_end around all code.

number_sum              equ     NUMBER_AREA     ; checksum of the code, 0: not yet computed
number_bytes            equ     NUMBER_AREA+1
number_size             equ     NUMBER_AREA+2   ; number of words
number_check            equ     NUMBER_AREA+3   ; saved value of rsa_check
reply_input             equ     NUMBER_AREA+4   ; checksums for the reply
reply_output            equ     NUMBER_AREA+5
number_list             equ     rsa_list        ; bytes of a number, lowest first, with zeros up to complete words
DIGEST_INFO             equ     15              ; number of bytes before the digest
MIN_SIGNED              equ     3+8+DIGEST_INFO+20

; Checks the code if CHECK_CONSTANTS is selected: the first time by a complete pass of the image check, later by the
; checksum computed then.
; Out: Z set if the code is right; else A1 the status.
; Changes: A B X Y R0-R7 N0-N5 N7
number_begin
        move    x:checks,a
        jclr    #CHECK_CONSTANTS,a1,check_passed
        move    x:number_sum,a
        tst     a
        jne     _known
        jsr     confirm_pass
        jne     return
        take    number_code_sum,number_sum
_known
        verify  number_code_sum,number_sum
        jmp     check_passed

; Computes the checksum of the code of this file and of the including file.
; Out: A1 the checksum.
; Changes: A B X Y R0 N7
number_code_sum
        clr     a
        clr     b
        sum_long_p number_code,number_code_end
        jmp     sum_fold

; Converts bytes to the operand of an operation.
; In: X:data_buffer, X:argument the bytes and their number; B1 number of words of an operand, 0: no key.
; Out: Z set and X:rsa_data the operand; else A1 the status.
; Changes: A B X Y R0-R7 N0-N5 N7
number_in
        move    b1,x:number_size
        tst     b
        jeq     number_no_key
        jsr     number_begin
        jne     return
        move    x:number_size,x0
        move    x0,b
        asl     b               x:argument,a
        add     x0,b            a1,x:number_bytes
        tst     a
        jeq     bad_count
        cmp     b,a
        jgt     number_refused
        jsr     number_reversed
        move    x:argument,x0
        jsr     sum_bytes
        move    a1,x:reply_input
        move    #>rsa_data,r1
        jsr     number_words
        clr     a
        rts
number_no_key
        move    #>NO_KEY,a
        tst     a
        rts
number_refused
        move    #>RSA_REFUSED,a
        tst     a
        rts

; Does the operation of two primes, always with its check.
; In: X:rsa_data the operand.
; Out: X:rsa_data, X:rsa_second the result; A1 the status.
; Changes: A B X Y R0-R7 N0-N5 N7
number_private
        move    x:rsa_check,x0
        move    x0,x:number_check
        move    #>2,x0                          ; even and not 0: checks the result of a secret exponent
        move    x0,x:rsa_check
        jsr     rsa_crt
        move    x:number_check,x0
        move    x0,x:rsa_check
        rts

; Signs a message that was digested twice.
; In: X:sha1_saved, X:sha1_second the digests.
; Out: X:data_buffer the signature; A1 the status.
; Changes: A B X Y R0-R7 N0-N7
number_sign
        move    x:rsa_two,a
        tst     a
        jeq     number_no_key
        jsr     number_begin
        jne     return
        move    #>sha1_saved,r5
        move    #>rsa_data,r1
        jsr     signed_block
        jne     return
        jsr     number_private
        tst     a
        jne     number_leave
        move    #>sha1_second,r5
        move    #>rsa_tab,r1
        jsr     signed_block
        jne     number_wrong
        move    x:rsa_two,x0
        move    x0,x:<mp_size
        move    x:rsa_p,x0
        move    x0,x:<mp_len
        move    #>rsa_tab,r0
        move    #>rsa_out,r1
        jsr     rsa_pair_digits
        jne     number_wrong
        move    x:<mp_len,a
        asl     a               #>rsa_in,r0
        move    #>rsa_out,r1
        jsr     number_differs
        jne     number_wrong
        clr     a

; Ends an operation: delivers the result as bytes if it, the code and the constants are right.
; In: A1 the status; X:rsa_data, X:rsa_second the result.
; Out: X:data_buffer the result, X:number_bytes bytes; A1 the status.
; Changes: A B X Y R0 R1 R3 R7 N0 N1 N7
number_leave
        move    a1,x:job_status
        tst     a
        jne     number_erase
        move    x:checks,a
        jclr    #CHECK_CONSTANTS,a1,_code
        verify_job number_code_sum,number_sum
_code
        clr     a
        tst     a               x:checks,a
        jsr     check_rsa
        tst     a               #>rsa_data,r0
        jne     return
        move    #>number_list,r7
        move    x:number_size,n7
        move    #>255,y0
        do      n7,_bytes
        move    x:(r0)+,a
        jsr     md4_three_bytes
        nop
_bytes
        move    #>number_list,r0
        move    #>data_buffer,r1
        move    x:number_bytes,n1
        move    n1,x:argument
        move    (r1)+n1
        move    #>rsa_second-rsa_data,b
        move    n1,x0
        sub     x0,b            r1,r7
        do      n1,_reversed
        move    x:(r0)+,x0
        move    x0,x:-(r1)
_reversed
        clr     a
        rep     b1
        move    a1,x:(r7)+
        move    x:argument,x0
        jsr     sum_bytes
        move    a1,x:reply_output
        jsr     number_reversed
        move    #>rsa_tab,r1
        jsr     number_words
        move    #>rsa_tab,r0
        move    #>rsa_second,r1
        move    x:number_size,a
        jsr     number_differs
        jne     number_wrong
        clr     a               x:number_size,b
        do      b1,_words
        move    a1,x:-(r0)
        move    a1,x:-(r1)
_words
        move    #>number_list,r0
        rep     #3*2*22
        move    a1,x:(r0)+
        move    #>both_reply,r0
; Ends a handler of these commands: makes execute return to a routine, and this routine to the command loop.
; In: R0 the routine; on the stack the returns to user_command, execute and the command loop.
; Out: A = 0, the status OK.
; Changes: A X
reply_later
        move    ssh,x0
        move    ssh,x1
        move    r0,ssh
        move    x1,ssh
        move    x0,ssh
        clr     a
        rts
number_wrong
        move    #>rsa_is_wrong,x0
        move    x0,x:job_status
number_erase
        clr     a               #>rsa_data,r0
        rep     #RSA_SCRATCH
        move    a1,x:(r0)+
        jmp     checked

; Replaces both checksums of the reply by those that were computed before a comparison.
; In: X:reply_input, X:reply_output the checksums.
; Out: X:reply_words.
; Changes: X0
both_reply
        move    x:reply_output,x0
        move    x0,x:reply_words+2
; Replaces the checksum of the input in the reply by the one that was computed before a comparison.
; In: X:reply_input the checksum.
; Out: X:reply_words.
; Changes: X0
input_reply
        move    x:reply_input,x0
        move    x0,x:reply_words+1
        rts

; Compares two areas of words.
; In: X:(R0), X:(R1) A1 words each.
; Out: B not zero and Z clear if they differ.
; Changes: A B X R0 R1
number_differs
        clr     b
        do      a1,_end
        move    x:(r0)+,x0
        move    x:(r1)+,a
        eor     x0,a
        move    a1,x1
        or      x1,b
_end
        tst     b
        rts

; Copies the bytes of the data buffer in reverse order.
; In: X:data_buffer X:number_bytes bytes; X:number_size.
; Out: X:number_list the bytes and zeros, X:number_size words of three bytes.
; Changes: A B X R0 R1 N0
number_reversed
        move    #>data_buffer,r0
        move    x:number_bytes,n0
        move    #>number_list,r1
        move    (r0)+n0
        do      n0,_end
        move    x:-(r0),x0
        move    x0,x:(r1)+
_end
        move    n0,x1
        jmp     number_filled

; Appends zeros to the bytes of a number.
; In: R1 the address behind X1 bytes; X:number_size number of words that the bytes must fill.
; Out: Z set.
; Changes: A B X0 R1
number_filled
        move    x:number_size,x0
        move    x0,b
        asl     b
        add     x0,b
        sub     x1,b            #>0,a
        tst     b
        jeq     _full
        rep     b1
        move    a1,x:(r1)+
_full
        tst     a
        rts

; Converts bytes to words.
; In: X:number_list the bytes, lowest first; X:number_size number of words.
; Out: X:(R1) the words.
; Changes: A B X0 Y R0 R1 N7
number_words
        move    #>number_list,r0
        move    x:number_size,n7
        move    #>$80,y0
        move    #>$8000,y1
        do      n7,_end
        move    x:(r0)+,a
        move    x:(r0)+,x0
        mpy     x0,y0,b         x:(r0)+,x0
        mac     x0,y1,b
        move    b0,x0
        add     x0,a
        move    a1,x:(r1)+
_end
        rts

; Builds the block of a signature (RFC 8017, 9.2): 0, 1, bytes $FF, 0, DigestInfo, the digest. The block is as long as p
; q, whose length is computed here.
; In: X:(R5) a digest as in sha1_saved; X:rsa_two, not 0; R1 address of the block.
; Out: Z set, X:(R1) the words, X:number_size number of words, X:number_bytes number of bytes; else A1 the status.
; Changes: A B X Y R0-R4 R6 R7 N0 N6 N7
signed_block
        move    r1,n6
        move    x:rsa_two,a
        move    a1,x:<mp_size
        asl     a               x:rsa_p,x0
        move    a1,x:number_size
        move    x0,x:<mp_len
        move    #>rsa_p+key_head,r0
        move    #mp_xv,r1
        jsr     mp_copy_x
        move    #>rsa_q+key_head,r0
        jsr     load_operand
        move    #mp_xv,r2
        move    #mp_yt,r6
        move    #mp_xt,r3
        jsr     mp_multiply
        move    x:<mp_len,a
        asl     a               #mp_xt,r0
        move    a1,x:<mp_len
        move    a1,x:<mp_size
        move    #>rsa_tab,r1
        jsr     mp_words
        move    #>rsa_tab,r0
        jsr     key_length
        move    x:<mp_place,a
        move    a1,x0
        asl     a               #>7,y0
        add     x0,a            x:<mp_bits,b
        add     y0,b            #>MIN_SIGNED,y0
        rep     #3
        lsr     b
        add     b,a
        move    a1,x:number_bytes
        sub     y0,a            #>8,y0
        jlt     number_refused
        add     y0,a            #>number_list,r7
        move    a1,n7
        move    r5,r0
        move    #>255,y0
        do      #5,_digest
        move    x:(r0)+,x1
        move    x:(r0)+,a
        rep     #16
        lsr     a
        move    a1,x:(r7)+
        move    x1,a
        jsr     md4_three_bytes
        nop
_digest
        move    #>digest_info,r0
        do      #DIGEST_INFO+1,_info
        movem   p:(r0)+,x0
        move    x0,x:(r7)+
_info
        rep     n7
        move    y0,x:(r7)+
        move    #>1,x0
        move    x0,x:(r7)+
        move    #>number_list,x0
        move    r7,a
        sub     x0,a            r7,r1
        move    a1,x1
        jsr     number_filled
        move    n6,r1
        jsr     number_words
        clr     a
        rts

; DigestInfo of SHA-1 and the 0 before it (RFC 8017, 9.2, note 1), last byte first
digest_info
        dc      $14,$04,$00,$05,$1A,$02,$03,$0E,$2B,$05,$06,$09,$30,$21,$30,$00

; SPDX-License-Identifier: MIT
; SELF_TEST: known-answer tests from published sources (known_answers.asm), which use the commands of the jobs. Runs in
; external P.
;
; Parts, bits of the argument: 0 DES, 1 MD2, 2 DES chip, 3 RSA with and without CRT, 4 noise, 5 MD4. Argument 0 selects
; all parts, the chip only if one responds. The first word of data_buffer returns the parts that failed. Previous keys
; and messages are lost.

; Calls a command: opcode x:test_base + \offset. Leaves the test if the status is not OK.
test_step       macro   offset,argument
        move    #<offset,n0
        move    #<argument,n1
        move    #>_next,r2
        jmp     test_command
_next
        endm

; Copies \count words from P:\label to external X:\to.
test_place      macro   label,to,count
        move    #>label,r0
        move    #>to,r1
        move    #<count,n7
        jsr     test_copy
        endm

; Copies the RSA key X:\label to data_buffer and fills it with zeros to \count words.
test_key        macro   label,count
        move    #>label,r0
        move    #>data_buffer,r1
        do      #label\_end-label,_end
        move    x:(r0)+,x0
        move    x0,x:(r1)+
_end
        clr     a
        rep     #count-label\_end+label
        move    a1,x:(r1)+
        endm

; Leaves the test if data_buffer does not begin with the \count words of P:\label.
test_compare    macro   label,count
        move    #>label,r0
        move    #>count,n7
        jsr     test_equal
        jne     return
        endm

; SELF_TEST: does the known-answer tests; the argument has the parts to test, or is 0 for all.
; In: X0 the argument.
; Out: A1 the status; X:data_buffer the parts that failed.
; Changes: all registers
self_test
        move    x0,a
        tst     a               #>TEST_PARTS,x1
        jeq     _all
        cmp     x1,a
        jgt     bad_parameter
        jmp     _given
_all
        jsr     chip_answers
        move    #>TEST_PARTS,a
        jeq     _given
        move    #>TEST_PARTS&~(1<<TEST_CHIP),a
_given
        move    a1,x:test_wanted
        move    x:checks,x0
        move    x0,x:test_checks
        clr     a
        move    a1,x:test_failed
        move    a1,x:checks                     ; no checksums of data that are soon cleared
        move    #>test_parts,x0
_next
        move    x0,x:test_part
        move    x0,r1
        move    x:test_wanted,b
        movem   p:(r1)+,x0
        movem   p:(r1)+,x1
        movem   p:(r1)+,r2
        move    x0,a
        tst     a               x1,x:test_base
        jeq     _end
        and     x0,b
        jeq     _passed
        jsr     (r2)
        jeq     _passed
        move    x:test_part,r1
        move    x:test_failed,a
        movem   p:(r1),x0
        or      x0,a
        move    a1,x:test_failed
_passed
        move    x:test_part,a
        move    #>3,x0
        add     x0,a
        move    a1,x0
        jmp     _next
_end
; Clear the keys and data of the tests.
        clr     a
        move    a1,x:reply_words+1              ; checksum of a test message
        move    a1,x:des_ready
        move    a1,x:md2_active
        move    a1,x:md4_active
        move    a1,x:rsa_one
        move    a1,x:rsa_two
        jsr     state_des_chain
        move    a1,x:sum_des_chain
        move    x:test_checks,x0
        move    x0,x:checks
        movep   #>DES_COMMAND_RST,y:<<DES_COMMAND
        move    x:test_failed,a
        move    a1,x:data_buffer
        tst     a               #>SELF_TEST_FAILED,x0
        tne     x0,a
        rts

; For each part: its bit, the first of its opcodes, its routine
test_parts
        dc      1<<TEST_DES,OP_DES_KEY,test_des
        dc      1<<TEST_MD2,OP_MD2_HASH,test_md2
        dc      1<<TEST_MD4,OP_MD4_HASH,test_md4
        dc      1<<TEST_CHIP,OP_CHIP_KEY,test_cbc
        dc      1<<TEST_RSA,OP_RSA_LOAD,test_rsa
        dc      1<<TEST_NOISE,OP_NOISE,test_noise
        dc      0,0,0

; Calls a command of a test. It continues at R2 instead of returning, because the stack has no space.
; In: X:test_base the opcode, less N0; N1 the argument; R2 address to continue at.
; Out: Z clear after a return from the test, because the status is not OK.
; Changes: all registers
test_command
        move    x:test_base,r0
        move    n1,x0
        move    r2,x:test_return
        move    (r0)+n0
        jsr     dispatch
        tst     a               x:test_return,r2
        jne     return
        jmp     (r2)

; Copies words from P to X.
; In: P:(R0)+ the words, N7 of them; R1 their new address in X.
; Changes: X0 R0 R1
test_copy
        do      n7,_end
        movem   p:(r0)+,x0
        move    x0,x:(r1)+
_end
        rts

; Copies the alphabet to data_buffer.
; Changes: R0 R1
test_alphabet
        move    #<'a',r0
        move    #>data_buffer,r1
        do      #26,_end
        move    r0,x:(r1)+
        move    (r0)+
_end
        rts

; Compares words of P with the beginning of data_buffer.
; In: P:(R0)+ the words, N7 of them.
; Out: Z set if they are equal.
; Changes: A B X0 R0 R1
test_equal
        move    #>data_buffer,r1
        clr     b
        do      n7,_end
        movem   p:(r0)+,x0
        move    x:(r1)+,a
        eor     x0,a
        move    a1,x0
        or      x0,b
_end
        move    b1,a
        tst     a
        rts

; Tests DES-CBC in both directions, by the DSP (commands from $10) or the chip (from $20).
; In: X:test_base the first opcode.
; Out: Z set if it passed.
; Changes: all registers
test_cbc
        test_place answer_des_key,key_buffer,40
        test_step 0,1
        test_step 4,3
        test_compare answer_des_cbc,24
        test_step 1,0
        test_step 5,3
        test_compare answer_des_text,24
        rts

; Tests DES-CBC, and DES-MAC of the same data, which is the last block.
; In: X:test_base the first opcode.
; Out: Z set if it passed.
; Changes: all registers
test_des
        jsr     test_cbc
        jne     return
        test_place answer_des_key,key_buffer,40
        test_step 0,1
        test_step 7,3
        test_compare answer_des_cbc+16,8
        rts

; Tests the MD2 digest of the alphabet.
; In: X:test_base the opcode.
; Out: Z set if it passed.
; Changes: all registers
test_md2
        jsr     test_alphabet
        test_step 0,26
        test_compare answer_md2,16
        rts

; Tests the MD4 digest of the alphabet.
; In: X:test_base the opcode.
; Out: Z set if it passed.
; Changes: all registers
test_md4
        jsr     test_alphabet
        test_step 0,26
        test_compare answer_md4,16
        rts

; Tests a signature with CRT, and its verification without CRT with 22 and with 23 digits, so that every kernel is used.
; In: X:test_base the first opcode.
; Out: Z set if it passed.
; Changes: all registers
test_rsa
        test_key answer_crt_key,6*11
        test_step 1,11
        test_place answer_block,data_buffer,22
        test_step 3,0
        test_compare answer_signature,22
        test_key answer_public_key,3*22
        test_step 0,22
        test_place answer_signature,data_buffer,22
        test_step 2,0
        test_compare answer_block,22
        test_key answer_public_key,3*23
        clr     b               x:data_buffer+22,x0
        move    x0,x:data_buffer+23
        move    b1,x:data_buffer+22
        test_step 0,23
        test_place answer_signature,data_buffer,22
        clr     b
        move    b1,x:data_buffer+22
        test_step 2,0
        test_compare answer_block,22
        rts

; Tests the generation of a byte of noise.
; In: X:test_base the opcode.
; Out: Z set if it passed.
; Changes: all registers
test_noise
        test_step 0,1
        rts

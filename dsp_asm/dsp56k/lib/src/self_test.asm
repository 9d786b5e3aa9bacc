; SELF_TEST: known answers from published sources (known_answers.asm), by the very commands that do the jobs. Runs in external P.
;
; Parts, bits of the argument: 0 DES, 1 MD2, 2 DES chip, 3 RSA with and without CRT, 4 noise. Argument 0: all, the chip only if
; one answers. The parts that failed are left in the first word of data_buffer. Keys and messages of before are forgotten.

TEST_DES        equ 0
TEST_MD2        equ 1
TEST_CHIP       equ 2
TEST_RSA        equ 3
TEST_NOISE      equ 4
TEST_PARTS      equ $1F

; A command: opcode x:test_base + offset. Leaves the test if it does not answer OK.
test_step macro offset,argument
        move    x:test_base,a
        move    #>offset,x1
        add     x1,a    #>argument,x0
        move    a1,r0
        jsr     dispatch
        tst     a
        jne     return
        endm

; Words to external X, from P.
test_place macro label,to,count
        move    #>label,r0
        move    #>to,r1
        do      #count,_end
        movem   p:(r0)+,x0
        move    x0,x:(r1)+
_end
        nop
        endm

; Leave the test if data_buffer does not begin with these words.
test_compare macro label,count
        move    #>label,r0
        move    #>count,n7
        jsr     test_equal
        jne     return
        endm

; Run a test if its part is wanted, and note if it fails.
test_part macro part,base,routine
        move    x:test_wanted,a
        jclr    #part,a1,_end
        move    #>base,x0
        move    x0,x:test_base
        jsr     routine
        jeq     _end
        move    x:test_failed,a
        move    #>1<<part,x0
        or      x0,a
        move    a1,x:test_failed
_end
        endm

self_test
        move    x0,a
        tst     a       #>TEST_PARTS,x1
        jeq     test_all
        cmp     x1,a
        jgt     bad_parameter
        jmp     test_given
test_all
        jsr     chip_answers
        move    #>TEST_PARTS,a
        jeq     test_given
        move    #>TEST_PARTS&~(1<<TEST_CHIP),a
test_given
        move    a1,x:test_wanted
        move    x:checks,x0
        move    x0,x:test_checks
        clr     a
        move    a1,x:test_failed
        move    a1,x:checks                     ; no sums over what is soon forgotten
        test_part TEST_DES,$10,test_cbc
        test_part TEST_MD2,$33,test_md2
        test_part TEST_CHIP,$20,test_cbc
        test_part TEST_RSA,$50,test_rsa
        test_part TEST_NOISE,$40,test_noise
; Forget what the tests have loaded
        clr     a
        move    a1,x:des_ready
        move    a1,x:md2_active
        move    a1,x:rsa_one
        move    a1,x:rsa_two
        jsr     state_des_chain
        move    a1,x:sum_des_chain
        move    x:test_checks,x0
        move    x0,x:checks
        movep   #>$80,y:<<CHIP_CONTROL          ; RST
        move    x:test_failed,a
        move    a1,x:data_buffer
        tst     a       #>SELF_TEST_FAILED,x0
        tne     x0,a
        rts

; Z set: N7 words P:(R0)+ are those of data_buffer.
test_equal
        move    #>data_buffer,r1
        clr     b
        do      n7,test_equal_end
        movem   p:(r0)+,x0
        move    x:(r1)+,a
        eor     x0,a
        move    a1,x0
        or      x0,b
test_equal_end
        move    b1,a
        tst     a
        rts

; DES-CBC there and back, by the DSP (commands from $10 on) or the chip ($20).
test_cbc
        test_place answer_des_key,key_buffer,40
        test_step 0,1
        test_step 4,3
        test_compare answer_des_cbc,24
        test_step 1,0
        test_step 5,3
        test_compare answer_des_text,24
        rts

test_md2
        test_place answer_md2_text,data_buffer,26
        test_step 0,26
        test_compare answer_md2,16
        rts

; A signature with CRT, and its verification without: every kernel.
test_rsa
        test_place answer_crt_key,data_buffer,6*11
        test_step 1,11
        test_place answer_block,data_buffer,22
        test_step 3,0
        test_compare answer_signature,22
        test_place answer_public_key,data_buffer,3*22
        test_step 0,22
        test_place answer_signature,data_buffer,22
        test_step 2,0
        test_compare answer_block,22
        rts

test_noise
        test_step 0,1
        rts

; SPDX-License-Identifier: MIT
; Random bytes by HMAC_DRBG with SHA-1 (SP 800-90A) as user commands, for banks of 32K words. The seed is 32 bytes of
; the card's noise that has passed its health tests; a seed from the host serves for known answers.
;
; If the noise fails a test, the generator is erased and no bytes are delivered. The state is compared with its checksum
; before a command uses it. Before the first seed after the start, the generator must pass a known-answer test.

SHA1_MEMORY             equ     $0000
DRBG_PADS               equ     $0028
SHA1_DIGEST             equ     $0034
SHA1_KEY                equ     $0050           ; longest message with its padding: 128 words
DRBG_STATE              equ     USER_DATA
drbg_ready              equ     USER_DATA+40    ; not 0: the generator has a seed
drbg_requests           equ     USER_DATA+41    ; number of requests since the seed
drbg_more               equ     USER_DATA+42    ; number of bytes of the additional input
drbg_kept               equ     USER_DATA+44    ; additional input of the next request, one byte a word
drbg_sum                equ     USER_DATA+108   ; checksum of all words before
drbg_tested             equ     USER_DATA+109   ; not 0: the known-answer test has passed
DRBG_NOISE              equ     32              ; number of bytes for an entropy input and a nonce
DRBG_MIN_SEED           equ     24
DRBG_MIN_ENTROPY        equ     16
DRBG_INPUT              equ     64              ; maximum number of bytes of an input with the noise
DRBG_SEED               equ     DRBG_NOISE+DRBG_INPUT
DRBG_INTERVAL           equ     65536           ; number of requests before another seed is required
DRBG_TEST               equ     data_buffer+$100        ; contents of drbg_known, one byte a word
DRBG_TEST_SEED          equ     24
DRBG_TEST_ENTROPY       equ     16
DRBG_TEST_BYTES         equ     80

        include 'digests/hmac_drbg.asm'

; DRBG_SEED: instantiates a new generator with 24 to 96 bytes (entropy, nonce and any others); leaves zeros.
command_60
        move    #>DRBG_MIN_SEED,x1
        move    #>DRBG_SEED,b
        jsr     drbg_given
        jne     return
        jsr     drbg_test
        jne     return
        move    x:argument,n6
        jmp     drbg_new

; DRBG_GENERATE: replaces the bytes by random ones. A command is a request.
command_61
        move    x0,a
        tst     a
        jeq     bad_parameter
        jsr     drbg_check
        jne     return
        move    x:drbg_requests,a
        move    #>DRBG_INTERVAL,x0
        cmp     x0,a            #>1,x0
        jge     drbg_no_seed
        add     x0,a            x:argument,n3
        move    a1,x:drbg_requests
        sha1_copy_constants
        move    #>data_buffer,r3
        move    #>drbg_kept,r5
        move    x:drbg_more,n6
        jsr     drbg_generate
        jmp     drbg_end

; DRBG_INSTANTIATE: instantiates a new generator with a seed from noise and a personalization of 0 to 64 bytes; leaves
; zeros.
command_62
        jsr     drbg_given_more
        jne     return
        jsr     drbg_test
        jne     return
        jsr     drbg_entropy
        jne     drbg_failed
drbg_new
        sha1_copy_constants
        move    #>data_buffer,r5
        jsr     drbg_seed
        move    #>1,x0
        move    x0,x:drbg_ready
        jmp     drbg_seeded

; DRBG_RESEED: mixes entropy from noise and 0 to 64 bytes of additional input into the state; leaves zeros.
command_63
        jsr     drbg_given_more
        jne     return
        jsr     drbg_check
        jne     return
        jsr     drbg_entropy
        jne     drbg_failed
        jmp     drbg_mixed

; DRBG_INPUT: stores 1 to 64 bytes as the additional input of the next request; leaves zeros.
command_64
        move    #>1,x1
        move    #>DRBG_INPUT,b
        jsr     drbg_given
        jne     return
        jsr     drbg_check
        jne     return
        jsr     drbg_keep_input
        jsr     drbg_erase
        jmp     drbg_store

; DRBG_MIX: mixes 16 to 96 bytes (entropy of the host and any others) into the state; leaves zeros.
command_65
        move    #>DRBG_MIN_ENTROPY,x1
        move    #>DRBG_SEED,b
        jsr     drbg_given
        jne     return
        jsr     drbg_check
        jne     return
        move    x:argument,n6
drbg_mixed
        sha1_copy_constants
        move    #>data_buffer,r5
        jsr     drbg_reseed
drbg_seeded
        clr     a
        move    a1,x:drbg_requests
        jsr     drbg_erase
; End a command: erase the additional input and internal memory.
drbg_end
        clr     a               #>drbg_kept,r0
        move    a1,x:drbg_more
        rep     #DRBG_INPUT
        move    a1,x:(r0)+
        move    #<0,r0
        do      #256,_erased
        move    a1,x:(r0)
        move    a1,y:(r0)+
_erased

; Stores the checksum of the state.
; Out: A = 0, the status OK.
; Changes: A B X Y R0 N7
drbg_store
        jsr     drbg_state_sum
        move    a1,x:drbg_sum
        clr     a
        rts

; Does the known-answer test, once after the start (SP 800-90A, 11.3). Erases the state.
; Out: X:DRBG_STATE and all words of the generator 0; Z set if the answer is right; else A1 the status.
; Changes: A B X Y R0-R7 N0-N7 M1 M4
drbg_test
        jsr     drbg_forget
        move    x:drbg_tested,b
        tst     b
        jne     check_passed
        sha1_copy_constants
        move    #>drbg_known,r6
        move    #>DRBG_TEST,r7
        move    #>255,y0
        do      #drbg_known_end-drbg_known,_bytes
        movem   p:(r6)+,a
        jsr     md4_three_bytes
        nop
_bytes
        move    #>DRBG_TEST,r5
        move    #<DRBG_TEST_SEED,n6
        jsr     drbg_seed
        move    #>DRBG_TEST+DRBG_TEST_SEED,r5
        move    #<DRBG_TEST_ENTROPY,n6
        jsr     drbg_reseed
        jsr     drbg_test_request
        jsr     drbg_test_request
        move    #>DRBG_TEST+DRBG_TEST_SEED+DRBG_TEST_ENTROPY+2,r0
        move    #>DRBG_TEST_MADE,r1
        clr     b
        do      #DRBG_TEST_BYTES,_compared
        move    x:(r0)+,x0
        move    x:(r1)+,a
        eor     x0,a
        move    a1,x1
        or      x1,b
_compared
        clr     a               #>DRBG_TEST,r0
        rep     #DRBG_TEST_MADE+DRBG_TEST_BYTES-DRBG_TEST
        move    a1,x:(r0)+
        jsr     drbg_forget
        tst     b               #>SELF_TEST_FAILED,a
        jne     return
        move    #>1,x0
        move    x0,x:drbg_tested
        jmp     check_passed

; Does a request of the known-answer test.
; In: X:DRBG_STATE the state.
; Out: X:DRBG_TEST_MADE the bytes; X:DRBG_STATE the new state.
; Changes: A B X Y R0-R7 N0-N7 M1 M4
drbg_test_request
        move    #>DRBG_TEST_MADE,r3
        move    #<DRBG_TEST_BYTES,n3
        move    #<0,n6
        move    r3,r5
        jmp     drbg_generate

; NIST CAVS 14.3, HMAC_DRBG.rsp of drbgvectors_pr_false, SHA-1, count 0: entropy and nonce; entropy of a new seed; bytes
; of the second request. Three bytes a word, the lowest first, each part filled with zeros.
drbg_known
        dc      $9B3479,$DD7CBF,$9579A5,$668657,$13C921,$461183,$BF3A73,$C8358C
        dc      $5B21C7,$C4965B,$339B8E,$E3748C,$FE9DE9,$0000DF
        dc      $6AA1C6,$20D4B8,$0F6F70,$7FAB34,$DC5AEC,$CAD8A9,$3E133A,$A69C15,$C643AC
        dc      $BEA2F8,$4A8322,$0A0A4C,$0DB1FF,$F19471,$CFA5C1,$EC2273,$96E01A,$BFD44E
        dc      $462712,$FD87E0,$E9B3B5,$93341B,$98BBD5,$49EDFA,$135FE8,$A4C80F,$00B759
drbg_known_end
DRBG_TEST_MADE          equ     DRBG_TEST+3*(drbg_known_end-drbg_known)

; Ends a command whose noise has failed a test: erases the generator.
; In: A1 the status.
; Out: A1 the status.
; Changes: A B R0
drbg_failed
        move    a1,b
        jsr     drbg_forget
        move    b1,a
        rts

; Erases the state.
; Changes: A R0
drbg_forget
        clr     a               #>DRBG_STATE,r0
        rep     #drbg_sum-DRBG_STATE
        move    a1,x:(r0)+
        rts

; Checks that the number of bytes of a command is at most that of an input with the noise.
; In: X0 the number of bytes.
; Out: as for drbg_given.
; Changes: A B X1 N6
drbg_given_more
        move    #<0,x1
        move    #>DRBG_INPUT,b

; Checks that the number of bytes of a command is in a range.
; In: X0 the number of bytes; X1 the minimum, B the maximum.
; Out: N6 the number of bytes; Z set if it is in the range; else A1 the status.
; Changes: A N6
drbg_given
        move    x0,a
        cmp     x1,a            x0,n6
        jlt     bad_parameter
        cmp     b,a
        jgt     bad_parameter
        clr     a
        rts

; Stores the bytes of a command as additional input.
; In: X:data_buffer, X:argument the bytes and their number, at most 64.
; Out: X:drbg_kept, X:drbg_more copies of them.
; Changes: A X0 R0 R1
drbg_keep_input
        move    #>data_buffer,r0
        move    #>drbg_kept,r1
        move    x:argument,a
        tst     a               a1,x:drbg_more
        jeq     _none
        do      a1,_none
        move    x:(r0)+,x0
        move    x0,x:(r1)+
_none
        rts

; Generates bytes from noise, and appends the bytes of a command.
; In: X:data_buffer, X:argument the bytes and their number, at most 64.
; Out: X:data_buffer both; N6 their number; Z set if the noise passed its tests; else A1 the status.
; Changes: A B X Y R0-R5 N0 N6 N7 M0 M4 M5
drbg_entropy
        jsr     drbg_keep_input
        move    #>DRBG_NOISE,x0
        jsr     noise_bytes
        tst     a               #>noise_output,r0
        jne     return
        rep     #16
        move    a1,x:(r0)+
        move    a1,x:md2_ready                  ; internal X gets other contents
        move    #>drbg_kept,r0
        move    #>data_buffer+DRBG_NOISE,r1
        move    x:drbg_more,a
        tst     a               #>DRBG_NOISE,x1
        jeq     _none
        do      a1,_none
        move    x:(r0)+,x0
        move    x0,x:(r1)+
_none
        add     x1,a
        move    a1,n6
        clr     a
        rts

; Erases the input in the data buffer.
; Changes: A R0
drbg_erase
        clr     a               #>data_buffer,r0
        rep     #DRBG_SEED
        move    a1,x:(r0)+
        rts

; Checks that the generator has a seed and that its state is unchanged.
; Out: Z set if both are true; else A1 the status.
; Changes: A B X Y R0 N7
drbg_check
        move    x:drbg_ready,a
        tst     a
        jeq     drbg_no_seed
        check_state drbg_state_sum,drbg_sum
drbg_no_seed
        move    #>NO_KEY,a
        tst     a
        rts

; Computes the checksum of the state.
; Out: A1 the checksum.
; Changes: A B X Y R0 N7
drbg_state_sum
        first_x DRBG_STATE,drbg_sum-DRBG_STATE
        jmp     sum_fold

; Values at the start: no generator, and the known-answer test not done
        org     x:drbg_ready
        dc      0
        org     x:drbg_tested
        dc      0
        org     p:

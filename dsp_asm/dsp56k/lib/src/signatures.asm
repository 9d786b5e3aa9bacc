; SPDX-License-Identifier: MIT
; SHA-1 and HMAC-SHA-1, and PKCS #1 with the keys of RSA_LOAD_CRT and RSA_LOAD, as user commands for banks of 32K words.
; The opcodes of digests, HMACs and signatures have the order of the opcodes of MD2.

SHA1_MEMORY             equ     $0000
SHA1_STATE_AREA         equ     USER_DATA
NUMBER_AREA             equ     USER_DATA+$A0
hmac_inner              equ     USER_DATA+$A6   ; states after the block of the key, in the form of sha1_saved; then
hmac_outer              equ     USER_DATA+$B0
hmac_ready              equ     USER_DATA+$BA   ; not 0: a key is loaded
hmac_sum                equ     USER_DATA+$BB
HMAC_INNER              equ     $36
HMAC_OUTER              equ     $5C

number_code
; SHA1_INIT: begins a message; the argument is 0.
command_60
        move    #>SHA1_ONCE,y1
message_init
        move    x0,a
        tst     a
        jne     bad_parameter
        jmp     sha1_start

; SHA1_UPDATE: absorbs complete blocks; the argument is the number of bytes.
command_61
        move    #>SHA1_ONCE,y1
        jmp     message_update

; SHA1_HASH: computes the digest of a message; the argument is the number of bytes.
command_63
        move    #>SHA1_ONCE,y1
        jsr     sha1_start
; SHA1_FINAL: absorbs the last bytes of a message and computes the digest; the argument is the number of bytes.
command_62
        move    #>SHA1_ONCE,y1
        jsr     sha1_final
        jne     return
        jmp     sha1_leave

; SIGN_INIT: begins a message; the argument is 0.
command_64
        move    #>SHA1_TWICE,y1
        jmp     message_init

; SIGN_UPDATE: absorbs complete blocks; the argument is the number of bytes.
command_65
        move    #>SHA1_TWICE,y1
message_update
        jsr     sha1_update
        jne     return
        move    #>input_reply,r0
        jmp     reply_later

; SIGN_HASH: signs a message by RSASSA-PKCS1-v1_5 with SHA-1 (RFC 8017, 8.2.1); the argument is the number of bytes.
command_67
        move    #>SHA1_TWICE,y1
        jsr     sha1_start
; SIGN_FINAL: absorbs the last bytes of the message since SIGN_INIT and signs it; the argument is the number of bytes.
command_66
        move    #>SHA1_TWICE,y1
        jsr     sha1_final
        jne     return
        jmp     number_sign

; PRIVATE: raises a number to the private exponent of RSA_LOAD_CRT; the number is bytes, the highest first.
command_68
        move    x:rsa_two,b
        asl     b
        jsr     number_in
        jne     return
        jsr     number_private
        jmp     number_leave

; PUBLIC: raises a number to the exponent of RSA_LOAD; the number is bytes, the highest first.
command_69
        move    x:rsa_one,b
        jsr     number_in
        jne     return
        jsr     rsa_private
        move    #>rsa_data,r0
        move    #>rsa_second,r1
        jsr     rsa_copy
        jmp     number_leave

; HMAC_KEY: loads a key of HMAC (RFC 2104) of 1 to 64 bytes; leaves zeros.
command_6A
        move    x0,a
        tst     a               #>64,b
        jeq     bad_parameter
        sub     a,b             #>data_buffer,r0
        jlt     bad_parameter
        move    x0,n0
        clr     a
        move    a1,x:hmac_ready
        tst     b               (r0)+n0
        jeq     _full
        rep     b1
        move    a1,x:(r0)+
_full
        move    #>SHA1_ONCE,y1
        jsr     sha1_start
        clr     a
        move    a1,x:sha1_kind                  ; an unfinished message would be lost
        move    a1,x:sha1_last
        move    #>HMAC_INNER,x0
        move    #>hmac_inner,n6
        jsr     hmac_block
        move    #>HMAC_INNER^HMAC_OUTER,x0
        move    #>hmac_outer,n6
        jsr     hmac_block
; The key is right if its checksum in the reply is right for the PC and the bytes behind it are still zeros.
        move    #>HMAC_OUTER,x0
        jsr     hmac_mask
        move    x:argument,n0
        move    #>data_buffer,r0
        move    n0,x0
        move    #>64,a
        sub     x0,a            (r0)+n0
        clr     b               a1,x0
        tst     a
        jeq     _zeros
        do      x0,_zeros
        move    x:(r0)+,x1
        or      x1,b
_zeros
        tst     b
        jne     job_changed
        move    x:argument,x0
        jsr     sum_bytes
        move    a1,x:reply_input
        clr     a               #>data_buffer,r0
        rep     #64
        move    a1,x:(r0)+
        jsr     hmac_key_sum
        move    a1,x:hmac_sum
        move    #>1,x0
        move    x0,x:hmac_ready
        move    #>input_reply,r0
        jmp     reply_later

; HMAC_INIT: begins a message; the argument is 0.
command_6C
        move    x0,a
        tst     a
        jne     bad_parameter
; Begins a message behind the block of the key.
; In: X0 saved in X:sha1_bytes.
; Out: X:sha1_saved the state; X0 unchanged; Z set, A = 0; else A1 the status.
; Changes: A B X Y R0 R1 N1 N7
hmac_start
        move    x:hmac_ready,a
        tst     a
        jeq     number_no_key
        move    x0,x:sha1_bytes
        jsr     hmac_check
        jne     return
        move    #>SHA1_KEYED,y1
        move    x:sha1_bytes,x0
        jsr     sha1_start
        move    #>hmac_inner,r0
        move    #>sha1_saved,r1
        do      #10,_state
        move    x:(r0)+,x1
        move    x1,x:(r1)+
_state
        move    #>64,x1
        move    x1,x:sha1_count+1
        jsr     sha1_sum
        move    a1,x:sha1_state_sum
        move    x:sha1_bytes,x0
        clr     a
        rts

; HMAC_UPDATE: absorbs complete blocks; the argument is the number of bytes.
command_6D
        move    #>SHA1_KEYED,y1
        jmp     message_update

; HMAC_HASH: computes the HMAC of a message, 20 bytes; the argument is the number of bytes.
command_6F
        jsr     hmac_start
        jne     return
; HMAC_FINAL: absorbs the last bytes of the message since HMAC_INIT and computes the HMAC; the argument is the number of
; bytes.
command_6E
        move    #>SHA1_KEYED,y1
        jsr     sha1_final
        jne     return
        jsr     sha1_kept_twice
        jsr     sha1_digest_out
        clr     a               #>64+20,x0
        move    a1,x:sha1_count
        move    x0,x:sha1_count+1
        move    x0,x:sha1_last
        move    #<20,n7
        move    #>hmac_outer,r2
        move    #>sha1_count,r5
        jsr     sha1_compute
; Check that the inner digest and both states of the key are unchanged.
        jsr     sha1_compare
        jne     sha1_changed
        jsr     hmac_check
        tst     a
        jne     job_changed
        move    #>SHA1_STATE,r1
        move    #>sha1_saved,r0
        jsr     sha1_keep
        jmp     sha1_leave

; Computes the block of the key xor a byte, and the state of SHA-1 after this block.
; In: X0 the byte; X:data_buffer the block; N6 address of the state; X:sha1_saved the initial state; X:sha1_last 0.
; Out: X:data_buffer the new block; X:(N6) the state.
; Changes: A B X Y R0-R4 R6 R7 N4 N5 N7 M1 M4
hmac_block
        jsr     hmac_mask
        move    #>64,n7
        move    #>sha1_saved,r2
        jsr     sha1_compute
        move    #>SHA1_STATE,r1
        move    n6,r0
        jmp     sha1_keep

; Computes the block of the key xor a byte.
; In: X0 the byte; X:data_buffer the block.
; Out: X:data_buffer the new block.
; Changes: A R0
hmac_mask
        move    #>data_buffer,r0
        do      #64,_masked
        move    x:(r0),a
        eor     x0,a
        move    a1,x:(r0)+
_masked
        rts

; Computes the checksum of the states of the key.
; Out: A1 the checksum.
; Changes: A B X Y R0 N7
hmac_key_sum
        first_x hmac_inner,20
        jmp     sum_fold

; Checks that the states of the key are unchanged.
; Out: Z set if they are unchanged; else A1 the status.
; Changes: A B X Y R0 N7
hmac_check
        check_state hmac_key_sum,hmac_sum

        include 'bignum/number_bytes.asm'
        include 'digests/sha1_message.asm'
number_code_end

; Values at the start: no key, no message and no checksum
        org     x:sha1_kind
        dc      0
        org     x:number_sum
        dc      0
        org     x:hmac_ready
        dc      0
        org     p:

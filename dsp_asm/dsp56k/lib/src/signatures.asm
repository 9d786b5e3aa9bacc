; SPDX-License-Identifier: MIT
; SHA-1, and PKCS #1 with the keys of RSA_LOAD_CRT and RSA_LOAD, as commands of a user's own, for banks of 32K words.
; The opcodes of a digest and of a signature follow each other as those of MD2 do.

SHA1_MEMORY             equ     $0000
SHA1_STATE_AREA         equ     USER_DATA
NUMBER_AREA             equ     USER_DATA+$A0

number_code
; SHA1_INIT: argument 0.
command_60
        move    #>SHA1_ONCE,y1
message_init
        move    x0,a
        tst     a
        jne     bad_parameter
        jmp     sha1_start

; SHA1_UPDATE: bytes, whole blocks.
command_61
        move    #>SHA1_ONCE,y1
        jmp     sha1_update

; SHA1_HASH: bytes.
command_63
        move    #>SHA1_ONCE,y1
        jsr     sha1_start
; SHA1_FINAL: bytes.
command_62
        move    #>SHA1_ONCE,y1
        jsr     sha1_final
        jne     return
        jmp     sha1_digest_out

; SIGN_INIT: argument 0.
command_64
        move    #>SHA1_TWICE,y1
        jmp     message_init

; SIGN_UPDATE: bytes, whole blocks.
command_65
        move    #>SHA1_TWICE,y1
        jmp     sha1_update

; SIGN_HASH: bytes. It leaves the signature of a message, RSASSA-PKCS1-v1_5 with SHA-1 (RFC 8017, 8.2.1).
command_67
        move    #>SHA1_TWICE,y1
        jsr     sha1_start
; SIGN_FINAL: bytes. It leaves the signature of the message since SIGN_INIT.
command_66
        move    #>SHA1_TWICE,y1
        jsr     sha1_final
        jne     return
        jmp     number_sign

; PRIVATE: the bytes of a number, the highest first, to the private exponent of RSA_LOAD_CRT.
command_68
        move    x:rsa_two,b
        asl     b
        jsr     number_in
        jne     return
        jsr     number_private
        jmp     number_leave

; PUBLIC: the same with modulus and exponent of RSA_LOAD.
command_69
        move    x:rsa_one,b
        jsr     number_in
        jne     return
        jsr     rsa_private
        move    #>rsa_data,r0
        move    #>rsa_second,r1
        jsr     rsa_copy
        jmp     number_leave

        include 'bignum/number_octets.asm'
        include 'digests/sha1_message.asm'
number_code_end

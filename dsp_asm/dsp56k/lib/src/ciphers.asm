; SPDX-License-Identifier: MIT
; Defines RC4 and MD5 as user's commands, for banks of 32K words. The opcodes of MD5 are in the same order as those of
; MD2 and MD4, so that the same driver serves them.
;
; The state of RC4 is in internal memory: any other command between two RC4 commands ends the stream, and the next RC4
; returns NO_KEY. The state of MD5 is in X between its commands.

rc4_ready               equ     USER_DATA       ; 1: RC4_KEY has loaded a key
RC4_I                   equ     USER_DATA+1
RC4_J                   equ     USER_DATA+2
rc4_sum                 equ     USER_DATA+3     ; sum of i and j
RC4_KEY                 equ     data_buffer
RC4_S                   equ     $0000
RC4_MASK                equ     RC4_S+$FF
RC4_START_I             equ     RC4_S+1
RC4_START_J             equ     RC4_S
RC4_SUM                 equ     255*256/2       ; sum of all bytes of S

md5_saved               equ     USER_DATA+8     ; state, in the form of md4_saved; after it
md5_count               equ     md5_saved+8     ; number of absorbed bytes, 48 bits
md5_active              equ     md5_saved+10    ; 1: MD5_INIT has started a message
md5_bytes               equ     md5_saved+11    ; argument of the command
md5_state_sum           equ     md5_saved+12
MD5_MEMORY              equ     $0000

COMPUTATION             equ     1               ; the fastest variants
LATENCY                 equ     1
HELPER                  equ     0

        include 'ciphers/rc4/stream.asm'
        include 'ciphers/md5/layout.asm'

; RC4_KEY: loads a key of 1 to 256 bytes.
command_60
        clr     a               #>256,x1
        move    a1,x:rc4_ready
        move    x0,a
        tst     a               #>1,y1
        jeq     bad_parameter
        cmp     x1,a
        jgt     bad_parameter
        cmp     y1,a            x0,n7
        jne     _long
        move    x:(r3)+,x0                      ; modulus 1 would be reverse-carry addressing (UM 5-14)
        move    x0,x:(r3)
        move    #<2,n7
_long
        rc4_schedule
        move    #>1,x0
        move    x0,x:rc4_ready
        jmp     rc4_keep

; RC4: encrypts or decrypts bytes; the argument is their number, not 0.
command_61
        move    x0,a
        tst     a               x0,n7
        jeq     bad_parameter
        jsr     rc4_check
        jne     return
        move    #>255,m4
        move    m4,m5
        move    #>RC4_MASK,x1
        move    #>RC4_S,x0
        move    x:RC4_I,r4
        move    x:RC4_J,r5
        rc4_loop
        move    r4,x:RC4_I
        move    r5,x:RC4_J
rc4_keep
        move    x:RC4_I,x0
        move    x:RC4_J,a
        add     x0,a
        move    a1,x:rc4_sum
        clr     a
        rts

; Checks that a key is loaded and that its state is unchanged.
; Out: Z set if both are so; otherwise A1 the status.
; Changes: A B X R5
rc4_check
        clr     b               #>RC4_S,r5
        move    #>RC4_SUM,x1
        move    y:(r5)+,x0
        do      #255,_end                       ; not 256, because no Y memory exists after S
        add     x0,b            y:(r5)+,x0
_end
        add     x0,b
        eor     x1,b            x:RC4_J,a
        move    x:RC4_I,x0
        add     x0,a            x:rc4_sum,x0
        eor     x0,a            b1,x1
        or      x1,a            x:rc4_ready,x0
        move    #>1,x1
        move    a1,b
        move    x0,a
        eor     x1,a            b1,x1
        or      x1,a            #>NO_KEY,x1
        jeq     check_passed
        tfr     x1,a
        tst     a
        rts

; MD5_INIT: starts a message; the argument is 0.
command_64
        move    x0,a
        tst     a
        jne     bad_parameter

; Starts a message without absorbed bytes.
; In: X0 a value to save in X:md5_bytes.
; Out: X:md5_saved the initial state; X0 unchanged; A = 0, the status OK.
; Changes: A B X Y R0 R1 N7
md5_start
        message_start md5_saved,md5_active,md5_bytes,md5_sum,md5_state_sum

; MD5_UPDATE: absorbs complete blocks; the argument is the number of bytes.
command_65
        move    x0,a
        move    #>63,x1
        and     x1,a
        jne     bad_parameter
        jsr     md5_begin
        jne     return
        jsr     md5_absorb
        jmp     md5_leave

; MD5_HASH: digests a message; the argument is the number of bytes.
command_67
        jsr     md5_start
; MD5_FINAL: absorbs the last bytes and ends the message; the argument is the number of bytes.
command_66
        jsr     md5_begin
        jne     return
        jsr     md5_absorb
        message_end md5_bytes,md5_count
        move    #>data_buffer,r3
        jsr     md5
        digest_bytes MD5_STATE
        clr     a               #>16,x0
        move    a1,x:md5_active
        move    x0,x:argument

; Saves the state in external X.
; In: L:MD5_STATE the state.
; Out: X:md5_saved the state; A = 0, the status OK.
; Changes: A B X Y R0 R1 N7
md5_leave
        move    #>md5_saved,r0
        move    #<MD5_STATE,r1
        do      #4,_end
        move    l:(r1)+,x
        move    x1,x:(r0)+
        move    x0,x:(r0)+
_end
        jsr     md5_sum
        move    a1,x:md5_state_sum
        clr     a
        rts

; Computes the checksum of the state and the number of absorbed bytes, which must not change between commands.
; Out: A1 the checksum.
; Changes: A B X Y R0 N7
md5_sum
        first_x md5_saved,10
        jmp     sum_fold

; Checks that the state and the number of absorbed bytes are unchanged.
; Out: Z set if they are unchanged; otherwise A1 the status.
; Changes: A B X Y R0 N7
md5_check
        move    x:checks,a
        jclr    #CHECK_STATE,a1,check_passed
        verify  md5_sum,md5_state_sum
        jmp     check_passed

; Checks the state, counts the bytes, and copies the tables and the state to internal memory.
; In: X0 the number of bytes.
; Out: Z set if the command may continue, R3 = data_buffer, X:md5_bytes the number; otherwise A1 the status.
; Changes: A B X Y R0-R3 N7
md5_begin
        move    x:md5_active,a
        tst     a               #>BAD_PARAMETER,x1
        teq     x1,a
        jeq     _failed
        move    x0,x:md5_bytes
        jsr     md5_check
        jne     return
        move    x:md5_bytes,x0
        message_count md5_count
        jsr     md5_tables
        move    #>md5_saved,r0
        move    #<MD5_STATE,r1
        do      #4,_end
        move    x:(r0)+,x1
        move    x:(r0)+,x0
        move    x,l:(r1)+
_end
        move    #>data_buffer,r3
        clr     a
        rts
_failed
        tst     a
        rts

; Absorbs the complete blocks of the received bytes.
; In: X:(R3)+ the bytes; X:md5_bytes the number of bytes.
; Out: L:MD5_STATE the new state; R3 the address of the remaining bytes.
; Changes: A B X Y R0-R7 N1 N4 N7 M0-M2 M4
md5_absorb
        message_blocks md5_bytes,md5

        include 'ciphers/md5/blocks.asm'
        include 'ciphers/md5/tables.asm'

; After a start no key is loaded, and no message is started
        org     x:rc4_ready
        dc      0
        org     x:md5_active
        dc      0
        org     p:

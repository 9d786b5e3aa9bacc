; SPDX-License-Identifier: MIT
; RC4 and MD5 as commands of a user's own, for banks of 32K words. The opcodes of MD5 follow each other
; as those of MD2 and MD4 do, so that the same driver serves them.
;
; Internal memory holds RC4's state: any other command between two of RC4 ends the stream, and the next
; RC4 answers NO_KEY. MD5's state rests in X between its commands.

rc4_ready               equ     USER_DATA       ; RC4_KEY was given
RC4_I                   equ     USER_DATA+1
RC4_J                   equ     USER_DATA+2
rc4_sum                 equ     USER_DATA+3     ; of these two
RC4_KEY                 equ     data_buffer
RC4_S                   equ     $0000
RC4_MASK                equ     RC4_S+$FF
RC4_START_I             equ     RC4_S+1
RC4_START_J             equ     RC4_S
RC4_SUM                 equ     255*256/2       ; of all bytes

md5_saved               equ     USER_DATA+8     ; state, as md4_saved; then
md5_count               equ     md5_saved+8     ; bytes absorbed so far, 48 bits
md5_active              equ     md5_saved+10    ; MD5_INIT was given
md5_bytes               equ     md5_saved+11    ; argument of the command
md5_state_sum           equ     md5_saved+12
MD5_MEMORY              equ     $0000

COMPUTATION             equ     1               ; the fastest variants
LATENCY                 equ     1
HELPER                  equ     0

        include 'ciphers/rc4/stream.asm'
        include 'ciphers/md5/layout.asm'

; RC4_KEY: 1 to 256 bytes.
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
        move    x:(r3)+,x0                      ; a modulus of one would be reverse carry (UM 5-14)
        move    x0,x:(r3)
        move    #<2,n7
_long
        rc4_schedule
        move    #>1,x0
        move    x0,x:rc4_ready
        jmp     rc4_keep

; RC4: bytes, not 0.
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

; Whether the state is RC4's.
; Out: Z set: it is; else A1 the status.
; Changes: A B X R5
rc4_check
        clr     b               #>RC4_S,r5
        move    #>RC4_SUM,x1
        move    y:(r5)+,x0
        do      #255,_end                       ; no further: there is no Y beyond
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

; MD5_INIT: argument 0.
command_64
        move    x0,a
        tst     a
        jne     bad_parameter

; A new message, of which nothing is absorbed.
; In: X0 kept in X:md5_bytes.
; Out: X:md5_saved the initial state; X0 as it was; A = 0, the status OK.
; Changes: A B X Y R0 R1 N7
md5_start
        message_start md5_saved,md5_active,md5_bytes,md5_sum,md5_state_sum

; MD5_UPDATE: bytes, whole blocks.
command_65
        move    x0,a
        move    #>63,x1
        and     x1,a
        jne     bad_parameter
        jsr     md5_begin
        jne     return
        jsr     md5_absorb
        jmp     md5_leave

; MD5_HASH: bytes.
command_67
        jsr     md5_start
; MD5_FINAL: bytes.
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

; The state back to external X.
; In: L:MD5_STATE the state.
; Out: X:md5_saved the same; A = 0, the status OK.
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

; What must not change between commands.
; Out: A1 the sum over state and count.
; Changes: A B X Y R0 N7
md5_sum
        first_x md5_saved,10
        jmp     sum_fold

; Whether it has not.
; Out: Z set: it is as it was left; else A1 the status.
; Changes: A B X Y R0 N7
md5_check
        move    x:checks,a
        jclr    #CHECK_STATE,a1,check_passed
        verify  md5_sum,md5_state_sum
        jmp     check_passed

; Check and count the bytes, tables and state to internal memory.
; In: X0 the number of bytes.
; Out: Z set: all is well, R3 = data_buffer, X:md5_bytes the number; else A1 the status.
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

; Whole blocks of what came; the rest stays.
; In: X:(R3)+ the bytes; X:md5_bytes their number.
; Out: L:MD5_STATE the new state; R3 the rest.
; Changes: A B X Y R0-R7 N1 N4 N7 M0-M2 M4
md5_absorb
        message_blocks md5_bytes,md5

        include 'ciphers/md5/blocks.asm'
        include 'ciphers/md5/tables.asm'

; A start leaves no key and no message.
        org     x:rc4_ready
        dc      0
        org     x:md5_active
        dc      0
        org     p:

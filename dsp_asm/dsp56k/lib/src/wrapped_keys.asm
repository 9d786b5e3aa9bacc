; SPDX-License-Identifier: MIT
; Keys of DES and triple DES that are encrypted under a master key (ANSI X9.17: triple DES in ECB mode), as user
; commands for banks of 32K words. A key is decrypted on the card and never leaves it: the commands that receive it
; leave zeros. Triple DES is that of des3.asm; with a single key, used three times, it is DES.

        include 'des/des3.asm'

wrap_master             equ     USER_DATA+32    ; 24 bytes, one a word
wrap_ready              equ     USER_DATA+56    ; not 0: a master key is loaded
wrap_sum                equ     USER_DATA+57    ; checksum of the master key
wrap_given              equ     USER_DATA+58    ; 24 bytes: the encrypted key

; MASTER_KEY: loads the master key of 16 or 24 bytes; with 16 bytes, the third key is the first one.
command_63
        move    x0,a
        move    #>16,x1
        cmp     x1,a            #>24,x1
        jeq     _given
        cmp     x1,a
        jne     bad_parameter
_given
        clr     b
        move    b1,x:wrap_ready
        move    #>wrap_master,r1
        jsr     wrap_copy
        jsr     wrap_master_sum
        move    a1,x:wrap_sum
        move    #>1,x0
        move    x0,x:wrap_ready
        jmp     wrap_erase

; UNWRAP: decrypts a key of 8, 16 or 24 bytes under the master key, for DES3_CBC_ENCRYPT and DES3_CBC_DECRYPT.
; In: X0 the number of bytes; X:data_buffer the bytes.
; Out: X:des3_keys the key; A1 the status.
; Changes: all registers
command_64
        move    x0,a
        move    #>7,x1
        tst     a               #>24,y1
        jeq     bad_parameter
        and     x1,a
        jne     bad_parameter
        move    x0,a
        cmp     y1,a            x:wrap_ready,b
        jgt     bad_parameter
        tst     b               #>NO_KEY,a
        jeq     return
        jsr     wrap_check
        jne     return
        clr     b
        move    b1,x:des3_ready
        move    #>wrap_given,r1
        jsr     wrap_copy
        move    #>wrap_master,r0
        move    #>des3_keys,r1
        do      #24,_master
        move    x:(r0)+,x0
        move    x0,x:(r1)+
_master
        jsr     wrap_use
        move    x:argument,x0
        jsr     command_62
        tst     a
        jne     wrap_refuse
; CBC decryption has xored each block with the ciphertext block before it; remove this for ECB.
        move    x:argument,a
        move    #>8,x0
        sub     x0,a            #>wrap_given,r0
        move    #>data_buffer+8,r1
        jeq     _single
        do      a1,_single
        move    x:(r0)+,x0
        move    x:(r1),a
        eor     x0,a
        move    a1,x:(r1)+
_single
; Check that each byte of the key has odd parity.
        move    #>data_buffer,r0
        move    x:argument,x1
        clr     b               #>1,y1
        do      x1,_parity
        move    x:(r0)+,a
        move    a1,x0
        rep     #4
        lsr     a
        eor     x0,a
        move    a1,x0
        lsr     a
        lsr     a
        eor     x0,a
        move    a1,x0
        lsr     a
        eor     x0,a
        and     y1,a
        eor     y1,a
        move    a1,x0
        or      x0,b
_parity
        tst     b               #>KEY_PARITY,a
        jne     wrap_refuse
        move    #>des3_keys,r1
        jsr     wrap_copy
        jsr     wrap_use
        clr     a

; Ends a command that has used the master key: erases all copies of it and of the key, and after an error the key
; itself.
; In: A1 the status.
; Out: A1 the status.
; Changes: A B X1 R0 N7
wrap_refuse
        move    a1,n7
        tst     a
        jeq     _erase
        clr     b               #>des3_keys,r0
        move    b1,x:des3_ready
        rep     #24
        move    b1,x:(r0)+
_erase
        clr     a               #>des_keys,r0
        rep     #des_chain-des_keys
        move    a1,x:(r0)+
        move    #>wrap_given,r0
        rep     #24
        move    a1,x:(r0)+
        jsr     wrap_erase
        move    n7,a
        rts

; UNWRAP_DES: decrypts a key of 8 bytes under the master key for the commands of DES, whose previous key is lost first.
; The key of triple DES is lost.
command_67
        jsr     wrap_single
        jne     return
        jsr     des_take_key
        jmp     wrap_single_end

; UNWRAP_CHIP: decrypts a key of 8 bytes for the commands of the DES chip, whose previous key is lost first.
command_68
        move    #>8,a
        cmp     x0,a
        jne     bad_parameter
        movep   #>DES_COMMAND_RST,y:<<DES_COMMAND
        jsr     wrap_single
        jne     return
        jsr     chip_new_key
        jne     wrap_single_end
        jsr     wrap_single_end
        jmp     chip_end

; Erases the key at X:key_buffer.
; Out: X:key_buffer zeros.
; Changes: B R0
wrap_single_end
        clr     b               #>key_buffer,r0
        rep     #8
        move    b1,x:(r0)+
        rts

; Decrypts a single key under the master key. With 8 bytes, the key of DES_KEY is lost.
; In: X0 the number of bytes; X:data_buffer the bytes.
; Out: X:key_buffer the key; Z set if it is valid; else A1 the status.
; Changes: all registers
wrap_single
        move    #>8,a
        cmp     x0,a
        jne     bad_parameter
        clr     b
        move    b1,x:des_ready
        jsr     command_64
        tst     a               #>des3_keys,r0
        jne     return
        move    #>key_buffer,r1
        do      #8,_key
        move    x:(r0)+,x0
        move    x0,x:(r1)+
_key
        clr     b               #>des3_keys,r0
        move    b1,x:des3_ready
        rep     #24
        move    b1,x:(r0)+
        clr     a
        rts

; DES3_KEY_IV: loads a key of DES3_KEY and the chaining value behind it, together 32 bytes.
command_66
        move    #>32,a
        cmp     x0,a            #>24,x0
        jne     bad_parameter
        jsr     des3_take_key
        move    #>8,x0
        jmp     wrap_iv

; IV: loads the chaining value of DES3_CBC_ENCRYPT and DES3_CBC_DECRYPT, 8 bytes.
command_65
        move    #>8,a
        cmp     x0,a
        jne     bad_parameter
wrap_iv
        move    #>iv_buffer,r0
        do      x0,_iv
        move    x:(r3)+,x1
        move    x1,x:(r0)+
_iv
        jsr     des_take_iv
        take    state_des_chain,sum_des_chain
        clr     a
        rts

; Erases the bytes of the command in the data buffer.
; Out: A = 0, the status OK.
; Changes: A X1 R0
wrap_erase
        clr     a               #>data_buffer,r0
        move    x:argument,x1
        rep     x1
        move    a1,x:(r0)+
        rts

; Copies the bytes of the command, repeated until they fill a key of triple DES.
; In: X:data_buffer, X:argument the bytes and their number, 8, 16 or 24; R1 address of the copy.
; Out: X:(R1)+ 24 bytes.
; Changes: A X0 R1 R3 M3
wrap_copy
        move    x:argument,a
        move    #>1,x0
        sub     x0,a            #>data_buffer,r3
        move    a1,m3
        nop
        do      #24,_end
        move    x:(r3)+,x0
        move    x0,x:(r1)+
_end
        move    #>$FFFF,m3
        rts

; Makes X:des3_keys the key of triple DES, with a chaining value of zeros.
; Changes: A B X Y R0 N7
wrap_use
        clr     a               #>des_chain,r0
        rep     #4
        move    a1,x:(r0)+
        take    state_des_chain,sum_des_chain
        move    #>1,x0
        move    x0,x:des3_ready
        jsr     des3_key_sum
        move    a1,x:des3_sum
        rts

; Computes the checksum of the master key.
; Out: A1 the checksum.
; Changes: A B X Y R0 N7
wrap_master_sum
        first_x wrap_master,24
        jmp     sum_fold

; Checks that the master key is unchanged.
; Out: Z set if it is unchanged; else A1 the status.
; Changes: A B X Y R0 N7
wrap_check
        check_state wrap_master_sum,wrap_sum

; Value at the start: no master key
        org     x:wrap_ready
        dc      0
        org     p:

; SPDX-License-Identifier: MIT
; Defines AES as user's commands, for banks of 32K words. The first key makes the tables that serve all keys. They
; replace the pair tables of DES; after DES_TABLES 1 or MEMORY 32 the next key makes them again.
;
; The key and the chaining value remain in X between commands. The round keys remain in internal memory; they are
; computed again if another command has overwritten them.

AES_MEMORY              equ     $0000
AES_KEY                 equ     USER_DATA       ; X: the bytes of the key
AES_CHAIN               equ     USER_DATA+$20   ; X: the chaining value and a work area of one block
aes_bytes               equ     USER_DATA+$40   ; number of bytes of the key; 0: no key
aes_tables_made         equ     USER_DATA+$41
aes_state_sum           equ     USER_DATA+$42   ; checksum of key and chaining value
aes_round_sum           equ     USER_DATA+$43   ; checksum of the round keys
aes_job                 equ     USER_DATA+$44   ; routine of the current command
aes_wanted              equ     USER_DATA+$45   ; number of bytes of the new key
AES_PAGE                equ     $20
AES_TABLES              equ     AES_PAGE<<8
AES_TABLE_WORDS         equ     12*256
AES_TABLES_SUM          equ     $0B550D         ; checksum of the tables, which are the same for all keys
AES_MARK                equ     AES_TABLES+1024 ; a word that DES_TABLES 1, MEMORY 32 and data always change
AES_MARK_WORD           equ     $630063         ; its value in the tables
AES_ROUND_WORDS         equ     $80             ; L: length of the round keys of both directions
AES_CODE                equ     *
AES_REST                equ     AES_CODE+229

        include 'ciphers/aes.asm'

; Sets Z if the tables are unchanged.
aes_compare_tables      macro
        jsr     aes_tables_sum
        move    #>AES_TABLES_SUM,x0
        eor     x0,a
        endm

; AES_KEY: takes a key of 16, 24 or 32 bytes.
command_60
        jsr     aes_take_key
        jne     return
        jmp     aes_keep

; AES_KEY_IV: takes a key and after it the initial vector of CBC, together 32, 40 or 48 bytes.
command_61
        move    #>16,x1
        move    x0,a
        sub     x1,a
        move    a1,x0
        jsr     aes_take_key
        jne     return
        move    x:aes_bytes,n3
        move    #>data_buffer,r3
        nop
        move    (r3)+n3
        jmp     aes_take_iv

; AES_IV: takes an initial vector of 16 bytes for the current key.
command_62
        move    #>16,a
        cmp     x0,a
        jne     bad_parameter
        jsr     aes_check
        jne     return
        move    #>data_buffer,r3
aes_take_iv
        move    r3,r0
        move    #>AES_CHAIN,r1
        jsr     aes_copy

; Stores the checksum of key and chaining value.
; Out: A = 0, the status OK.
; Changes: A B X Y R0 N7
aes_keep
        jsr     aes_state
        move    a1,x:aes_state_sum
        clr     a
        rts

; AES_ECB_ENCRYPT: encrypts blocks; the argument is the number of bytes.
command_63
        move    #>aes_ecb_encrypt,y1
        jmp     aes_data
; AES_ECB_DECRYPT: decrypts blocks; the argument is the number of bytes.
command_64
        move    #>aes_ecb_decrypt,y1
        jmp     aes_data
; AES_CBC_ENCRYPT: encrypts blocks and stores the chaining value for the next command.
command_65
        move    #>aes_cbc_encrypt,y1
        jmp     aes_data
; AES_CBC_DECRYPT: decrypts blocks and stores the chaining value for the next command.
command_66
        move    #>aes_cbc_decrypt,y1
aes_data
        move    x0,a
        move    #>15,x1
        tst     a               y1,x:aes_job
        jeq     bad_parameter
        and     x1,a
        jne     bad_parameter
        jsr     aes_check
        jne     return
        jsr     aes_rounds_sum
        move    x:aes_round_sum,x0
        eor     x0,a
        jeq     _rounds
        jsr     aes_expand
_rounds
        move    x:argument,a
        rep     #4
        asr     a
        move    #>data_buffer,r7
        move    a1,n7
        move    x:aes_job,r0
        nop
        jsr     (r0)
; The result is erased unless the tables and the round keys are unchanged
        move    x:checks,a
        jclr    #CHECK_CONSTANTS,a1,_tables
        aes_compare_tables
        jne     job_changed
_tables
        move    x:checks,a
        jclr    #CHECK_STATE,a1,aes_keep
        verify_job aes_rounds_sum,aes_round_sum
        jmp     aes_keep

; Takes a key, and makes the tables if they are not in memory.
; In: X0 the number of bytes; X:data_buffer the key.
; Out: Z set if the key is ready; otherwise A1 the status.
; Changes: A B X Y R0-R7 N0-N3 N5-N7 M4 OMR
aes_take_key
        move    x0,x:aes_wanted
        move    x0,a
        move    #>7,x1
        and     x1,a
        jne     bad_count
        move    #>16,x1
        move    x0,a
        cmp     x1,a            #>32,x1
        jlt     bad_count
        cmp     x1,a
        jgt     bad_count
        clr     a
        move    a1,x:aes_bytes
        jsr     aes_lost
        jeq     _tables
        jsr     des_small_tables
        jne     return
        move    #>$1000,x0
        move    x0,x:buffer_size
        clr     a
        move    a1,x:aes_tables_made
        jsr     aes_tables
        aes_compare_tables
        jne     memory_changed
        move    #>1,x0
        move    x0,x:aes_tables_made
_tables
        clr     a               #>AES_KEY,r0
        rep     #32
        move    a1,x:(r0)+
        move    #>AES_KEY,r1
        move    #>data_buffer,r0
        move    x:aes_wanted,n7
        do      n7,_key
        move    x:(r0)+,x0
        move    x0,x:(r1)+
_key
        move    n7,x:aes_bytes

; Computes the round keys and their checksum.
; In: X:AES_KEY the key; X:aes_bytes its number of bytes.
; Out: L:AES_ENCRYPT, L:AES_DECRYPT the round keys; Z set, A = 0.
; Changes: A B X Y R0-R7 N0-N3 N5-N7 M4
aes_expand
        move    x:aes_bytes,n7
        jsr     aes_key
        jsr     aes_rounds_sum
        move    a1,x:aes_round_sum
        clr     a
        rts

; Checks that the tables are in memory. If DES_TABLES 1 and 0, or MEMORY 32 and 8, have overwritten them, only a changed
; word in them shows it.
; Out: Z set if the tables are in memory.
; Changes: A X Y0
aes_lost
        move    x:aes_tables_made,x0
        move    #>1,a
        move    #>$1000,x1
        move    #>AES_MARK_WORD,y0
        eor     x0,a            x:buffer_size,x0
        jne     return
        move    x0,a
        cmp     x1,a            x:AES_MARK,x0
        jne     return
        move    x0,a
        eor     y0,a
        rts

; Checks that a key is loaded, and that key and chaining value are unchanged.
; Out: Z set if both are so; otherwise A1 the status.
; Changes: A B X Y R0 N7
aes_check
        jsr     aes_lost
        jne     _none
        move    x:aes_bytes,a
        tst     a
        jeq     _none
        check_state aes_state,aes_state_sum
_none
        move    #>NO_KEY,a
        tst     a
        rts

; Computes the checksum of key and chaining value.
; Out: A1 the checksum.
; Changes: A B X Y R0 N7
aes_state
        first_x AES_KEY,48
        move    x:aes_bytes,x0
        add     x0,a
        jmp     sum_fold

; Computes the checksum of the round keys.
; Out: A1 the checksum.
; Changes: A B X Y R0
aes_rounds_sum
        clr     a               #>AES_ENCRYPT,r0
        clr     b
        do      #AES_ROUND_WORDS,_end
        move    l:(r0)+,x
        add     x,a
        add     a,b
_end
        mix_sums
        move    x:AES_ROUNDS,x0
        add     x0,a
        jmp     sum_fold

; Computes the checksum of the tables of both directions.
; Out: A1 the checksum.
; Changes: A B X Y R0 N7
aes_tables_sum
        clr     a               #>AES_TABLES,r0
        clr     b
        do      #3,_end
        move    #>512-1,n7
        jsr     x_piece
        nop
_end
        jmp     sum_fold

; After a start no key is loaded, and there are no tables.
        org     x:aes_bytes
        dc      0,0
        org     p:

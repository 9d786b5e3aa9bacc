; SPDX-License-Identifier: MIT
; Commands of the card's DES chip. Runs in external P. docs/reference/card.md describes the registers of the chip. A
; command has its argument in X0 and returns its status in A1.
;
; A chip must pass tests before it delivers ciphertext. Before each key, it encrypts a published block under a published
; key; the bytes to and from the chip have zeros and ones on every data line. After the key is loaded, the chip itself
; detects a data line that inverts key bytes, by their parity. After each operation, the chip encrypts a reference block
; under the new key again (chip_reference.asm). This is done in ECB mode, which does not change the chaining value. The
; reference block has zeros and ones on every data line as well, in both directions.

; Sets the registers for the routines of chip_block.asm.
; Out: R4 = DES_DATA; Y1 the poll limit; X0 = 1.
; Changes: X0 Y1 R4
chip_enter
        move    #>DES_DATA,r4
        move    x:chip_limit,y1
        move    #>1,x0
        rts

; Encrypts one block with the chip in ECB mode.
; In: X:(R3)+ the block; R4, X0, Y1 of chip_enter.
; Out: X:(R2)+ the ciphertext; Z clear after a time-out.
; Changes: A B R2 R3 N7
chip_one_block
        movep   #>DES_COMMAND_ENC|DES_COMMAND_ACT,y:<<DES_COMMAND
        move    #<1,n7
        jmp     <chip_loop

; Compares two groups of eight words.
; In: X:(R1), X:(R2) the words.
; Out: Z set if they are equal; else A1 the status.
; Changes: A B X1 R1 R2
chip_compare
        clr     b
        do      #8,_end
        move    x:(r1)+,x1
        move    x:(r2)+,a
        eor     x1,a
        move    a1,x1
        or      x1,b
_end
        move    b1,a
        tst     a               #>CHIP_WRONG,x1
        tne     x1,a
        rts

; Sends the eight bytes of a key to the chip.
; In: X:(R3)+ the bytes; R4, X0, Y1 of chip_enter.
; Out: Z clear after a time-out.
; Changes: A B R3
chip_take_key
        chip_wait DES_STATUS_KR,chip_take_failed
        jmp     chip_take

; Sends the eight bytes of an IV to the chip.
; In: X:(R3)+ the bytes; R4, X0, Y1 of chip_enter.
; Out: Z clear after a time-out.
; Changes: A B R3
chip_take_iv
        chip_wait DES_STATUS_IVR,chip_take_failed
chip_take
        chip_feed
        clr     a
        rts
chip_take_failed
        add     x0,b                            ; B was 0
        rts

; Loads a key into the chip.
; In: X:(R3)+ eight key bytes; R4, X0, Y1 of chip_enter.
; Out: Z set if it is loaded; else A1 the status.
; Changes: A B X1 R3
chip_load_key
        movep   #>DES_COMMAND_CLR|DES_COMMAND_LDKEY,y:<<DES_COMMAND  ; ends an operation that is in progress
        jsr     chip_take_key
        jeq     return
; Determines why the chip did not respond: on a card without a chip, nothing drives the data bus, and STATUS reads 0.
; Out: A1 the status; Z clear.
; Changes: A B X1
chip_silent
        movep   y:<<DES_STATUS,x1
        move    #>CHIP_TIMEOUT,a
        move    x1,b
        tst     b               #>CHIP_ABSENT,x1
        teq     x1,a
        tst     a
        rts

; Encrypts the published block under its key and checks the ciphertext.
; Out: Z set if the ciphertext is right, R4, X0, Y1 as of chip_enter; else A1 the status.
; Changes: A B X Y1 R1-R4 N7
chip_known_answer
        jsr     chip_enter
        move    #>sample_key,r3
        jsr     chip_load_key
        jne     return
        move    #>sample_text,r3
        move    #>chip_block,r2
        jsr     chip_one_block
        jne     return
        move    #>chip_block,r2
        move    #>sample_cipher,r1
        jmp     chip_compare

; CHIP_KEY: loads the key of key_buffer into the chip; the argument is 0, or 1 to load the IV as well.
; Changes: A B X Y R1-R4 N7
chip_key
        move    x0,a
        move    #>1,x1
        cmp     x1,a            x0,x:chip_argument
        jgt     bad_parameter
        jsr     chip_new_key
        jne     return
        move    x:chip_argument,a
        tst     a
        jne     chip_load_iv
        jmp     chip_end

; Loads the key of key_buffer into a chip that passes its tests.
; Out: Z set if it is loaded, R4, X0, Y1 as of chip_enter; else A1 the status.
; Changes: A B X Y R1-R4 N7
chip_new_key
        jsr     chip_known_answer
        jne     return
        move    #>key_buffer,r3
        jsr     chip_load_key
        jne     return
        jset    #DES_STATUS_KPE,y:<<DES_STATUS,chip_key_parity
        jset    #DES_STATUS_OVR,y:<<DES_STATUS,chip_error       ; loading an IV would clear OVR
        jmp     chip_find_reference

; A key byte has even parity: it was damaged in the transfer, or it is not from a DES key. Erase the key in the chip.
chip_key_parity
        movep   #>DES_COMMAND_RST,y:<<DES_COMMAND
        move    #>KEY_PARITY,a
        tst     a
        rts

; CHIP_IV: loads the IV of iv_buffer into the chip; the argument is 0.
; Changes: A B X Y1 R3 R4
chip_iv
        move    x0,a
        tst     a
        jne     bad_parameter
        jsr     chip_enter
; Loads the IV of iv_buffer into the chip.
; In: R4, X0, Y1 of chip_enter.
; Out: Z set if it is loaded, A = 0; else A1 the status.
; Changes: A B X1 R3
chip_load_iv
        move    #>iv_buffer,r3
        movep   #>DES_COMMAND_CLR|DES_COMMAND_LDIV,y:<<DES_COMMAND
        jsr     chip_take_iv
        jne     chip_silent
; End the operation: the chip then accepts no text until the next mode arrives, so a lost mode causes a time-out.
chip_end
        movep   #>0,y:<<DES_COMMAND
        jset    #DES_STATUS_OVR,y:<<DES_STATUS,chip_error
        clr     a
        rts

; CHIP_ECB_ENCRYPT: encrypts in ECB mode; the argument is the number of blocks.
; Changes: A B X Y R1-R4 N7
chip_ecb_encrypt
        move    #>DES_COMMAND_ENC|DES_COMMAND_ACT,y0
        jmp     chip_operation

; CHIP_ECB_DECRYPT: decrypts in ECB mode; the argument is the number of blocks.
; Changes: A B X Y R1-R4 N7
chip_ecb_decrypt
        move    #>DES_COMMAND_ACT,y0
        jmp     chip_operation

; CHIP_CBC_ENCRYPT: encrypts in CBC mode; the argument is the number of blocks.
; Changes: A B X Y R1-R4 N7
; Clocks: 626 + 160 a block
chip_cbc_encrypt
        move    #>DES_COMMAND_CBC|DES_COMMAND_ENC|DES_COMMAND_ACT,y0
        jmp     chip_operation

; CHIP_CBC_DECRYPT: decrypts in CBC mode; the argument is the number of blocks.
; Changes: A B X Y R1-R4 N7
chip_cbc_decrypt
        move    #>DES_COMMAND_CBC|DES_COMMAND_ACT,y0
chip_operation
        jsr     count_blocks
        jne     return
        jclr    #TAKE_KEY,x0,_key_there
        move    x0,x:chip_argument
        move    y0,x:chip_mode
        jsr     chip_new_key
        jne     return
        move    x:chip_argument,x0
        move    x:chip_mode,y0
        jsr     count_blocks
_key_there
        jclr    #TAKE_IV,x0,_taken
        jsr     chip_enter
        jsr     chip_load_iv
        jne     return
_taken
        jclr    #DES_STATUS_KV,y:<<DES_STATUS,chip_no_key
        move    #>data_buffer,r3
        move    r3,r2
; Processes blocks with the chip under its current key, then encrypts the reference block of the key again.
; In: X:(R3)+ the blocks, N7 of them; Y0 the chip's command.
; Out: X:(R2)+ the chip's results; Z set if the reference is right; else A1 the status.
; Changes: A B X Y1 R1-R4 N7
chip_operate
        jsr     chip_enter
; Write the mode twice: a lost or damaged write would leave the chip in another mode, which no later check detects.
        movep   y0,y:<<DES_COMMAND
        movep   y0,y:<<DES_COMMAND
        jsr     <chip_loop
        jne     return
; Encrypts the reference block of the key again.
; In: R4, X0, Y1 of chip_enter.
; Out: Z set if its ciphertext is unchanged; else A1 the status.
; Changes: A B X1 R1-R3 N7
chip_ask
        move    #>chip_text,r3
        move    #>chip_block,r2
        jsr     chip_one_block
        jne     return
        move    #>chip_block,r2
        move    #>chip_reference,r1
        jsr     chip_compare
        jne     return
        jmp     chip_end
chip_no_key
        jset    #DES_STATUS_BSY,y:<<DES_STATUS,chip_stuck
        move    #>NO_KEY,a
        rts
chip_stuck
        move    #>CHIP_TIMEOUT,a
        rts
chip_error
        movep   #>DES_COMMAND_CLR,y:<<DES_COMMAND
        move    #>CHIP_ERROR,a
        tst     a
        rts

; Checks whether a chip drives the data bus: a card without the chip reads 0.
; Out: Z set if a chip is present.
; Changes: A B X1
chip_answers
        movep   #>DES_COMMAND_CLR|DES_COMMAND_LDKEY,y:<<DES_COMMAND
        jsr     chip_silent
        move    #>CHIP_TIMEOUT,x1
        cmp     x1,a
        rts

        org     x:chip_sample
; FIPS 81, table B1: first block of the electronic codebook (ECB) sample
sample_key
        dc      $01,$23,$45,$67,$89,$AB,$CD,$EF
sample_text
        dc      $4E,$6F,$77,$20,$69,$73,$20,$74
sample_cipher
        dc      $3F,$A4,$0E,$8A,$98,$4D,$48,$15
        org     p:

; The card's DES chip: the commands. Runs in external P. Chip commands (bits 0 ACT, 1 ENC, 2 LDKEY, 3 LDIV, 4 CBC) are those
; of the card's chip description. Commands: X0 argument; status in A1.

POLL_LIMIT equ  1430                            ; turns of 14 clocks: 1 ms

chip_enter
        move    #>CHIP_DATA,r4
        move    #>POLL_LIMIT,y1
        move    #>1,x0
        rts

; CHIP_KEY: argument 0, or 1 to load the IV as well
chip_key
        move    x0,a
        move    #>1,x1
        cmp     x1,a    #>key_buffer,r3
        jgt     bad_parameter
        tst     a
        jne     chip_key_iv
        jsr     chip_enter
        movep   #>$04,y:<<CHIP_CONTROL
        jmp     <chip_take_key
chip_key_iv
        jsr     chip_enter
        movep   #>$0C,y:<<CHIP_CONTROL
        jsr     <chip_take_key
        jne     return
        jmp     <chip_take_iv

; CHIP_IV: argument 0
chip_iv
        move    x0,a
        tst     a       #>iv_buffer,r3
        jne     bad_parameter
        jsr     chip_enter
        movep   #>$08,y:<<CHIP_CONTROL
        jmp     <chip_take_iv

; The four operations: blocks
chip_ecb_encrypt
        move    #>$03,y0
        jmp     chip_operation
chip_ecb_decrypt
        move    #>$01,y0
        jmp     chip_operation
chip_cbc_encrypt
        move    #>$13,y0
        jmp     chip_operation
chip_cbc_decrypt
        move    #>$11,y0
chip_operation
        jsr     count_blocks
        jne     return
        jclr    #6,y:<<CHIP_CONTROL,chip_no_key
        move    #>data_buffer,r3
        move    r3,r2
        jsr     chip_enter
        movep   y0,y:<<CHIP_CONTROL
        jsr     <chip_loop
        jne     return
        jset    #7,y:<<CHIP_CONTROL,chip_error
        clr     a
        rts
chip_no_key
        jset    #0,y:<<CHIP_CONTROL,chip_stuck
        move    #>NO_KEY,a
        rts
chip_stuck
        move    #>CHIP_TIMEOUT,a
        rts
chip_error
        movep   #>$40,y:<<CHIP_CONTROL          ; CLR
        move    #>CHIP_ERROR,a
        rts

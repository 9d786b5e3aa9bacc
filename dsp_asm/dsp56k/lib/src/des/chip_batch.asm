; SPDX-License-Identifier: MIT
; The card's DES chip: consecutive operations, each with a reset of the chip, its own key and its own IV. Runs in
; internal P instead of triple DES. Keys of single operations are loaded in external P (chip.asm).

BATCH_ENCRYPT           equ     DES_COMMAND_LDKEY|DES_COMMAND_LDIV|DES_COMMAND_CBC|DES_COMMAND_ENC|DES_COMMAND_ACT
BATCH_DECRYPT           equ     DES_COMMAND_LDKEY|DES_COMMAND_LDIV|DES_COMMAND_CBC|DES_COMMAND_ACT
batch_stop              equ     $00             ; internal X: address behind the last record

; Processes records. Each has a byte with the number of blocks (bits 6-0) and the direction (bit 7: decrypt), eight
; bytes of key, eight bytes of IV, and the blocks.
; In: X:(R3)+ records up to X:<batch_stop; R4, X0, Y1 of chip_enter.
; Out: X:(R2)+ the blocks of the chip; Z clear after an error, which STATUS shows.
; Changes: A B X1 R2 R3 N7
batch_operations
        movep   #>DES_COMMAND_RST,y:<<DES_COMMAND
        move    x:(r3)+,x1
        move    x1,a
        move    #>BATCH_ENCRYPT,b
        jclr    #7,x1,_encrypt
        move    #>BATCH_DECRYPT,b
_encrypt
        movep   b1,y:<<DES_COMMAND
        move    #>$7F,x1
        and     x1,a
        move    a1,n7
        jsr     <chip_take_key
        jne     <_end
        jset    #DES_STATUS_KPE,y:<<DES_STATUS,_end     ; Z is set: the caller checks KPE
        jsr     <chip_take_iv
        jne     <_end
        jsr     <chip_loop
        jne     <_end
        move    r3,a
        move    x:<batch_stop,x1
        cmp     x1,a
        jlt     <batch_operations
_end
        rts

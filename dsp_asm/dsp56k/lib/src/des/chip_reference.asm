; SPDX-License-Identifier: MIT
; The card's DES chip: the block that is encrypted after each operation. Runs in external P, away from the
; other commands of the chip: only CHIP_KEY needs it, and the sum after each operation leaves it out.

CHIP_TEXTS      equ     16                      ; to try; of all cipher texts 15 in 16 will do

; The block to encrypt: the sample's cipher text, which has both levels on every line, xored with
; 0, 1 ... until its encryption has them, too. That must become the block again: a line that
; began to fail since the sample damages ciphertexts that return to the chip, not only blocks.
; In: R4, X0, Y1 of chip_enter; the key in the chip.
; Out: X:chip_text the block, X:chip_reference its cipher text; Z set: done; else A1 the status.
; Changes: A B X1 Y0 R1-R3 N7
chip_find_reference
        clr     a
        move    a1,y0
_next_text
        move    #>sample_cipher,r3
        move    #>chip_text,r1
        do      #8,_text_end
        move    x:(r3)+,a
        eor     y0,a
        move    a1,x:(r1)+
_text_end
        move    #>chip_text,r3
        move    #>chip_reference,r2
        jsr     chip_one_block
        jne     return
; all bytes ored less all bytes anded: $FF
        move    #>chip_reference,r2
        clr     a       #>$FF,x1
        move    x1,b
        do      #8,_levels_end
        move    x:(r2)+,x1
        or      x1,a
        and     x1,b
_levels_end
        move    b1,x1
        sub     x1,a            #>$FF,x1
        cmp     x1,a
        jeq     _back
        move    y0,a
        add     x0,a            #>CHIP_TEXTS,x1
        cmp     x1,a            a1,y0
        jne     _next_text
        move    #>CHIP_WRONG,a
        tst     a
        rts
_back
        movep   #>DES_COMMAND_ACT,y:<<DES_COMMAND
        move    #<1,n7
        move    #>chip_reference,r3
        move    #>chip_block,r2
        jsr     <chip_loop
        jne     return
        move    #>chip_block,r2
        move    #>chip_text,r1
        jmp     chip_compare

; SPDX-License-Identifier: MIT
; Reference block of the card's DES chip, which is encrypted after each operation. Runs in external P, apart from the
; other commands of the chip: only CHIP_KEY uses this code, so the checksum after each operation does not include it.

CHIP_TEXTS      equ     16                      ; number of blocks to try; 15 in 16 ciphertexts are suitable

; Finds the reference block: the sample's ciphertext, which has both levels on every data line, xor 0, 1 ... until its
; encryption has both levels as well. The decryption of the result must give the block again: a data line that began to
; fail after the sample damages ciphertext that returns to the chip, not only blocks.
; In: R4, X0, Y1 of chip_enter; the key in the chip.
; Out: X:chip_text the block, X:chip_reference its ciphertext; Z set if they are found; else A1 the status.
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
; The OR of all bytes minus the AND of all bytes must be $FF.
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

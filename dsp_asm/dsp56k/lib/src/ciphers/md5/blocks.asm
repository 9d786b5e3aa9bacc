; SPDX-License-Identifier: MIT
; Processes blocks of MD5, for the program of the variants and for the firmware.

; Assembles an operation with a parallel move; without LATENCY the move follows in its own instruction.
beside  macro   operation,transfer
        if      LATENCY
        operation       transfer
        else
        operation
        move    transfer
        endif
        endm

        if      COMPUTATION
        include 'steps.asm'
        else
        include 'plain_steps.asm'
        endif

; Updates the state with complete blocks.
; In: X:(R3)+ the blocks, 64 bytes each, or with HELPER the PC sends their words; N7 the number of blocks, not 0;
;   L:MD5_STATE the state.
; Out: L:MD5_STATE the new state.
; Changes: A B X Y R0-R7 N1 N4 N5 M0-M2 M4
; Bounds: |A|, |B| <= 5 * 2^47 but for plain
md5
        do      n7,_end
        move    #MD5_WORDS,r4
        if      HELPER
        do      #16,_words_end
        from_pc x:(r4)
        from_pc y:(r4)+
_words_end
        else
        move    #>$008000,y0
        move    #>$000080,y1
        do      #16,_words_end
        move    x:(r3)+,x0
        beside  'mpy x0,y0,a','x:(r3)+,x1'
        beside  'add x1,a','x:(r3)+,x0'
        beside  'mpy x0,y1,b','x:(r3)+,x0'
        mac     x0,y0,b
        move    b0,x1
        add     x1,a
        move    a10,l:(r4)+
_words_end
        endif
        move    #MD5_STATE,r1
        move    #MD5_BEFORE,r7
        dup     4
        move    l:(r1)+,x
        move    x,l:(r7)+
        endm
        md5_rounds
        move    #MD5_STATE,r1
        move    #MD5_BEFORE,r7
        dup     4
        move    l:(r1),a
        move    l:(r7)+,x
        add     x,a
        move    a10,l:(r1)+
        endm
        nop
_end
        rts
md5_end

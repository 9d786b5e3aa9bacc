; SPDX-License-Identifier: MIT
; Computes a square root bit by bit: the largest fraction whose square is not above the operand. The code has no branch
; and no division.

        if      !@def(fx_square_root)
        include 'powers.asm'

; Computes a square root, rounded down. The result for a negative number is 0.
; In: A the number, a word.
; Out: A the root.
; Changes: A B X1 Y R4
; Clocks: 250
; Accuracy: 1 unit of 2^-23
fx_square_root
        move    #>fx_powers,r4
        move    a,y1
        clr     b               y:(r4)+,x1
        do      #23,_end
        tfr     b,a
        add     x1,a            y:(r4)+,x1
        tfr     y1,a            a,y0
        mac     -y0,y0,a
        tpl     y0,b
_end
        tfr     b,a
        rts
        endif

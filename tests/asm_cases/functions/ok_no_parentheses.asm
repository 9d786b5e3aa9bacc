; Functions without arguments may have no parentheses, as in the example of IF (ASM chapter 6)
        list
        list
        if      @LST>0
a_      equ     @lst
        dup     @LST
        nolist
        endm
        endif
b_      equ     @lst+@rel*2+@ccc*4+@mxp*8
;= a_ 2
;= b_ 0

; @CCC counts clocks since OPT CC
        opt     cc
        nop
        jmp     0
a_      equ     @ccc()
;= a_ 6

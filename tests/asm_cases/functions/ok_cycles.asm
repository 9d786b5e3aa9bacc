; @CCC counts clocks while OPT CC is in effect; CONTC goes on without clearing the count (ASM 3.8; chapter 6, OPT)
        nop
        dc      @ccc()
        opt     cc
        nop
        jmp     0
        dc      @ccc()
        opt     nocc
        nop
        opt     contc
        nop
        dc      @ccc()
        opt     cc
        dc      @ccc()
;= P:0000 000000 000000 000000 0C0000 000006 000000 000000 000008 000000

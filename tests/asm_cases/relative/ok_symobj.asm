; SYMOBJ has no effect in relative mode (ASM chapter 6, SYMOBJ).
;> relative
        symobj  nothing
        nop
;= P:0000 000000

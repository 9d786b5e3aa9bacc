; SYMOBJ selects symbols of the section that contains it (ASM chapter 6, SYMOBJ).
        section one
        symobj  gain
gain    equ     3
        endsec
        nop
;= P:0000 000000

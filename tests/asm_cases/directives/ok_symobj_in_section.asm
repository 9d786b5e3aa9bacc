; SYMOBJ means the symbols of the section it stands in (ASM chapter 6, SYMOBJ).
        section one
        symobj  gain
gain    equ     3
        endsec
        nop
;= P:0000 000000

; a section's own symbol is meant above its definition, too, for the second pass knows it (ASM 1.5, 4.3)
value   equ     1
        section s_
        dc      value
value   equ     2
        dc      value
        endsec
        dc      value
;= P:0000 000002 000002 000001

; symbols keep their case, mnemonics and directives don't
Abc     EQU     1
abc     Equ     2
        NOP
        Move    #<Abc,X0
;= P:0000 000000 240100
;= Abc 1
;= abc 2

; an unknown operation is looked for in the macro libraries (ASM 5.2)
        maclib  'maclib'
        fromlib 5
        fromlib 6
;= P:0000 000005 000006

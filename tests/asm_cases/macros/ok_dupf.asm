; 1996 manual
        dupf    n,1,3
        dc      n
        endm
        dupf    n,10,6,-2
        dc      n
        endm
;= P:0000 000001 000002 000003 00000A 000008 000006

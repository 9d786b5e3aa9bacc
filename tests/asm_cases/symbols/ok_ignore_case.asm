        opt     ic
Abc     equ     1
        dc      ABC
;= P:0000 000001

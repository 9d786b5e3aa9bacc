m1      macro
        dc      1
        endm
        m1
        pmacro  m1
m1      macro
        dc      2
        endm
        m1
;= P:0000 000001 000002

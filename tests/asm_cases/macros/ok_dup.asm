count   set     3
        dup     count
        asr     a
        endm
        dup     0
        nop
        endm
        dup     2
        dup     2
        dc      1
        endm
        endm
;= P:0000 200022*3 000001*4

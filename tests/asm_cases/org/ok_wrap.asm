; the counter wraps at the top of memory, with a warning
        org     p:$FFFF
        nop
top     nop                     ;! A0701
;= P:FFFF 000000
;= P:0000 000000

; a backslash at the end continues the line (ASM 2.1); a comment too
        dc      1,\
2,\
3
; this goes on \
        nop
        dc      4
;= P:0000 000001 000002 000003 000004

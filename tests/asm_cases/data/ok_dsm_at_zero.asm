; at 0 nothing is skipped; 24 words take a boundary of 32 (ASM 6.3, DSM)
        org     x:0
a1_     dsm     24
b1_     dsm     24
;= a1_ 0
;= b1_ 32

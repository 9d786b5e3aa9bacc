two     macro
        nop
        nop
        endm
        org     p:5
here    two
;= P:0005 000000 000000
;= here 5

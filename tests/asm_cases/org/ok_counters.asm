; three counters for each space; without an address each goes on where it was left (ASM 4.5.2)
        org     p:$40
        nop
        org     ph:$1000
        nop
        org     pl:$20
        nop
        org     p:
        nop
        org     ph:
high    nop
        org     xle:$200
        dc      1
;= P:0040 000000 000000
;= P:1000 000000 000000
;= P:0020 000000
;= X:0200 000001
;= high $1001
;= start $40

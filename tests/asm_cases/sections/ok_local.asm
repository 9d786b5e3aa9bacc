; LOCAL (1996 manual) keeps a symbol within its GLOBAL section
        org     p:0
        section one global
        local   count
count   equ     5
seen    equ     6
        dc      count
        endsec
        section two global
        local   count
count   equ     7
        dc      count,seen
        endsec
;= P:0000 000005 000007 000006

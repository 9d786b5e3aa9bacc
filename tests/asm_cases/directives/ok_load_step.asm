; OPT LB: an overlay is loaded byte by byte, three addresses a word
        opt     lb
        org     p:0,p:$C000
        dc      1,2
;= P:C000 000001
;= P:C003 000002

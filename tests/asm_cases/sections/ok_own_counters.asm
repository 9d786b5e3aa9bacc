; OPT NOGS: each section has its own location counters, in absolute mode too (ASM 4.4)
        opt     nogs
        org     p:$100
        nop
        section a_
        org     x:
first   ds      3
        org     p:$40
        clr     a
        endsec
        section b_
        org     x:
second  ds      1
        endsec
        section a_
        org     x:
third   ds      1
        endsec
        nop
;= P:0040 200013
;= P:0100 000000 000000
;= first 0
;= second 0
;= third 3

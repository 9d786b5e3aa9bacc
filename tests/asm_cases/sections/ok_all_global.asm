; OPT GL (later versions): as if every section were GLOBAL
        opt     gl
        section a_
g       equ     1
        endsec
        section b_
        dc      g
        endsec
;= P:0000 000001

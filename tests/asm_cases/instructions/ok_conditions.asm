; HS and LO are CC and CS
        jhs     <4
        jcc     <4
        jslo    <4
        ths     x0,a
        tlo     x0,a r1,r2
;= P:0000 0E0004 0E0004 0F8004 020040 038142

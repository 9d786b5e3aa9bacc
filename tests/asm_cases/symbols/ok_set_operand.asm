; SET and GSET with the symbol in the operand field (later manuals)
        set     count 5
        dc      count
        set     count count+1
        section s_
        gset    count 9
        dc      count
        endsec
        dc      count
;= P:0000 000005 000009 000009
;= count 9

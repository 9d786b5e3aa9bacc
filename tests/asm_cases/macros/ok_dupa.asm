        dupa    value,12,32,'3,4'
        dc      value
        endm
;= P:0000 00000C 000020 000003 000004

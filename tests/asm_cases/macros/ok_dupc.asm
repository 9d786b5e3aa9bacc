        dupc    value,'123'
        dc      value
        endm
        dupc    value,''
        dc      value
        endm
        dupc    s,'xy'
        dupc    w,'ab'
lab\\s\\w  dc      "\\s\\w"
        endm
        endm
;= P:0000 000001 000002 000003 786100 786200 796100 796200
;= labxa 3
;= labya 5

; "Y:0,P:": the data go on after the code
        org     p:$40
        nop
        nop
        org     y:0,p:
tab     dc      1,2
        org     x:0,p:
        dc      3
;= P:0040 000000 000000 000001 000002 000003
;= tab 0

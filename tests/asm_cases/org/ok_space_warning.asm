xtab    equ     x:$40
ytab    equ     y:$50
        org     y:xtab          ;! A0509
        dc      1
        org     x:0,p:ytab      ;! A0510
        dc      2
;= Y:0040 000001
;= P:0050 000002

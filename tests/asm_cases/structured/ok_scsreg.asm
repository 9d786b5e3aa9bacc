; SCSREG (later manuals): source, destination and temporary register of the comparison
        scsreg  y0,b
        .if     x:5 <gt> #3
        nop
        .endi
        scsreg
        .if     x:5 <gt> #3
        nop
        .endi
;= P:0000 578500 46F400 000003 20005D 0AF0AF 000007 000000
;= P:0007 568500 44F400 000003 200045 0AF0AF 00000E 000000
;= Z_L00000 7
;= Z_L00001 14

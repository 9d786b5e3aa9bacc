        opt     nomsw
xs      equ     x:5
ys      equ     y:6
        dc      xs+ys
;= P:0000 00000B

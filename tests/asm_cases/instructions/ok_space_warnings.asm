xs      equ     x:5
ps      equ     p:6
        move    y:xs,a          ;! A0608
        jmp     xs              ;! A0608
        move    x:xs,a
        jmp     ps
        move    l:xs,a
;= P:0000 5E8500 0C0005 568500 0C0006 488500

; beyond [-1, 1) the nearest fraction is taken, with a warning (ASM D.3)
        org     x:0
        dc      1.0             ;! A0319
        dc      3.5,-2.0        ;! A0319 A0319
;= X:0000 7FFFFF 7FFFFF 800000

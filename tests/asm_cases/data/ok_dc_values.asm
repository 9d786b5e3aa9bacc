; DC: integers, fractions, strings, a missing argument, an expression (ASM chapter 6, DC)
        org     x:$10
table   dc      1426,253,$2662,'ABCD'
        dc      0.5,-0.5,-1.0,0.25
        dc      1,,3
        dc      'R'
        dc      'ABCDE'
        dc      %1010+2*3,-1
;= X:0010 000592 0000FD 002662 414243 440000 400000 C00000 800000 200000 000001 000000 000003 000052 414243 444500 000010 FFFFFF
;= table $10

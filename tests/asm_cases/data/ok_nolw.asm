; OPT NOLW: 24-bit words in L memory, two to a location (ASM chapter 6, OPT; how they share it is our reading)
        opt     nolw
        org     l:0
        dc      1,0.5,3
        bsc     3,5
        dc      'ABCDE'
        opt     lw
        dc      0.5
;= X:0000 000001 000003 000005 000005 414243 400000
;= Y:0000 400000 000000 000005 000000 444500 000000

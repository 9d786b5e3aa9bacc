        dc      10
        radix   2
        dc      10,`10
        radix   `16
        dc      10,0ff,`16
        radix   $a
        dc      10
        radix   8
        dc      17,0.5
        radix   `16
        dc      1e5,.5,0.5,5.0e-1       ; an exponent needs a point here, for E is a digit
;= P:0000 00000A 000002 00000A 000010 0000FF 000010 00000A 00000F 400000 0001E5 400000 400000 400000

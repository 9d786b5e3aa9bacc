        dc      10
        radix   2
        dc      10,`10
        radix   `16
        dc      10,0ff,`16
        radix   $a
        dc      10
        radix   8
        dc      17
;= P:0000 00000A 000002 00000A 000010 0000FF 000010 00000A 00000F

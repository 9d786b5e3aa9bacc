; OPT NOPS: one character a word
        opt     nops
        org     x:0
        dc      'ABC'
;= X:0000 000041 000042 000043

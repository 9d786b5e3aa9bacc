        org     x:0
a_      bsc     3,$FFFFFF
b_      bsc     2
        org     l:$10
        bsc     2,$1000002
;= X:0000 FFFFFF*3 000000*2
;= X:0010 000001*2
;= Y:0010 000002*2
;= b_ 3

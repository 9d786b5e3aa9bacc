; blocks on a boundary of 2**k; the label follows the alignment
        org     x:5
m       bsm     3,1
        org     y:9
r       bsr     8,2
;= X:0008 000001*3
;= Y:0010 000002*8
;= m 8
;= r 16

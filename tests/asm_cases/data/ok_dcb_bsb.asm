; directives of the 1996 manual
        org     x:0
        dcb     'AB',3,$44
        org     x:9
r       bsb     8,1
;= X:0000 414203 440000
;= X:0010 000001*8
;= r 16

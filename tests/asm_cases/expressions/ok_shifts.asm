; right shifts copy the sign, left shifts fill with zeros, by up to 32 bits (ASM 3.6.4, D.4)
        dc      -256>>4,$ffffff>>4,1<<23,5>>0
        org     l:0
        dc      1<<32,-1<<24
;= P:0000 FFFFF0 0FFFFF 800000 000005
;= X:0000 000100 FFFFFF
;= Y:0000 000000 000000

; Relative terms with opposing signs make an absolute value, one more a relative one (ASM 3.2); ASM 3.8 names the
; functions that take relative arguments.
;> relative
        org     p:
first   nop
last    nop
        dc      last-first,5-first+last,first+last-first,(last-first)*8
        dc      @int(first),@msp(last),@exp(last),@exp(first+last),@sgn(last),@cvs(x,last)
        dc      @msp(last-first)
;= P:0000 000000 000000 000001 000006 000001 000008
;= P:0006 000001 000004 000001 000000 000001 000001
;= P:000C 000000

; an integer beyond 24 bits whose low word has its top bit set, as ASM56000 3.1 converts it
xtal    equ     27000000
delay   equ     @cvi(@sqt(xtal/2.0/10.0))
whole   equ     xtal/2/10
;= delay 1479
;= whole 1350000

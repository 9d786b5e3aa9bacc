; ? gives a symbol's decimal value, % its hexadecimal one (ASM 5.5.2, 5.5.3)
swap    macro   reg1
        move    r\?reg1,x0
        endm
gen_lab macro   lab,val,stmt
lab\%val stmt
        endm
areg    set     3
num     set     10
        swap    areg
        gen_lab HEX,num,'nop'
;= P:0000 226400 000000
;= HEXA 1

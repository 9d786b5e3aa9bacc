; ASM 5.5.1
swap    macro   reg1,reg2       ;swap two registers
        move    r\reg1,x0
        move    r\reg2,r\reg1
        nop
        move    x0,r\reg2
        endm
        swap    0,1
;= P:0000 220400 223000 000000 209100

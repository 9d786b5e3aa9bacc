; the manual's example of ASM 4.3
sym1    equ     1
sym2    equ     2
        section example
sym1    equ     3
        move    #<sym1,r0
        move    #<sym2,r1
        endsec
        move    #<sym1,r2
;= P:0000 300300 310200 320100

; ASM 4.3.1
sym1    equ     1
        section sect1
        xdef    sym2
sym1    equ     2
sym2    equ     3
        endsec
        section sect2
        xref    sym2
        move    #<sym1,r0
        move    #<sym2,r1
        endsec
        move    #<sym2,r2
;= P:0000 300100 310300 320300

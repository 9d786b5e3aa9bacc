; a local label stays valid after EQU and SET, but may come again there (ASM 2.4.1 allows both readings)
first_  nop
_l      nop
one_    equ     1
        jmp     _l
two_    set     2
_l      clr     a
        jmp     _l
three_  equ     3
        jmp     _n
four_   equ     4
_n      nop
;= P:0000 000000 000000 0C0001 200013 0C0003 0AF080 000007 000000

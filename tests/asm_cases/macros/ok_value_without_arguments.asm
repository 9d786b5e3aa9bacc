; A backslash ends the name after ? and %, in a macro without arguments, too (ASM 5.5.2)
count   set     11
next_   macro
t\?count\_a equ *
t\%count\_\?count equ *+1
        endm
        org     x:5
        next_
;= t11_a 5
;= tB_11 6

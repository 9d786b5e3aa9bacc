; ? and % show the value of an expression that an argument is (ASM D.4, "Macro value substitution failed")
table   macro   n
t\?n    dc      ?n
u\%n    dc      $\%n
        if      n==10
        table   n-1
        endif
        endm
base    equ     9
        org     x:0
        table   base+1
        table   $1f
;= X:0000 00000A 00000A 000009 000009
;= X:0004 00001F 00001F

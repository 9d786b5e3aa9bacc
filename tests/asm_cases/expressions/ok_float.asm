; mixed operands become floating point (ASM 3.6)
a_      equ     1/2
b_      equ     1/2.0
c_      equ     7.5%2
d_      equ     3*1.5-1
e_      equ     1.5>1
        dc      b_
;= a_ 0
;= b_ 0.5
;= c_ 1.5
;= d_ 3.5
;= e_ 1
;= P:0000 400000

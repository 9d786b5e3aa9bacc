mac1    macro
        endm
flt     equ     1.5
a_      equ     @def(flt)+@def(later)*2
b_      equ     @mac(mac1)+@mac(flt)*2
c_      equ     @exp(1/2)+@exp(1/0)*2
d_      equ     @int(5)+@int(flt)*2
e_      equ     @scp('MAIN','MAIN')+@scp('a',"b")*2
f_      equ     @sgn(-3.5)
g_      equ     @max(1.0,5.5,-3.25)
h_      equ     @min(1.0,5.5,-3.25)
i_      equ     @rel()
j_      equ     @rnd()<1.0
        list
k_      equ     @lst()
later   equ     1
;= a_ 1
;= b_ 1
;= c_ 1
;= d_ 1
;= e_ 1
;= f_ -1
;= g_ 5.5
;= h_ -3.25
;= i_ 0
;= j_ 1
;= k_ 1

; the attribute of a result (ASM 3.3)
xs      equ     x:5
ys      equ     y:6
ls      equ     l:7
sx      equ     @msp(xs)
sxl     equ     @msp(xs+ls)
sn      equ     @msp(xs==5)
sp1     equ     @msp(*)
bad     equ     @msp(xs+ys)     ;! A0317
set1    set     xs
sset    equ     @msp(set1)
conv    equ     @msp(@cvs(y,xs))
;= sx 1
;= sxl 1
;= sn 0
;= sp1 4
;= bad 1
;= sset 0
;= conv 2

        org     p:$10,y:$8000
        nop
run_    equ     @lcv(r)
load_   equ     @lcv(l)
        org     pl:$100
low     equ     @ctr(r)
        org     ph:0
hi      equ     @ctr(l)
;= Y:8000 000000
;= run_ $11
;= load_ $8001
;= low 1
;= hi 2

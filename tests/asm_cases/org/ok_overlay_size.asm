; words of an overlay after words of another space belong to that space: the size is a difference there (ASM 4.7)
        org     xe:$100
        org     x:
image
        org     p:$40,x:
        nop
        clr     a
        org     x:
size    equ     *-image
after   ds      1
; not so where the overlay is loaded elsewhere
        org     p:$40,x:$200
        nop
        org     x:
low     ds      1
;= X:0100 000000 200013
;= X:0200 000000
;= size 2
;= after $102
;= low $103

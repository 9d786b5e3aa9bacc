; Each of two accesses through a modulo buffer of another length wraps by a select, not by a branch.
; at: $0044
; region: M0 $0009
; region: ReadX
; region 1: instructions,
; region 1: entry block
; clif 3: brif
; clif 2: select
; clif not: 0xffff
        org     p:$40
start   movep   #0,x:$fffe
        move    #9,m0
        move    #$10,r0
loop    move    x:(r0)+,x0
        add     x0,a
        move    x:(r0)+,x0
        add     x0,a
        jmp     loop

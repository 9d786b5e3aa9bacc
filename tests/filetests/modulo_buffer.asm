; Each of two accesses through a modulo buffer of a power of two words keeps the upper bits of the pointer, without a
; comparison.
; at: $0044
; region: M0 $0007
; region: ReadX
; region 1: instructions,
; region 1: entry block
; clif 3: brif
; clif not: select
        org     p:$40
start   movep   #0,x:$fffe
        move    #7,m0
        move    #$10,r0
loop    move    x:(r0)+,x0
        add     x0,a
        move    x:(r0)+,x0
        add     x0,a
        jmp     loop

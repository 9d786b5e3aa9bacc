; An L: move accesses X and Y at the same address, which needs one guard. A modifier of modulo arithmetic prevents that it
; is a part of a guard range. The other branch is the clock check.
; at: $0044
; region 1: instructions,
; clif 2: brif
        org     p:$40
start   movep   #0,x:$fffe
        move    #7,m0
        move    #$10,r0
loop    move    l:(r0)+,x
        add     x,a
        jmp     loop

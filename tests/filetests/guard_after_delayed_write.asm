; After a delayed write one guard covers all accesses that follow.
; at: $0042
; clif 2: brif
        org     p:$40
start   movep   #0,x:$fffe
loop    move    n0,r0
        nop
        move    x:(r0)+,y0
        move    x:(r0)+,y1
        move    x:(r0)-,x0
        jmp     loop

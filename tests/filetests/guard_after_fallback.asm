; After a fallback one guard covers all accesses that follow.
; at: $0042
; region 2: guard R0
; region 1: guard R0 -1 to +0
; clif 4: brif
        org     p:$40
start   movep   #0,x:$fffe
loop    move    x:(r0)+,x0
        movep   x:$ffe9,x1
        move    x:(r0)-,y0
        move    x:(r0)+,y1
        move    x:(r0)-,y0
        jmp     loop

; One comparison shows that the OR of the last addresses, and so each pointer of a batch, is internal.
; at: $0044
; region 1: batches, R0 +1, R1 +1, R2 +0
; clif 1: ult v
        org     p:$40
start   movep   #0,x:$fffe
        do      #20,_end
        move    x:(r0)+,x0
        move    y:(r1)+,y0
        move    x:(r2),x1
_end
        jmp     start

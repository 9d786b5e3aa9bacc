; The steps of a covered pointer are one addition, and need no mask in its range.
; at: $0044
; clif 4: iadd
; clif 0: band
        org     p:$40
start   movep   #0,x:$fffe
        move    #0,r0
        nop
loop    move    x:(r0)+,x0
        move    x:(r0)+,x1
        move    x:(r0)+,y0
        jmp     loop

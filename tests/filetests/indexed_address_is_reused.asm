; The sum of Rn and Nn is masked once for two accesses.
; at: $0042
; clif 1: band
        org     p:$40
start   movep   #0,x:$fffe
loop    move    x:(r0+n0),x0
        move    x0,y:(r0+n0)
        jmp     loop

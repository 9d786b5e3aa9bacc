; Nn is the address if Rn is 0.
; at: $0042
; clif 0: band
        org     p:$40
start   movep   #0,x:$fffe
loop    move    #0,r0
        nop
        move    x:(r0+n0),x0
        jmp     loop

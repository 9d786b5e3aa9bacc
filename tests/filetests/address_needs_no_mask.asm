; An address that passes through a data register has 16 bits.
; at: $0042
; clif 0: band
        org     p:$40
start   movep   #0,x:$fffe
loop    move    n0,x0
        move    x0,r1
        jmp     loop

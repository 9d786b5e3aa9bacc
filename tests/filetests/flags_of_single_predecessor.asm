; A block with one predecessor reads the flags of that block without a load.
; at: $0042
; clif 1: sshr
        org     p:$40
start   movep   #0,x:$fffe
loop    cmp     x0,a
        jeq     loop
        jlt     loop
        jmp     loop

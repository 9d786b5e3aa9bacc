; LC from the stack has 16 bits.
; at: $0042
; clif 0: band
        org     p:$40
start   movep   #0,x:$fffe
loop    do      #3,_outer
        do      #5,_inner
        add     y0,b
        asl     b
_inner
        nop
_outer
        jmp     loop

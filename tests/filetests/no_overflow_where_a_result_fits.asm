; V of a result that fits 56 bits is the constant 0.
; at: $0042
; clif 0: ne v
        org     p:$40
start   movep   #0,x:$fffe
loop    mpy     x0,y0,a
        jge     loop
        asl     b
        jmp     loop

; A sequence of MACs is wrapped to 56 bits once, and the sum before the last one for V. The bits above the sums are
; shifted once, for L.
; at: $0042
; clif 2: sshr
; clif 1: ushr
        org     p:$40
start   movep   #0,x:$fffe
loop    mac     x0,y0,a
        mac     x1,y1,a
        mac     x0,y1,a
        mac     x1,y0,a
        jmp     loop

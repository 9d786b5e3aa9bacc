; At a merge point A fits the bounds from both predecessors, so that the sum is not wrapped.
; at: $0047
; clif 1: sshr
        org     p:$40
start   movep   #0,x:$fffe
        jmp     loop
other   tfr     y0,a
        jmp     over
loop    tfr     x0,a
        jmi     other
over    add     x1,a
        jmp     loop

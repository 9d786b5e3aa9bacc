; The bits of a word below those of an accumulator are 0 and need no OR; the only one is for L.
; at: $0042
; clif 1: bor
        org     p:$40
start   movep   #0,x:$fffe
loop    cmp     x0,a
        jmp     loop

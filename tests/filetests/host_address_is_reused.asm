; The host address of a word is computed once for two accesses.
; at: $0042
; clif 1: ishl
        org     p:$40
start   movep   #0,x:$fffe
loop    move    x:(r0),x0
        move    x0,y:(r0)
        jmp     loop

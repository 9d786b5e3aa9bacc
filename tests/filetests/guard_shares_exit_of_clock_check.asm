; The guard and the clock check at the start of a block branch to one exit, which is cold.
; at: $0042
; clif 2: cold
        org     p:$40
start   movep   #0,x:$fffe
loop    move    x:(r0),x0
        add     x0,a
        jmp     loop

; The clocks of a block are charged at its end and at the exits of its check and its guard, with the step of R1.
; at: $0042
; clif 5: iadd
        org     p:$40
start   movep   #0,x:$fffe
loop    move    (r1)+
        move    x:(r0),x0
        move    y0,b
        jmp     loop

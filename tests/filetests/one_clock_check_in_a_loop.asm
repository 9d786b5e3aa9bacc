; The clocks of all blocks up to the next iteration are checked once.
; at: $0042
; clif 3: brif
        org     p:$40
start   movep   #0,x:$fffe
loop    add     x0,a
        jmi     minus
        asl     a
minus   jeq     loop
        asr     a
        jmp     loop

; An entry point at which the code assumes a bound of A compares A with it once.
; at: $0042
; clif 4: brif
        org     p:$40
start   movep   #0,x:$fffe
loop    tfr     x0,a
        jmi     other
over    add     x1,a
        jmp     loop
other   tfr     y0,a
        jmp     over

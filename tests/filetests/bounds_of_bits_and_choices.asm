; Bitwise operations and conditional transfers have bounds, so that the sum is not wrapped.
; at: $0042
; clif 3: sshr
        org     p:$40
start   movep   #0,x:$fffe
loop    tfr     x0,a
        or      x1,a
        tmi     y0,a
        add     y1,a
        jmp     loop

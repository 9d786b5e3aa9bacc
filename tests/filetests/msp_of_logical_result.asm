; The word that a logical operation computes is A1, which the next instruction reads without a shift.
; at: $0042
; clif 3: sshr
        org     p:$40
start   movep   #0,x:$fffe
loop    move    x0,a
        eor     x1,a
        move    a1,y0
        jmp     loop

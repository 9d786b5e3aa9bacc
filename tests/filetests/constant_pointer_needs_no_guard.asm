; A pointer that is a constant needs no guard, and its addresses are constants.
; at: $0042
; clif 1: brif
; clif 3: iadd
        org     p:$40
start   movep   #0,x:$fffe
loop    move    #$21,r3
        nop
        move    x:(r3)+,x0
        move    x:(r3)+,x1
        jmp     loop

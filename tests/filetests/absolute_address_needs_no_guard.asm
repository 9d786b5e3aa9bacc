; An absolute address is not compared.
; at: $0042
; clif 1: brif
        org     p:$40
start   movep   #0,x:$fffe
loop    move    x:<$20,x0
        move    x0,y:<$21
        jmp     loop

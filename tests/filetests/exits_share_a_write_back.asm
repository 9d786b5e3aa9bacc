; Registers are written back in one block, to which all exits branch.
; at: $0042
; clif 3: istore32
        org     p:$40
start   movep   #0,x:$fffe
loop    move    x:(r0),x0
        move    x:(r1),x1
        move    x:(r2),y0
        jmp     loop

; An exit writes the registers that the region modifies: none of Rn and Nn here.
; at: $0042
; clif 0: istore16
        org     p:$40
start   movep   #0,x:$fffe
loop    move    n5,x0
        move    r1,y1
        jmp     loop

; The guard of the first access covers those by -(Rn) and (Rn)- after it.
; at: $0044
; region 1: guard R0 -3 to -1
; region 3: covered
; clif 2: brif
        org     p:$40
start   movep   #0,x:$fffe
        move    #$20,r0
        nop
loop    move    x:-(r0),x0
        move    x:(r0)-,x1
        move    x:-(r0),y0
        move    (r0)+
        move    (r0)+
        move    (r0)+
        jmp     loop

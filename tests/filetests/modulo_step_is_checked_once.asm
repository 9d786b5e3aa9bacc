; A step by Nn in a modulo buffer is checked once for each value of Nn.
; at: $0045
; clif 2: brif
        org     p:$40
start   movep   #0,x:$fffe
        move    #7,m0
        move    #3,n0
        move    #$10,r0
loop    move    (r0)+n0
        add     x0,a
        move    (r0)+n0
        jmp     loop

; Each of C, N and E is loaded once for two instructions that read it.
; at: $0042
; clif 9: load
        org     p:$40
start   movep   #0,x:$fffe
loop    tcs     x0,a
        tcs     x1,b
        tmi     x0,b
        tmi     x1,a
        tes     x0,a
        tes     x1,b
        jmp     loop

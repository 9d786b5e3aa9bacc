; A variable carries A1 around a loop: it is extracted at the entry, and A is shifted for N and Z only.
; at: $0042
; clif 2: sshr
        org     p:$40
start   movep   #0,x:$fffe
loop    eor     x0,a
        jmp     loop

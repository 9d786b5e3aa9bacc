; A read of P memory looks up a word. Without wait states of program memory it needs no clock check after it.
; at: $0042
; region: external access
; region 0: fallback
; clif 1: preserve_all
; clif 2: icmp slt
        org     p:$40
start   movep   #0,x:$fffe
loop    movem   p:(r0)+,x1
        add     x1,a
        jmp     loop

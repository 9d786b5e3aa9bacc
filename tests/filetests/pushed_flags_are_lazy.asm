; A call pushes the sources of the flags and computes none of them: the comparisons are clock checks.
; at: $0044
; clif 3: icmp
        org     p:$40
start   movep   #0,x:$fffe
loop    jsr     routine
        jmp     loop
routine move    x0,x1
        rts

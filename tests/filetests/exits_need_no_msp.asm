; A1 is extracted at the entry and at the end of the loop, not at exits.
; at: $0042
; clif 2: = iconst.i64 16
        org     p:$40
start   movep   #0,x:$fffe
loop    eor     x0,a
        add     x1,a
        move    x:(r0),x0
        jmp     loop

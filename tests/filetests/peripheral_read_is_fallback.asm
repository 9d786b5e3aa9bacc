; The interpreter executes an instruction that reads the I/O page, and the region goes on after it.
; at: $0042
; region: fallback0
; region 1: instructions,
; region 1: entry block
; clif 2: brif
; clif 1: call_indirect
        org     p:$40
start   movep   #0,x:$fffe
loop    add     x0,a
        movep   x:$ffe9,x1
        asl     b
        jmp     loop

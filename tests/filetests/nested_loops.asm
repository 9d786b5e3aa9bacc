; Loops in one another are one region, and each loop's iteration is an entry point.
; at: $0042
; region: entry
; region: in loop
; region: begin loop
; region 5: instructions,
; region 3: entry block
; clif 16: brif
        org     p:$40
start   movep   #0,x:$fffe
loop    do      #3,_outer
        add     x0,a
        do      #5,_inner
        add     y0,b
        asl     b
_inner
        eor     x0,b
_outer
        jmp     loop

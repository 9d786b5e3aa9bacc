; A region ends before a move to a modifier register whose value is not known when the region is compiled.
; at: $0042
; region: -> exit
; region 1: instructions,
; region 1: entry block
; clif 1: brif
        org     p:$40
start   movep   #0,x:$fffe
loop    add     x0,a
        asl     b
        move    x0,m2
        jmp     loop

; A region ends before a write to a modifier register, on which it is specialised.
; at: $0042
; region: -> exit
; region 1: instructions,
; region 1: entry block
; clif 1: brif
        org     p:$40
start   movep   #0,x:$fffe
loop    add     x0,a
        asl     b
        move    #7,m2
        jmp     loop

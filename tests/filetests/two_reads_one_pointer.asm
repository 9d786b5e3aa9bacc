; Accesses by one address register in steps of one word share a range check.
; at: $0043
; region: ReadX
; region 1: instructions,
; region 1: entry block
; clif 2: brif
        org     p:$40
start   movep   #0,x:$fffe
        move    #$10,r0
loop    move    x:(r0)+,a
        move    x:(r0)-,b
        add     b,a
        jmp     loop

; Accesses by two address registers have a range check each.
; at: $0044
; region: ReadX
; region 1: instructions,
; region 1: entry block
; clif 3: brif
        org     p:$40
start   movep   #0,x:$fffe
        move    #$10,r0
        move    #$20,r1
loop    move    x:(r0)+,a
        move    x:(r1)+,b
        move    (r0)-
        move    (r1)-
        add     b,a
        jmp     loop

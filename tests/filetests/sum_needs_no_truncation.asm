; A sum of two words fits 56 bits, so it is not truncated.
; at: $0044
; region: Add
; region 1: instructions,
; region 1: entry block
; clif 1: brif
; clif 3: sshr
        org     p:$40
start   movep   #0,x:$fffe
        move    #>5,x0
loop    move    x0,a
        add     x0,a
        move    a,y1
        jmp     loop

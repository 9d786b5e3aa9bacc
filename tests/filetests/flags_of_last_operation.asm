; Only the flags of the last operation before an exit are stored.
; at: $0042
; region: Add
; region: Sub
; region: Cmp
; region 1: instructions,
; region 1: entry block
; clif 9: store
; clif 1: brif
        org     p:$40
start   movep   #0,x:$fffe
loop    add     x0,a
        sub     y0,a
        cmp     x0,b
        jmp     loop

; A jump by a bit of a register is a branch of the region.
; at: $0044
; region 1: if bit set -> block
; region 3: instructions,
; region 1: entry block
; clif 2: brif
        org     p:$40
start   movep   #0,x:$fffe
        move    #>3,x1
loop    add     x1,a
        jset    #0,a1,odd
        asl     a
odd     jmp     loop

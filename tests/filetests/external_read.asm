; An external read has a clock check before the block and after the access, a comparison of the address, a lookup in
; the soft TLB, and a call that preserves the registers where that misses.
; at: $0045, compilation 2
; region 1: external access
; clif 5: brif
; clif 1: preserve_all
        org     p:$40
start   movep   #0,x:$fffe
        move    #>$300,r0
        nop
loop    move    x:(r0)+,x0
        add     x0,a
        move    (r0)-
        jmp     loop

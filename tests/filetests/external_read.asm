; An external read has a clock check before the block, a lookup in the soft TLB, and a call that preserves the registers
; where that misses. Without wait states it needs no clock check after it, and as internal memory is in the soft TLB, no
; comparison of the address.
; at: $0045, compilation 2
; region 1: external access
; clif 3: brif
; clif 1: preserve_all
        org     p:$40
start   movep   #0,x:$fffe
        move    #>$300,r0
        nop
loop    move    x:(r0)+,x0
        add     x0,a
        move    (r0)-
        jmp     loop

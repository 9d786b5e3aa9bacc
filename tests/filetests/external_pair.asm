; Two accesses without wait states take clocks only if both are external. The path on which the second one is external is
; cold.
; at: $0047, compilation 2
; region 2: external access
; clif 16: cold
        org     p:$40
start   movep   #0,x:$fffe
        move    #>$300,r0
        move    #>$300,r4
        nop
loop    add     x1,a    x:(r0)+,x0      y:(r4)+,y0
        move    x:(r0)-,x0      y:(r4)-,y0
        jmp     loop

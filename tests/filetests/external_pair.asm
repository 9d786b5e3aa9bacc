; A clock check after an external access shares the exit of the external access that follows, and the flags that were
; stored before the first access are not stored again.
; at: $0047, compilation 2
; region 2: external access
; clif 15: cold
; clif 10: store
        org     p:$40
start   movep   #0,x:$fffe
        move    #>$300,r0
        move    #>$300,r4
        nop
loop    add     x1,a    x:(r0)+,x0      y:(r4)+,y0
        move    x:(r0)-,x0      y:(r4)-,y0
        jmp     loop

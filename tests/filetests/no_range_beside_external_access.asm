; A block with an external access has a guard for each internal one, for its clocks are not known before.
; at: $0046, compilation 2
; region 1: external access
; region 0: guard R
; clif 5: brif
        org     p:$40
start   movep   #0,x:$fffe
        move    #>$300,r0
        move    #$10,r1
        nop
loop    move    x:(r0),x0
        move    x:(r1)+,x1
        move    x:(r1)-,x1
        jmp     loop

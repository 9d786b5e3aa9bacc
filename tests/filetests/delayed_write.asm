; A write to an address register is visible to the address ALU one instruction later.
; at: $0042
; region: delayed R3
; region 1: instructions,
; region 1: entry block
; clif 1: brif
        org     p:$40
start   movep   #0,x:$fffe
loop    move    #$21,r3
        add     x0,a
        move    a,x:(r3)
        jmp     loop

; A jump by a bit of external memory is a branch of the region, and clocks are checked after it.
; at: $0045, compilation 2
; region: checks
; region: if bit set, external access -> block
; region: checks
        org     p:$40
start   movep   #0,x:$fffe
        move    #>$300,r0
        nop
loop    add     x0,a
        jset    #3,x:(r0),other
        asl     b
other   jmp     loop

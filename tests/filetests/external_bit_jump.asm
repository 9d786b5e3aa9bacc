; A jump by a bit of external memory is a branch of the region. Its access checks the clocks that it takes, so that only
; the loop has a clock check.
; at: $0045, compilation 2
; region: if bit set, external access -> block
; region 1: checks
        org     p:$40
start   movep   #0,x:$fffe
        move    #>$300,r0
        nop
loop    add     x0,a
        jset    #3,x:(r0),other
        asl     b
other   jmp     loop

; A block with one predecessor charges its clocks together with those before it.
; at: $0042
; clif 4: iadd
        org     p:$40
start   movep   #0,x:$fffe
loop    tst     a
        jmi     other
        tst     b
        jpl     loop
        neg     b
        jmp     loop
other   neg     a
        jmp     loop

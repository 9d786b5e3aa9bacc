; Code stores once for a batch, once for checked iterations and once at the start that REP has fetched its instruction.
; at: $0042
; clif 3: iconst.i8
        org     p:$40
start   movep   #0,x:$fffe
loop    rep     #3
        tfr     x0,a
        jmp     loop

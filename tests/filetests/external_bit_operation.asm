; A bit operation in external memory looks up one word for its read and its write, and takes the three wait states
; twice. They are a constant, as the address is.
; at: $0042
; region: 0A7023 Move None, external access
; clif 1: preserve_all
; clif 1: istore32
; clif: iconst.i64 6
        org     p:$40
start   movep   #>$3000,x:$fffe
loop    bset    #3,x:>$0200
        jmp     loop

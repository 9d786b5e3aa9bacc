; A bit operation in external memory looks up one word for its read and its write, and takes the wait states twice: one of
; the shifts doubles them.
; at: $0042
; region: 0A7023 Move None, external access
; clif 1: preserve_all
; clif 1: istore32
; clif 7: ishl v
        org     p:$40
start   movep   #0,x:$fffe
loop    bset    #3,x:>$0200
        jmp     loop

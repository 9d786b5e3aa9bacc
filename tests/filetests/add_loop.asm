; A loop without memory accesses has no guard of an address register and no vector sum.
; at: $0044
; region: if LC > 1 -> block0
; region 1: instructions,
; region 1: entry block
; clif 0: call_indirect
; clif 10: brif
        org     p:$40
start   movep   #0,x:$fffe
        do      #200,_end
        add     x0,a
_end
        jmp     start

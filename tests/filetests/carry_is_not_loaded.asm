; The second operation reads C of the first without a load; A1, B1 and the words of their results are known.
; at: $0042
; clif 4: load
; clif 3: bor
        org     p:$40
start   movep   #0,x:$fffe
loop    lsr     a
        ror     b
        jmp     loop

; The negation of a comparison is the opposite comparison, so that XOR computes C and L only.
; at: $0042
; clif 3: bxor
        org     p:$40
start   movep   #0,x:$fffe
loop    add     x0,a
        jcc     loop
        jmp     loop

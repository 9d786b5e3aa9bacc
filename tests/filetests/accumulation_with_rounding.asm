; A sum to which rounded products are added is an accumulation, too.
; at: $0045
; region: batches, R0 +1, A changes by 48 bits
; clif 1: bxor
        org     p:$40
start   movep   #0,x:$fffe
        move    #0,r0
        do      #20,_end
        macr    x0,y0,a x:(r0)+,x0
        move    x0,y1
_end
        jmp     start

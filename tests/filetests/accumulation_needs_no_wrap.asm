; The length of a batch bounds its sums. The checked iteration only compares a sum with its wrapped value, for L.
; at: $0045
; clif 1: bxor
; clif 3: sshr
; clif 0: ushr
        org     p:$40
start   movep   #0,x:$fffe
        move    #0,r0
        do      #20,_end
        mac     x0,y0,a x:(r0)+,x0
        move    x0,y1
_end
        jmp     start

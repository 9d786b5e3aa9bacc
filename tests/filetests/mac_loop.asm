; The products of a loop around one MAC are summed by the host's vector unit: one call, outside the loop of single
; iterations.
; at: $0047
; needs: avx2
; region: batches, R0 +1, R4 +1, A changes by 47 bits, flags of A, sum of products
; region: if LC > 1 -> block0
; region 1: instructions,
; region 1: entry block
; clif 1: call_indirect
; clif 15: brif
; clif 0: stack_store
        org     p:$40
start   movep   #0,x:$fffe
        move    #0,r0
        move    #0,r4
        clr     a       x:(r0)+,x0      y:(r4)+,y0
        do      #200,_end
        mac     x0,y0,a x:(r0)+,x0      y:(r4)+,y0
_end
        jmp     start

; A batch ends before the end of its modulo buffer, and another batch follows: block2 has a second predecessor.
; at: $0046
; region: batches, R0 +1 modulo 64
; clif 1: imul
; clif 0: block2:
        org     p:$40
start   movep   #0,x:$fffe
        move    #63,m0
        move    #0,r0
        do      #200,_end
        move    x:(r0)+,x0
        move    x0,y1
        move    x0,y0
_end
        jmp     start

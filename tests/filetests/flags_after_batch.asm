; The flags of the last sum are stored after a batch, not in each iteration.
; at: $0044
; region: batches, A changes by 47 bits, flags of A
; clif 15: store
        org     p:$40
start   movep   #0,x:$fffe
        do      #20,_end
        mac     x0,y0,a
        tfr     x1,b
        move    x0,y1
_end
        jmp     start

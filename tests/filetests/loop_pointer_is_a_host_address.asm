; An iteration reads a word by its host address, which is computed before the batch and in checked iterations.
; at: $0044
; clif 2: ishl
        org     p:$40
start   movep   #0,x:$fffe
        do      #40,_end
        move    x:(r0)+,x0
        move    x0,y0
        move    x0,y1
_end
        jmp     start

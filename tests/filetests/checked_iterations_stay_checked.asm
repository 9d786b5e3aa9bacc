; Nothing but the entry leads to the batch, and pointers that do not step are not written back.
; at: $0044
; clif 1: block2:
; clif 0: istore16
        org     p:$40
start   movep   #0,x:$fffe
        do      #40,_end
        add     x0,a
        move    x:(r0),x1
        move    x:(r1),y1
_end
        jmp     start

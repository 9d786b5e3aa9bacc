; A body of one or two instructions is unrolled four times; it is emitted once more for the iterations that remain, and
; once for checked iterations.
; at: $0044
; clif 6: iabs
        org     p:$40
start   movep   #0,x:$fffe
        do      #40,_end
        abs     a
_end
        jmp     start

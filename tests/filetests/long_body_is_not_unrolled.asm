; A body of three instructions is emitted once for the batch and once for checked iterations.
; at: $0044
; clif 6: iabs
        org     p:$40
start   movep   #0,x:$fffe
        do      #40,_end
        abs     a
        abs     b
        abs     a
_end
        jmp     start

; Additions of 0 copy the three registers that a batch uses before and after it, which splits their live ranges.
; at: $0044
; clif 12: iadd
        org     p:$40
start   movep   #0,x:$fffe
        do      #40,_end
        eor     y0,a
        eor     y0,b
        eor     y0,a
_end
        jmp     start

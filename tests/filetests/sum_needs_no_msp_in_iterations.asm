; A region that reads A1 extracts it after a batch that sums in A, not in each iteration.
; at: $0042
; clif: imul
; clif: imul
; clif not: = iconst.i64 16
; clif: icmp sge
        org     p:$40
start   movep   #0,x:$fffe
loop    do      #20,_end
        mac     x0,y0,a
        tfr     x1,b
        move    x0,y1
_end
        eor     y1,a
        jmp     loop

; A region with one entry point has no jump table.
; at: $0042
; region 1: entry block
; clif 0: br_table
        org     p:$40
start   movep   #0,x:$fffe
loop    add     x0,a
        jmp     loop

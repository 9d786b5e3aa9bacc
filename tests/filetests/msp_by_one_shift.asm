; A1 of a sum is extracted by a shift to the left by 16 and one to the right, here and at the entry.
; at: $0042
; clif 3: = iconst.i64 16
        org     p:$40
start   movep   #0,x:$fffe
loop    add     x0,a
        move    a1,y0
        jmp     loop

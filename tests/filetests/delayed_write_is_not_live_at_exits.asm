; A delayed write is stored in one block, for all exits, and is 0 where it is not pending.
; at: $0042
; clif 4: store
; clif 4: = iconst.i64 0
        org     p:$40
start   movep   #0,x:$fffe
loop    move    n3,r3
        nop
        move    x:(r3)+,x1
        jmp     loop

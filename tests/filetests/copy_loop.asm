; Source and destination have one range check each, not one per access.
; at: $0046
; region: ReadX
; region: WriteY
; region: if LC > 1 -> block0
; region 1: instructions,
; region 1: entry block
; clif 0: call_indirect
; clif 13: brif
        org     p:$40
start   movep   #0,x:$fffe
        move    #0,r0
        move    #0,r4
        do      #60,_end
        move    x:(r0)+,x0
        move    x0,y:(r4)+
_end
        jmp     start

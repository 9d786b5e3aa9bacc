; REP is a loop of the region around one instruction.
; at: $0042
; region: begin REP
; region: if LC > 1
; region 1: [end REP]
; region 3: instructions,
; region 2: entry block
; clif 14: brif
        org     p:$40
start   movep   #0,x:$fffe
loop    move    #$10,r0
        nop
        rep     #12
        mac     x0,y0,a x:(r0)+,x0
        jmp     loop

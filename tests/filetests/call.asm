; A subroutine is in the region up to its return.
; at: $0044
; region: call, return to P:$0044
; region: in call from P:$0044
; region 3: instructions,
; region 3: entry block
; clif 3: brif
        org     p:$40
start   movep   #0,x:$fffe
loop    jsr     twice
        add     x0,a
        jmp     loop
twice   asl     b
        rts

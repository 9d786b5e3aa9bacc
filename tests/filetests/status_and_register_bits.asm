; Bit operations on registers, and reads of SR and of a modifier, which is a constant of the region, need no fallback.
; at: $0042
; region 0: fallback
; region: 0AC663
; clif 0: preserve_all
; clif: 0xffff
        org     p:$40
start   movep   #0,x:$fffe
loop    bset    #3,y0
        movec   m3,x1
        movec   sr,x0
        jmp     loop

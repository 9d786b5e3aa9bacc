; A return address is stored as a 16-bit constant.
; at: $0044
; clif 0: istore16
        org     p:$40
start   movep   #0,x:$fffe
loop    jsr     routine
        add     x0,a
        jmp     loop
routine asr     b
        rts

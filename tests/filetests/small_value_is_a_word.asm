; A word that is shifted to the right fits a word, and is not extended again.
; at: $0042
; clif 4: sshr
        org     p:$40
start   movep   #0,x:$fffe
loop    move    x0,a
        asr     a
        move    a1,y0
        jmp     loop

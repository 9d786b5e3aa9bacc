; A region loads the registers that it uses, none of Rn and Nn here, and extracts A1 and B1 only if it reads them.
; at: $0042
; clif 0: uload16
; clif 0: sshr
        org     p:$40
start   movep   #0,x:$fffe
loop    tfr     y1,b
        jmp     loop

; An instruction that often misses the soft TLB calls the interpreter, and reloads only X0, which it modifies.
; at: $0045, compilation 3
; region 1: or fallback0
; clif 4: sload32
        org     p:$40
start   movep   #0,x:$fffe
        move    #>$ffc0,r0
        nop
loop    move    x:(r0),x0
        add     x0,a
        move    x1,y0
        jmp     loop

; A move of a known value to a modifier register needs no exit. The modifiers are constants of each block, and the
; instruction after the move still uses the old one. A guard range ends where the modifier of its pointer changes.
; at: $0042
; region: block0: 5 instructions, 10 clocks, checks 22 clocks
; region: guard R2 +0 to +1
; region: -> block1
; region: block1: 3 instructions, 6 clocks, M2 $0007
; region: -> block2
; region: block2: 2 instructions, 6 clocks
; region: guard R2 +0 to +0
; region: -> block0
; region 2: guard R2
; region 3: instructions,
; clif 0: icmp sgt
        org     p:$40
start   movep   #0,x:$fffe
loop    move    #<$10,r2
        add     x0,a
        move    x:(r2)+,x0
        move    #7,m2
        move    x:(r2)+,x0
        move    x:(r2)+,x0
        move    m1,m2
        move    x:(r2)+,x0
        move    x:(r2)+,x0
        jmp     loop

; Two parallel moves in either order. The manual shows X: before Y: and Y: or X: behind a register move; unit generators
; of the Music Kit that NeXT shipped also write them in the opposite order.
        move    y:(r4)+,y0 x:(r0)+,x1
        move    x:(r0)+,x1 y:(r4)+,y0
        move    a,y1 x:(r1)+,x1
        move    x:(r1)+,x1 a,y1
        mac     x0,x1,b a,y1 x:>$1234,x1
        mac     x0,x1,b x:>$1234,x1 a,y1
        move    y:>$1234,y1 a,x1
        move    a,x1 y:>$1234,y1
        move    a,y:(r6)+ b,x:(r0)+
        move    b,x:(r0)+ a,y:(r6)+
;= P:0000 F49800 F49800 159900 159900 15B0AA 001234 15B0AA 001234 15F000 001234 15F000 001234 BE5800 BE5800

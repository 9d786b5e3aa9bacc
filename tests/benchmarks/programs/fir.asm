; A filter of 200 taps: samples in X, coefficients in Y, the answers in X:$E0-$EF.
        org     p:ORIGIN
start   move    #<$e0,r1
        do      #16,filtered
        clr     a       #<0,r0
        move    #<0,r4
        nop
        move    x:(r0)+,x0      y:(r4)+,y0
        rep     #200
        mac     x0,y0,a         x:(r0)+,x0      y:(r4)+,y0
        macr    x0,y0,a
        move    a,x:(r1)+
filtered
        jmp     <start
        end

; REP over an operation with two reads that is not MAC.
        org     p:ORIGIN
start   move    #<0,r0
        move    #<$40,r4
        nop
        rep     #48
        macr    x0,y0,a         x:(r0)+,x0      y:(r4)+,y0
        jmp     <start
        end

; The shape of a 22-digit Montgomery product, column by column: A in X:$00, N in X:$20, B in Y:$00, quotient digits in Y:$20,
; 1/N in Y:$40, the result in X:$40. REPEATED (0 or 1) chooses DO or REP for the multiplications of a column; ORIGIN is
; its address.
column  macro   product,left,right
        if      REPEATED
        rep     r7
        mac     product,a       x:(left)+,x0    y:(right)-,y0
        else
        do      r7,_end
        mac     product,a       x:(left)+,x0    y:(right)-,y0
_end
        endif
        endm

        org     p:ORIGIN
start   move    #<0,r7
        clr     a       #<$40,r3
        move    y:>$40,y1
        do      #22,low
        move    r7,n4
        move    r7,n5
        move    #<$20,r1
        move    #<0,r4
        move    #<0,r0
        move    (r4)+n4
        move    #<$1f,r5
        move    (r7)+
        move    (r5)+n5
        move    x:(r0)+,x0      y:(r4)-,y0
        column  'x0,y0',r0,r4
        move    x:(r1)+,x0      y:(r5)-,y0
        column  '-x0,y0',r1,r5
        move    a0,x1
        mpy     x1,y1,b         r7,n5
        move    #<$1f,r5
        move    a1,x0
        move    b0,y:(r5+n5)
        move    a2,a
        move    x0,a0
low
        do      #22,high
        move    #<21,r4
        move    r7,n0
        move    r7,n1
        move    #<22,r0
        move    #<$35,r5
        move    #<$36,r1
        move    (r0)-n0
        move    (r1)-n1
        move    x:(r0)+,x0      y:(r4)-,y0
        column  'x0,y0',r0,r4
        move    x:(r1)+,x0      y:(r5)-,y0
        column  '-x0,y0',r1,r5
        move    (r7)-
        move    a0,x:(r3)+
        move    a1,x0
        move    a2,a
        move    x0,a0
high
        jmp     <start

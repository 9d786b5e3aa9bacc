; encodings as in the manual's listing (ASM figure E-1)
        org     p:$11A
        do      n0,_end_bfy
        mac     x1,y0,b                 y:(r1)+,y1
        macr    x0,y1,b   a,x:(r5)+     y:(r0),a
        subl    b,a       x:(r0),b      b,y:(r4)
        mac     x1,x0,b   x:(r0)+,a     a,y:(r5)
        macr    -y1,y0,b  x:(r1),x1
        subl    b,a       b,x:(r4)+     y:(r0),b
_end_bfy
        move              a,x:(r5)+n5   y:(r1)+n1,y1
        move              x:(r0)+n0,x1  y:(r4)+n4,y1
        lsr     a         #0,r0
        nop
        lua     (r0)+n0,r1
        nop
        lua     (r1)-,r5
        move    #-1,m0
        move    m0,m1
        move    #0,m6
        move    n0,a1
;= P:011A 06D800 000121 4FD9EA CA1DCB 8F8016 8AB8AA 45E1BF CF1C16 D92D00 D58800 300023 000000 044811 000000 045115 05F420 FFFFFF 0461A0 0500A6 230C00

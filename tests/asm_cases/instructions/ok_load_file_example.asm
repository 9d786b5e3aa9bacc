; the program of ASM G.3
BIQUAD  ident   1,0            ; N Cascaded Real Biquad IIR Filter
samplei equ     $fffe          ; Input address
        ori     #$08,mr
        move    #$0,r0
        move    #$0,r4
        movep   y:<<samplei,a
        rnd     a              x:(r0)+,x0     y:(r4)+,y0
        do      #5,endloop
        mac     -y0,x0,a       x:(r0)-,x1     y:(r4)+,y0
        mac     -y0,x1,a       x1,x:(r0)+     y:(r4)+,y0
        mac     y0,x0,a        a,x:(r0)+      y:(r4)+,y0
        mac     y0,x1,a        x:(r0)+,x1     y:(r4)+,y0
endloop
;= P:0000 0008F8 300000 340000 094E3E F09811 060580 00000A F490D6 F418E6 F818D2 F498E2
;= endloop $B
;= samplei $FFFE
;= start 0

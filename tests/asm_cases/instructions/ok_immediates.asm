        move    #1,x0
        move    #>1,x0
        move    #255,b1
        move    #256,b1
        move    #-1,x0
        move    #<-1,x0         ;! A0620
        move    #$C00000,x0
        move    #$C00000,r0
        move    #0.5,y1
        move    #0.1,y1
        move    #fwd,r0
        move    #<fwd,r0
        movec   #5,m0
        movec   #300,m0
        move    #'A',x0
        move    #0.0,r0
        move    #0.00001,a1
        move    #0.00001,x0
        move    #0.0,m0
fwd     equ     2
;= P:0000 240100 44F400 000001 2DFF00 55F400 000100 44F400 FFFFFF 44F400 FFFFFF 24C000 60F400 C00000 274000 47F400 0CCCCD 60F400 000002 300200 0505A0 05F420 00012C 244100 300000 2C5400 44F400 000054 0500A0

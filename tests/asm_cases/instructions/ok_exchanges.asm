; MOVE to a control register is MOVEC, to P memory MOVEM; AND and OR with MR are ANDI and ORI
        move    #$3f,m7
        move    sr,x0
        move    x:(r0)+,ssh
        move    p:(r1)+,a
        move    b,p:(r1)
        and     #$fe,mr
        or      #3,ccr
        movec   x0,x1           ;! A0626
        movem   x0,x:(r2)       ;! A0626
;= P:0000 053FA7 0444B9 05D83C 07D98E 07618F 00FEB8 0003F9 208500 446200
; the debug monitor of the NeXT (degmon.asm) has MOVEC with P memory
        movec   ssh,p:<$39
        movem   #5,m0           ;! A0626
;= P:0009 07393C 0505A0

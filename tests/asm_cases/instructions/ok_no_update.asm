; (Rn) without an update does not use the modifier register (UM table 5-1)
        org     p:$40
        move    #3,m0
        jmp     (r0)
        move    #3,m0
        move    x:(r0)+,a       ;! A0630
;= P:0040 0503A0 0AE080 0503A0 56D800

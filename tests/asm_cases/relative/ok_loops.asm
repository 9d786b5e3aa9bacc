;> relative
; the ends of loops are checked before they are linked, too (UM A-65)
        section s_
        nop
        do      #3,_end
        nop
        jmp     *               ;! A0638
_end
        do      #3,last
        nop
        move    x:$1234,a
last    nop
        do      #3,_end
        nop
        jsr     _last           ;! A0639
        nop
        nop
_last   nop
_end
        endsec
        section t_
        nop
        nop
        endsec
